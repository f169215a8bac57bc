/// A chart as flat tables in document order, for stepping. State 0 is the root.
public struct ChartTable: Sendable {
  struct State: Sendable {
    var name: String
    var kind: Chart.State.Kind
    var parent: Int?
    var depth: Int
    var children: [Int] = []
    /// One past the last descendant: descendants are `index + 1 ..< end`.
    var end = 0
    /// The targets of the initial transition; resolved.
    var initial: [Int] = []
    var transitions: [Int] = []
    var onEntry: [Code]
    var onExit: [Code]
    var invocations: [Chart.Invocation]
  }

  struct Transition: Sendable {
    var source: Int
    var trigger: Chart.Trigger
    var targets: [Int] = []
    var guardCondition: Chart.Guard?
    var isInternal: Bool
    var actions: [Code]
  }

  /// What it was made from.
  public let chart: Chart
  /// Why it cannot run; `nil` when it can.
  let problem: String?
  private(set) var states: [State] = []
  private(set) var transitions: [Transition] = []
  /// Whether some transition needs no event; else the search for one is skipped.
  private(set) var hasEventless = false
  /// What a trace calls regions: the root's children when they are parallel, else the root's own name.
  private(set) var regions: [Int] = []

  /// Makes the tables; names that mean no state are left out, and `Chart.findings` tells of them.
  init(_ chart: Chart) {
    self.chart = chart
    problem = chart.problem
    var root = Chart.State("", chart.isParallel ? .parallel : .compound, children: chart.states)
    root.initial = []
    var written: [(index: Int, state: Chart.State)] = []
    append(root, parent: nil, depth: 0, &written)
    for (index, state) in written { resolve(state, at: index) }
    regions = chart.isParallel ? states[0].children : [0]
  }

  private mutating func append(
    _ state: Chart.State, parent: Int?, depth: Int, _ written: inout [(index: Int, state: Chart.State)]
  ) {
    let index = states.count
    states.append(
      State(
        name: state.name, kind: state.kind, parent: parent, depth: depth, onEntry: state.onEntry, onExit: state.onExit,
        invocations: state.invocations))
    written.append((index, state))
    for child in state.children {
      states[index].children.append(states.count)
      append(child, parent: index, depth: depth + 1, &written)
    }
    states[index].end = states.count
  }

  private mutating func resolve(_ state: Chart.State, at index: Int) {
    if state.initial.isEmpty {
      let regular = states[index].children.first { !isHistory($0) }
      states[index].initial = state.kind == .compound ? regular.map { [$0] } ?? [] : []
    } else {
      states[index].initial = state.initial.compactMap { target(named: $0, from: index) }
    }
    for transition in state.transitions {
      states[index].transitions.append(transitions.count)
      if transition.trigger == .always, !isHistory(index) { hasEventless = true }
      transitions.append(
        Transition(
          source: index, trigger: transition.trigger,
          targets: transition.targets.compactMap { target(named: $0, from: index) },
          guardCondition: transition.guardCondition, isInternal: transition.isInternal, actions: transition.actions))
    }
  }

  /// Returns the state of that name in the nearest enclosing state that has one.
  private func target(named name: String, from source: Int) -> Int? {
    var scope: Int? = source
    while let around = scope {
      if let found = (around..<states[around].end).first(where: { states[$0].name == name }) { return found }
      scope = states[around].parent
    }
    return nil
  }

  func isHistory(_ index: Int) -> Bool {
    states[index].kind == .shallowHistory || states[index].kind == .deepHistory
  }

  /// Returns whether a state lies below another.
  func isDescendant(_ index: Int, of ancestor: Int) -> Bool { index > ancestor && index < states[ancestor].end }

  func isAtomic(_ index: Int) -> Bool { states[index].kind == .atomic || states[index].kind == .final }

  /// Returns the ancestors of a state, the nearest first, up to but without another.
  func ancestors(of index: Int, upTo limit: Int? = nil) -> [Int] {
    var result: [Int] = []
    var next = states[index].parent
    while let ancestor = next, ancestor != limit {
      result.append(ancestor)
      next = states[ancestor].parent
    }
    return result
  }

  /// Returns whether some transition takes an event and leads, eventless transitions included, into one of the states.
  func leads(_ event: String, to states: [Int]) -> Bool {
    var pending = transitions.filter { row in
      if case .event(let descriptor) = row.trigger { ChartTable.descriptor(descriptor, matches: event) } else { false }
    }.flatMap(\.targets)
    var seen: [Int] = []
    while let state = pending.popLast() {
      if seen.contains(state) { continue }
      if states.contains(where: { $0 == state || isDescendant(state, of: $0) }) { return true }
      seen.append(state)
      let eventless = self.states[state].transitions.filter { transitions[$0].trigger == .always }
      pending += self.states[state].initial + eventless.flatMap { transitions[$0].targets }
    }
    return false
  }

  /// Returns whether some transition of an active state is triggered by an event, its guard aside.
  func takes(_ event: String, in configuration: [Int]) -> Bool {
    configuration.contains { state in
      states[state].transitions.contains { transition in
        guard case .event(let descriptor) = transitions[transition].trigger else { return false }
        return ChartTable.descriptor(descriptor, matches: event)
      }
    }
  }

  /// Returns whether an event is meant by a descriptor: all of it, a prefix of its tokens, or `*`.
  static func descriptor(_ descriptor: String, matches event: String) -> Bool {
    if descriptor == "*" || descriptor.utf8.elementsEqual(event.utf8) { return true }
    let event = event.utf8
    let prefix = descriptor.utf8
    return event.count > prefix.count && event.starts(with: prefix)
      && event[event.index(event.startIndex, offsetBy: prefix.count)] == UInt8(ascii: ".")
  }
}
