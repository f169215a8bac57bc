/// Makes a failing system and script smaller as long as they fail.
struct SpecShrinker {
  let fails: (SpecSystem, [SpecStimulus]) -> Bool

  func shrink(_ system: SpecSystem, _ script: [SpecStimulus]) -> (SpecSystem, [SpecStimulus]) {
    var best = (system, script)
    var rounds = 0
    while rounds < 100, let smaller = candidates(best).first(where: { fails($0.0, $0.1) }) {
      best = smaller
      rounds += 1
    }
    return best
  }

  private func candidates(_ case: (SpecSystem, [SpecStimulus])) -> [(SpecSystem, [SpecStimulus])] {
    let (system, script) = `case`
    let scripts = script.indices.map { index in
      var shorter = script
      shorter.remove(at: index)
      return (system, shorter)
    }
    let roots = variants(of: system.root).map { root in
      var smaller = system
      smaller.root = root
      return (smaller, script)
    }
    let children = system.children.indices.flatMap { index in
      variants(of: system.children[index]).map { child in
        var smaller = system
        smaller.children[index] = child
        return (smaller, script)
      }
    }
    return (scripts + roots + children).filter { isLegal($0.0) }
  }

  private func variants(of chart: SpecChart) -> [SpecChart] {
    var result: [SpecChart] = []
    if !chart.initialContent.isEmpty || !chart.initial.isEmpty {
      var plain = chart
      plain.initial = []
      plain.initialContent = []
      result.append(plain)
    }
    for states in variants(of: chart.states) {
      var smaller = chart
      smaller.states = states
      result.append(smaller)
    }
    return result
  }

  private func variants(of states: [SpecState]) -> [[SpecState]] {
    states.indices.flatMap { index -> [[SpecState]] in
      var without = states
      without.remove(at: index)
      let changed = variants(of: states[index]).map { state in
        var copy = states
        copy[index] = state
        return copy
      }
      return [without] + changed
    }
  }

  private func variants(of state: SpecState) -> [SpecState] {
    var result: [SpecState] = []
    func add(_ change: (inout SpecState) -> Void) {
      var copy = state
      change(&copy)
      if copy != state { result.append(copy) }
    }
    add { $0.entry = [] }
    add { $0.exit = [] }
    add { $0.initialContent = [] }
    add { $0.initial = [] }
    add { $0.invokes = [] }
    add { $0.data = nil }
    add { state in
      if state.kind == .compound || state.kind == .parallel {
        state.kind = .atomic
        state.children = []
        state.initial = []
        state.initialContent = []
      }
    }
    if state.kind != .shallow, state.kind != .deep {
      for index in state.rules.indices {
        add { $0.rules.remove(at: index) }
        add { $0.rules[index].content = [] }
        add { $0.rules[index].condition = nil }
        add { $0.rules[index].targets = Array($0.rules[index].targets.prefix(1)) }
      }
    }
    for children in variants(of: state.children) { add { $0.children = children } }
    return result
  }

  /// Every name that is mentioned exists, and every state has what its kind needs.
  private func isLegal(_ system: SpecSystem) -> Bool { ([system.root] + system.children).allSatisfy(isLegal) }

  private func isLegal(_ chart: SpecChart) -> Bool {
    let all = everyState(chart.states)
    let names = Set(all.map(\.name))
    let isWhole = all.allSatisfy { state in
      let regular = state.children.filter { $0.kind != .shallow && $0.kind != .deep }
      let needsChildren = state.kind == .compound || state.kind == .parallel
      return needsChildren == !regular.isEmpty && state.initial.allSatisfy(names.contains)
        && state.rules.flatMap(\.targets).allSatisfy(names.contains)
    }
    guard isWhole, let first = chart.states.first, chart.initial.allSatisfy(names.contains) else { return false }
    return first.kind != .shallow && first.kind != .deep
  }

  private func everyState(_ states: [SpecState]) -> [SpecState] { states.flatMap { [$0] + everyState($0.children) } }
}
