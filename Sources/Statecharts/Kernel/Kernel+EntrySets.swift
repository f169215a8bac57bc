/// The states that a microstep enters, in entry order, and the default content that runs with some of them.
struct EntrySet {
  var states: [Int] = []
  /// Transitions whose actions run when the state was entered by default or through its history's default.
  var defaults: [(state: Int, transition: Int)] = []

  func defaultContent(of state: Int) -> [Int] { defaults.filter { $0.state == state }.map(\.transition) }

  fileprivate mutating func insert(_ state: Int) {
    if !states.contains(state) { states.append(state) }
  }
}

extension Kernel {
  /// The states that transitions exit, in reverse document order.
  func exitSet(of transitions: [Int], _ machine: MachineInstance, _ chart: ChartTable) -> [Int] {
    var result: [Int] = []
    for transition in transitions where !chart.transitions[transition].targets.isEmpty {
      let domain = domain(of: transition, machine, chart)
      for state in machine.configuration where chart.isDescendant(state, of: domain) && !result.contains(state) {
        result.append(state)
      }
    }
    return result.sorted(by: >)
  }

  /// The states that transitions enter, ancestors first.
  func entrySet(of transitions: [Int], _ machine: MachineInstance, _ chart: ChartTable) -> EntrySet {
    var entry = EntrySet()
    for transition in transitions {
      let row = chart.transitions[transition]
      guard !row.targets.isEmpty else { continue }
      for target in row.targets { addDescendants(of: target, machine, chart, &entry) }
      let domain = domain(of: transition, machine, chart)
      for target in effectiveTargets(row.targets, machine, chart) {
        addAncestors(of: target, upTo: domain, machine, chart, &entry)
      }
      // The root is no proper ancestor of a domain, yet its regions are parallel like any other's.
      if domain == 0, chart.states[0].kind == .parallel { addMissingRegions(of: 0, machine, chart, &entry) }
    }
    entry.states.sort()
    return entry
  }

  /// The states that a machine enters when it starts.
  func initialEntrySet(_ machine: MachineInstance, _ chart: ChartTable) -> EntrySet {
    var entry = EntrySet()
    addDescendants(of: 0, machine, chart, &entry)
    entry.states.sort()
    return entry
  }

  /// The state inside which a transition happens: its source when it is internal and stays below, else the nearest
  /// compound ancestor of source and targets.
  private func domain(of transition: Int, _ machine: MachineInstance, _ chart: ChartTable) -> Int {
    let row = chart.transitions[transition]
    let targets = effectiveTargets(row.targets, machine, chart)
    if row.isInternal, chart.states[row.source].kind == .compound,
      targets.allSatisfy({ chart.isDescendant($0, of: row.source) })
    {
      return row.source
    }
    for ancestor in chart.ancestors(of: row.source) where chart.states[ancestor].kind == .compound || ancestor == 0 {
      if targets.allSatisfy({ chart.isDescendant($0, of: ancestor) }) { return ancestor }
    }
    return 0
  }

  private func effectiveTargets(_ targets: [Int], _ machine: MachineInstance, _ chart: ChartTable) -> [Int] {
    var result: [Int] = []
    for target in targets {
      let meant = chart.isHistory(target) ? remembered(target, machine, chart).states : [target]
      for state in meant where !result.contains(state) { result.append(state) }
    }
    return result
  }

  private func remembered(
    _ history: Int, _ machine: MachineInstance, _ chart: ChartTable
  ) -> (states: [Int], transition: Int?) {
    if let entry = machine.history.first(where: { $0.state == history }) { return (entry.remembered, nil) }
    guard let transition = chart.states[history].transitions.first else {
      return (chart.states[history].parent.map { chart.states[$0].initial } ?? [], nil)
    }
    return (effectiveTargets(chart.transitions[transition].targets, machine, chart), transition)
  }

  private func addDescendants(of state: Int, _ machine: MachineInstance, _ chart: ChartTable, _ entry: inout EntrySet) {
    if chart.isHistory(state) {
      let (states, transition) = remembered(state, machine, chart)
      if let transition, let parent = chart.states[state].parent { entry.defaults.append((parent, transition)) }
      for target in states {
        addDescendants(of: target, machine, chart, &entry)
        addAncestors(of: target, upTo: chart.states[state].parent ?? 0, machine, chart, &entry)
      }
      return
    }
    entry.insert(state)
    switch chart.states[state].kind {
    case .compound:
      for target in chart.states[state].initial {
        addDescendants(of: target, machine, chart, &entry)
        addAncestors(of: target, upTo: state, machine, chart, &entry)
      }
    case .parallel:
      addMissingRegions(of: state, machine, chart, &entry)
    case .atomic, .final, .shallowHistory, .deepHistory:
      break
    }
  }

  private func addAncestors(
    of state: Int, upTo limit: Int, _ machine: MachineInstance, _ chart: ChartTable, _ entry: inout EntrySet
  ) {
    for ancestor in chart.ancestors(of: state, upTo: limit) {
      entry.insert(ancestor)
      if chart.states[ancestor].kind == .parallel { addMissingRegions(of: ancestor, machine, chart, &entry) }
    }
  }

  private func addMissingRegions(
    of state: Int, _ machine: MachineInstance, _ chart: ChartTable, _ entry: inout EntrySet
  ) {
    for child in chart.states[state].children where !chart.isHistory(child) {
      let isEntered = entry.states.contains { $0 == child || chart.isDescendant($0, of: child) }
      if !isEntered { addDescendants(of: child, machine, chart, &entry) }
    }
  }
}

extension ChartTable {
  func isInFinalState(_ state: Int, _ configuration: [Int]) -> Bool {
    switch states[state].kind {
    case .compound: states[state].children.contains { states[$0].kind == .final && configuration.contains($0) }
    case .parallel: states[state].children.allSatisfy { isInFinalState($0, configuration) }
    case .atomic, .final, .shallowHistory, .deepHistory: false
    }
  }
}
