/// The states that a microstep enters, and the default content that runs with some of them.
struct EntrySet: Sendable {
  var states = StateSet()
  /// Compound states entered by default: their initial transition's content runs.
  var defaults = StateSet()
  /// Transitions of history states that remembered nothing, whose content runs behind the entry of the history's parent.
  var historyDefaults: [(state: Int, transition: Int)] = []
}

/// Finds what transitions enter: the Recommendation's `computeEntrySet` with what it calls.
struct EntryWalk {
  private let table: UnsafePointer<ChartTable>
  private let history: [HistoryEntry]
  private(set) var entry = EntrySet()
  /// Whether a history state was asked, so that the result holds for this moment only.
  private(set) var metHistory = false
  /// Whether more than one was.
  private(set) var metOthers = false
  private var met = -1

  /// Makes a walk over a table, which must outlive it.
  init(_ table: UnsafePointer<ChartTable>, history: [HistoryEntry]) {
    self.table = table
    self.history = history
  }

  /// Adds the states that a transition enters.
  mutating func add(_ transition: Int) {
    let targets = targets(of: transition)
    if targets.isEmpty { return }
    addDescendants(of: targets)
    let domain = domain(of: transition)
    addAncestors(of: effectiveTargets(of: transition), upTo: domain)
    // The root is no proper ancestor of a domain, yet its regions are parallel like any other's.
    if domain == 0, kind(of: 0) == .parallel { addMissingRegions(of: 0) }
  }

  /// Adds what is entered by default with a state; with the root, what is entered when the chart starts.
  mutating func addDefault(of state: Int) { addDescendants(of: state) }

  /// The state inside which a transition happens, `getTransitionDomain`: its source when it is internal and stays below,
  /// else the nearest compound ancestor of source and targets.
  mutating func domain(of transition: Int) -> Int {
    let source = Int(table.pointee.rows[transition].source)
    let targets = effectiveTargets(of: transition)
    if table.pointee.rows[transition].isInternal, kind(of: source) == .compound, holds(source, targets) {
      return source
    }
    var ancestor = parent(of: source)
    while ancestor >= 0 {
      if kind(of: ancestor) == .compound, holds(ancestor, targets) { return ancestor }
      ancestor = parent(of: ancestor)
    }
    return 0
  }

  /// The targets of a transition with what history states stand for, `getEffectiveTargetStates`.
  private mutating func effectiveTargets(of transition: Int) -> StateSet {
    let targets = targets(of: transition)
    var result = StateSet()
    var next = targets.next(from: 0)
    while let target = next {
      next = targets.next(from: target + 1)
      if isHistory(target) { result.formUnion(meaning(of: target)) } else { result.insert(target) }
    }
    return result
  }

  private mutating func meaning(of history: Int) -> StateSet {
    if let remembered = remembered(history) { return remembered }
    let transition = table.pointee.stateRows[history].firstTransition
    return transition >= 0 ? effectiveTargets(of: Int(transition)) : initial(of: parent(of: history))
  }

  private mutating func remembered(_ state: Int) -> StateSet? {
    metHistory = true
    if met >= 0, met != state { metOthers = true }
    met = state
    for entry in history where entry.state == state { return entry.remembered }
    return nil
  }

  private mutating func addDescendants(of states: StateSet) {
    var next = states.next(from: 0)
    while let state = next {
      next = states.next(from: state + 1)
      addDescendants(of: state)
    }
  }

  private mutating func addDescendants(of state: Int) {
    if isHistory(state) { return addHistory(state) }
    entry.states.insert(state)
    switch kind(of: state) {
    case .compound:
      entry.defaults.insert(state)
      addDescendants(of: initial(of: state))
      addAncestors(of: initial(of: state), upTo: state)
    case .parallel:
      addMissingRegions(of: state)
    case .atomic, .final, .shallowHistory, .deepHistory:
      break
    }
  }

  private mutating func addHistory(_ state: Int) {
    let parent = parent(of: state)
    if let remembered = remembered(state) { return add(remembered, upTo: parent) }
    let transition = Int(table.pointee.stateRows[state].firstTransition)
    if transition < 0 { return add(initial(of: parent), upTo: parent) }
    entry.historyDefaults.removeAll { $0.state == parent }
    entry.historyDefaults.append((parent, transition))
    add(targets(of: transition), upTo: parent)
  }

  private mutating func add(_ states: StateSet, upTo limit: Int) {
    addDescendants(of: states)
    addAncestors(of: states, upTo: limit)
  }

  private mutating func addAncestors(of states: StateSet, upTo limit: Int) {
    var next = states.next(from: 0)
    while let state = next {
      next = states.next(from: state + 1)
      addAncestors(of: state, upTo: limit)
    }
  }

  private mutating func addAncestors(of state: Int, upTo limit: Int) {
    var ancestor = parent(of: state)
    while ancestor >= 0, ancestor != limit {
      entry.states.insert(ancestor)
      if kind(of: ancestor) == .parallel { addMissingRegions(of: ancestor) }
      ancestor = parent(of: ancestor)
    }
  }

  private mutating func addMissingRegions(of state: Int) {
    var child = state + 1
    while child < end(of: state) {
      if !isHistory(child), entry.states.members(from: child, to: end(of: child)).isEmpty { addDescendants(of: child) }
      child = end(of: child)
    }
  }

  // MARK: The table

  private func kind(of state: Int) -> Chart.State.Kind { table.pointee.stateRows[state].kind }
  /// The state around a state; -1 for the root.
  private func parent(of state: Int) -> Int { Int(table.pointee.stateRows[state].parent) }
  private func end(of state: Int) -> Int { Int(table.pointee.stateRows[state].end) }
  private func initial(of state: Int) -> StateSet { state < 0 ? StateSet() : table.pointee.initials[state] }
  private func targets(of transition: Int) -> StateSet { table.pointee.targets[transition] }

  private func isHistory(_ state: Int) -> Bool {
    switch kind(of: state) {
    case .shallowHistory, .deepHistory: true
    case .atomic, .compound, .parallel, .final: false
    }
  }

  private func holds(_ ancestor: Int, _ states: StateSet) -> Bool {
    var others = states
    others.subtract(states.members(from: ancestor + 1, to: end(of: ancestor)))
    return others.isEmpty
  }
}
