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

  /// Makes a walk over a table, which must outlive it.
  init(_ table: UnsafePointer<ChartTable>, history: [HistoryEntry]) {
    self.table = table
    self.history = history
  }

  /// Adds the states that a transition enters.
  mutating func add(_ transition: Int) {
    let targets = table.pointee.transitions[transition].targets
    if targets.isEmpty { return }
    for target in targets { addDescendants(of: target) }
    let domain = domain(of: transition)
    for target in effectiveTargets(of: transition) { addAncestors(of: target, upTo: domain) }
    // The root is no proper ancestor of a domain, yet its regions are parallel like any other's.
    if domain == 0, table.pointee.states[0].kind == .parallel { addMissingRegions(of: 0) }
  }

  /// Adds what is entered when the chart starts.
  mutating func addInitial() { addDescendants(of: 0) }

  /// The state inside which a transition happens, `getTransitionDomain`: its source when it is internal and stays below,
  /// else the nearest compound ancestor of source and targets.
  mutating func domain(of transition: Int) -> Int {
    let row = table.pointee.transitions[transition]
    let targets = effectiveTargets(of: transition)
    if row.isInternal, table.pointee.states[row.source].kind == .compound,
      targets.allSatisfy({ table.pointee.isDescendant($0, of: row.source) })
    {
      return row.source
    }
    var next = table.pointee.states[row.source].parent
    while let ancestor = next {
      if table.pointee.states[ancestor].kind == .compound,
        targets.allSatisfy({ table.pointee.isDescendant($0, of: ancestor) })
      {
        return ancestor
      }
      next = table.pointee.states[ancestor].parent
    }
    return 0
  }

  /// The targets of a transition with what history states stand for, `getEffectiveTargetStates`.
  private mutating func effectiveTargets(of transition: Int) -> [Int] {
    var result: [Int] = []
    for target in table.pointee.transitions[transition].targets {
      for state in meaning(of: target) where !result.contains(state) { result.append(state) }
    }
    return result
  }

  private mutating func meaning(of target: Int) -> [Int] {
    guard table.pointee.isHistory(target) else { return [target] }
    if let remembered = remembered(target) { return remembered }
    if let transition = table.pointee.states[target].transitions.first { return effectiveTargets(of: transition) }
    return initial(around: target)
  }

  private mutating func remembered(_ state: Int) -> [Int]? {
    metHistory = true
    return history.first { $0.state == state }?.remembered.states
  }

  /// What a history state without a default stands for.
  private func initial(around history: Int) -> [Int] {
    table.pointee.states[history].parent.map { table.pointee.states[$0].initial } ?? []
  }

  private mutating func addDescendants(of state: Int) {
    if table.pointee.isHistory(state) { return addHistory(state) }
    entry.states.insert(state)
    switch table.pointee.states[state].kind {
    case .compound:
      entry.defaults.insert(state)
      for target in table.pointee.states[state].initial { addDescendants(of: target) }
      for target in table.pointee.states[state].initial { addAncestors(of: target, upTo: state) }
    case .parallel:
      addMissingRegions(of: state)
    case .atomic, .final, .shallowHistory, .deepHistory:
      break
    }
  }

  private mutating func addHistory(_ state: Int) {
    guard let parent = table.pointee.states[state].parent else { return }
    var targets = remembered(state)
    if targets == nil, let transition = table.pointee.states[state].transitions.first {
      entry.historyDefaults.removeAll { $0.state == parent }
      entry.historyDefaults.append((parent, transition))
      targets = table.pointee.transitions[transition].targets
    }
    let meant = targets ?? initial(around: state)
    for target in meant { addDescendants(of: target) }
    for target in meant { addAncestors(of: target, upTo: parent) }
  }

  private mutating func addAncestors(of state: Int, upTo limit: Int) {
    var next = table.pointee.states[state].parent
    while let ancestor = next, ancestor != limit {
      entry.states.insert(ancestor)
      if table.pointee.states[ancestor].kind == .parallel { addMissingRegions(of: ancestor) }
      next = table.pointee.states[ancestor].parent
    }
  }

  private mutating func addMissingRegions(of state: Int) {
    for child in table.pointee.states[state].children where !table.pointee.isHistory(child) {
      if entry.states.members(from: child, to: table.pointee.states[child].end).isEmpty { addDescendants(of: child) }
    }
  }
}
