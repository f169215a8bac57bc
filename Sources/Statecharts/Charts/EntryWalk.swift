/// The states that a microstep enters, with their default content.
struct EntrySet: Sendable {
  var states = StateSet()
  /// Compound states whose initial transition's content runs.
  var defaults = StateSet()
  /// Default transitions of history states that remember nothing; their content runs after the parent's entry.
  var historyDefaults: [(state: Int, transition: Int)] = []
}

struct EntryWalk {
  private let states: [StateRow]
  private let initials: [StateSet]
  private let rows: [TransitionRow]
  private let targets: [StateSet]
  private let history: [HistoryValue]
  private(set) var entry = EntrySet()
  /// The history states consulted; if there are any, the result depends on the current history.
  private(set) var asked = StateSet()

  init(_ table: borrowing ChartTable, history: [HistoryValue]) {
    states = table.stateRows
    initials = table.initials
    rows = table.rows
    targets = table.targets
    self.history = history
  }

  mutating func add(_ transition: Int) {
    let targets = self.targets[transition]
    if targets.isEmpty { return }
    addDescendantStatesToEnter(of: targets)
    let domain = transitionDomain(of: transition)
    addAncestorStatesToEnter(of: effectiveTargetStates(of: transition), upTo: domain)
    // No domain has the root as a proper ancestor, so this adds the root's parallel regions.
    if domain == 0, kind(of: 0) == .parallel { addMissingRegions(of: 0) }
  }

  /// The source of an internal transition with targets below it, else the nearest compound ancestor of source and
  /// targets.
  func transitionDomain(of transition: Int) -> Int {
    let source = Int(rows[transition].source)
    let targets = effectiveTargetStates(of: transition)
    if rows[transition].isInternal, kind(of: source) == .compound, holds(source, targets) {
      return source
    }
    var ancestor = parent(of: source)
    while ancestor >= 0 {
      if kind(of: ancestor) == .compound, holds(ancestor, targets) { return ancestor }
      ancestor = parent(of: ancestor)
    }
    return 0
  }

  private func effectiveTargetStates(of transition: Int) -> StateSet {
    var result = StateSet()
    for target in targets[transition] {
      if isHistory(target) { result.formUnion(meaning(of: target)) } else { result.insert(target) }
    }
    return result
  }

  private func meaning(of history: Int) -> StateSet {
    if let remembered = remembered(history) { return remembered }
    let transition = states[history].firstTransition
    return transition >= 0 ? effectiveTargetStates(of: Int(transition)) : initial(of: parent(of: history))
  }

  private func remembered(_ state: Int) -> StateSet? { history.first { $0.state == state }?.remembered }

  private mutating func addDescendantStatesToEnter(of states: StateSet) {
    for state in states { addDescendantStatesToEnter(of: state) }
  }

  mutating func addDescendantStatesToEnter(of state: Int) {
    if isHistory(state) { return addHistory(state) }
    entry.states.insert(state)
    switch kind(of: state) {
    case .compound:
      entry.defaults.insert(state)
      add(initial(of: state), upTo: state)
    case .parallel:
      addMissingRegions(of: state)
    case .atomic, .final, .shallowHistory, .deepHistory:
      break
    }
  }

  private mutating func addHistory(_ state: Int) {
    asked.insert(state)
    let parent = parent(of: state)
    if let remembered = remembered(state) { return add(remembered, upTo: parent) }
    let transition = Int(states[state].firstTransition)
    if transition < 0 { return add(initial(of: parent), upTo: parent) }
    entry.historyDefaults.removeAll { $0.state == parent }
    entry.historyDefaults.append((parent, transition))
    add(targets[transition], upTo: parent)
  }

  private mutating func add(_ states: StateSet, upTo limit: Int) {
    addDescendantStatesToEnter(of: states)
    addAncestorStatesToEnter(of: states, upTo: limit)
  }

  private mutating func addAncestorStatesToEnter(of states: StateSet, upTo limit: Int) {
    for state in states { addAncestorStatesToEnter(of: state, upTo: limit) }
  }

  private mutating func addAncestorStatesToEnter(of state: Int, upTo limit: Int) {
    var ancestor = parent(of: state)
    while ancestor >= 0, ancestor != limit {
      entry.states.insert(ancestor)
      if kind(of: ancestor) == .parallel { addMissingRegions(of: ancestor) }
      ancestor = parent(of: ancestor)
    }
  }

  // Never inlined: recursive inlining took a thirtieth of the module's optimiser time.
  @inline(never)
  private mutating func addMissingRegions(of state: Int) {
    var child = state + 1
    while child < end(of: state) {
      if !isHistory(child), entry.states.members(from: child, to: end(of: child)).isEmpty {
        addDescendantStatesToEnter(of: child)
      }
      child = end(of: child)
    }
  }

  // MARK: The table

  private func kind(of state: Int) -> ChartDefinition.State.Kind { states[state].kind }
  private func parent(of state: Int) -> Int { Int(states[state].parent) }
  private func end(of state: Int) -> Int { Int(states[state].end) }
  private func initial(of state: Int) -> StateSet { state < 0 ? StateSet() : initials[state] }

  private func isHistory(_ state: Int) -> Bool { states[state].kind.isHistory }

  private func holds(_ ancestor: Int, _ states: StateSet) -> Bool {
    var others = states
    others.subtract(states.members(from: ancestor + 1, to: end(of: ancestor)))
    return others.isEmpty
  }
}
