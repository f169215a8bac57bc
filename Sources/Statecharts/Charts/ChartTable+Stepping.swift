/// The part of a transition that stepping needs, without references.
struct TransitionRow: Sendable {
  var source: Int32
  /// The index of its guard; -1 without one.
  var condition: Int32
  var exitLow: Int32 = 0
  var exitHigh: Int32 = 0
  var isInternal: Bool
  var actionsLow: Int32 = 0
  var actionsHigh: Int32 = 0
  var hasMovingDomain = false
  /// Whether `plan` holds its exits and entries, except what a deep history state remembers.
  var isPlanned = false
  var recalls: Int32 = -1
  var recallMask: UInt64 = 0
  var plan = WordPlan()
}

/// The part of a state that computing an entry set needs, without references.
struct StateRow: Sendable {
  var parent: Int32
  /// One past the last descendant.
  var end: Int32
  var firstTransition: Int32
  var kind: ChartDefinition.State.Kind
}

struct HistoryRow: Sendable {
  var state: Int
  var parent: Int
  var range: StateSet
}

/// A candidate transition and the next one to try if its guard fails. The state's own transitions come first, then
/// those of its ancestors. Descendants share their ancestors' part of the list.
struct CandidateLink: Sendable {
  var transition: Int32
  var condition: Int32 = -1
  var next: Int32

  var isSure: Bool { transition >= 0 && condition < 0 }
}

/// The first candidate of each state and event: a dense table, or sorted columns for each state if the table would
/// be mostly empty.
struct CandidateTable: Sendable {
  private(set) var dense: [Int32]? = []
  private(set) var columns = 0
  private var sparse: [[(column: Int32, link: Int32)]] = []
  private static let largestDense = 1 << 20

  init() {}

  init(states: Int, columns: Int) {
    self.columns = columns
    if states * columns <= CandidateTable.largestDense {
      dense = Array(repeating: 0, count: states * columns)
    } else {
      dense = nil
      sparse = Array(repeating: [], count: states)
    }
  }

  subscript(state: Int, column: Int) -> Int32 {
    dense.map { $0[state * columns + column] } ?? find(state, column)
  }

  mutating func set(_ state: Int, _ cells: [(column: Int32, link: Int32)]) {
    if dense != nil {
      for cell in cells { dense?[state * columns + Int(cell.column)] = cell.link }
    } else {
      sparse[state] = cells
    }
  }

  private func find(_ state: Int, _ column: Int) -> Int32 {
    let row = sparse[state]
    let place = row.partitioningIndex { Int($0.column) >= column }
    return place < row.count && Int(row[place].column) == column ? row[place].link : 0
  }
}

extension ChartTable {
  /// The column of events that only `*` matches.
  static let otherEvents = 0

  /// The column of the longest prefix that a descriptor names. The same descriptors match the event and this
  /// prefix.
  func column(of event: Name) -> Int { events.longestPrefix(of: event).map { $0 + 1 } ?? ChartTable.otherEvents }

  mutating func prepareStepping() {
    for transition in transitions {
      guard case .event(let text) = transition.trigger else { continue }
      for descriptor in EventDescriptor.list(text) where descriptor != "*" { events.insert(descriptor) }
    }
    links = [CandidateLink(transition: -1, next: 0)]
    makeCandidates()
    makeRows()
    var walk = EntryWalk(self, history: [])
    walk.addDescendantStatesToEnter(of: 0)
    initialEntry = walk.entry
    for index in states.indices {
      if isAtomic(index) { atomic.insert(index) }
      if isHistory(index), let parent = states[index].parent { histories.append(history(index, below: parent)) }
      if hasExitWork(index) { busyExits.insert(index) }
      if hasEntryWork(index) { busyEntries.insert(index) }
    }
    rows = rows.indices.map(planned)
  }

  private func history(_ state: Int, below parent: Int) -> HistoryRow {
    let isDeep = states[state].kind == .deepHistory
    let range = (parent + 1..<states[parent].end).filter { isDeep ? isAtomic($0) : states[$0].parent == parent }
    return HistoryRow(state: state, parent: parent, range: StateSet(range))
  }

  private func isDelayed(_ state: Int) -> Bool {
    states[state].transitions.contains { if case .after = transitions[$0].trigger { true } else { false } }
  }

  private func hasExitWork(_ index: Int) -> Bool {
    let state = states[index]
    return !state.onExit.isEmpty || !state.invocations.isEmpty || isDelayed(index)
  }

  private func hasEntryWork(_ index: Int) -> Bool {
    let state = states[index]
    return !state.onEntry.isEmpty || !state.invocations.isEmpty || isDelayed(index) || state.kind == .final
      || !state.initialActions.isEmpty
  }

  var eventNames: [Name] {
    events.names + states.map { "done.state.\($0.name)" }
      + states.flatMap(\.invocations).map { "done.invoke.\($0.id)" }
  }

  mutating func adopt(_ names: NameTable) {
    columns = names.names.map { Int32(column(of: $0)) }
    doneEvents = states.map { Int32(names["done.state.\($0.name)"] ?? 0) }
  }

  // MARK: Candidates

  private mutating func makeCandidates() {
    let columns = events.names.count + 1
    cells = CandidateTable(states: states.count, columns: columns)
    eventless = Array(repeating: 0, count: states.count)
    var heads: [[(column: Int32, link: Int32)]] = Array(repeating: [], count: states.count)
    let columnsByDescriptor = columnsByDescriptor
    for index in states.indices where !isHistory(index) {
      let above = states[index].parent.map { heads[$0] } ?? []
      heads[index] = candidates(of: index, above, columnsByDescriptor)
      cells.set(index, heads[index])
      eventless[index] = chain(
        states[index].transitions.filter { transitions[$0].trigger == .always },
        before: states[index].parent.map { eventless[$0] } ?? 0)
    }
  }

  private mutating func candidates(
    of state: Int, _ above: [(column: Int32, link: Int32)], _ columns: [Name: [Int32]]
  ) -> [(column: Int32, link: Int32)] {
    var own: [Int32: [Int]] = [:]
    for transition in states[state].transitions {
      guard case .event(let text) = transitions[transition].trigger else { continue }
      for column in Set(EventDescriptor.list(text).flatMap { columns[$0] ?? [] }) {
        own[column, default: []].append(transition)
      }
    }
    if own.isEmpty { return above }
    let inherited = Dictionary(uniqueKeysWithValues: above.map { ($0.column, $0.link) })
    let found = Set(own.keys).union(inherited.keys).sorted()
    return found.map { ($0, chain(own[$0] ?? [], before: inherited[$0] ?? 0)) }
  }

  private mutating func chain(_ own: [Int], before tail: Int32) -> Int32 {
    var head = tail
    for transition in own.reversed() {
      links.append(CandidateLink(transition: Int32(transition), next: head))
      head = Int32(links.count - 1)
    }
    return head
  }

  /// The events that each descriptor means: every name, each prefix of it that ends before a dot, and `*`.
  private var columnsByDescriptor: [Name: [Int32]] {
    var columns: [Name: [Int32]] = ["*": [0]]
    for (index, event) in events.names.enumerated() {
      var descriptor: Name? = event
      while let meaning = descriptor {
        columns[meaning, default: []].append(Int32(index + 1))
        descriptor = EventDescriptor.parent(of: meaning)
      }
      columns["*", default: []].append(Int32(index + 1))
    }
    return columns
  }

  // MARK: Rows

  private mutating func makeRows() {
    stateRows = states.map { state in
      StateRow(
        parent: Int32(state.parent ?? -1), end: Int32(state.end), firstTransition: Int32(state.transitions.first ?? -1),
        kind: state.kind)
    }
    initials = states.map { StateSet($0.initial) }
    targets = transitions.map { StateSet($0.targets) }
    for transition in transitions {
      var row = TransitionRow(
        source: Int32(transition.source), condition: -1, isInternal: transition.isInternal)
      row.actionsLow = Int32(actions.count)
      actions += transition.actions
      row.actionsHigh = Int32(actions.count)
      if let condition = transition.guardCondition {
        row.condition = Int32(guards.count)
        guards.append(GuardCode(condition.holds))
      }
      rows.append(row)
    }
    for index in links.indices where links[index].transition >= 0 {
      links[index].condition = rows[Int(links[index].transition)].condition
    }
  }

  /// Precomputes the exits and entries of a transition if no history state affects them.
  private func planned(_ index: Int) -> TransitionRow {
    let transition = transitions[index]
    var row = rows[index]
    row.isPlanned = transition.targets.isEmpty
    row.plan.isSimple = row.isPlanned
    row.plan.hasContent = !transition.actions.isEmpty
    if row.isPlanned || isHistory(transition.source) { return row }
    var walk = EntryWalk(self, history: [])
    let domain = walk.transitionDomain(of: index)
    row.exitLow = Int32(domain + 1)
    row.exitHigh = Int32(states[domain].end)
    // A history state's memory is below its parent, so it changes the domain only if the source is there, too.
    row.hasMovingDomain = transition.targets.contains { target in
      isHistory(target) && states[target].parent.map { isDescendant(transition.source, of: $0) } ?? false
    }
    if row.hasMovingDomain || !fitsWord { return row }
    let exits = StateSet(domain + 1..<states[domain].end)
    row.plan.exits = exits.first
    walk.add(index)
    if !walk.asked.isEmpty { return recalling(index, row) }
    row.isPlanned = true
    row.plan.entries = walk.entry.states.first
    row.plan.defaults = walk.entry.defaults.first
    row.plan.isSimple =
      exits.isDisjoint(with: busyExits) && walk.entry.states.isDisjoint(with: busyEntries)
      && !histories.contains { exits.contains($0.parent) }
    return row
  }

  /// Precomputes the entries of a transition into a deep history state, except the remembered part.
  private func recalling(_ index: Int, _ row: TransitionRow) -> TransitionRow {
    guard transitions[index].targets.count == 1,
      let place = histories.firstIndex(where: { $0.state == transitions[index].targets[0] }),
      states[histories[place].state].kind == .deepHistory
    else { return row }
    let (history, parent) = (histories[place].state, histories[place].parent)
    var inside = EntryWalk(self, history: [])
    inside.addDescendantStatesToEnter(of: parent)
    var remembered = inside.entry.states
    remembered.formIntersection(atomic)
    var walk = EntryWalk(self, history: [HistoryValue(state: history, remembered: remembered)])
    walk.add(index)
    guard inside.asked.isEmpty, walk.asked == StateSet([history]) else { return row }
    var row = row
    row.isPlanned = true
    row.recalls = Int32(place)
    row.recallMask = StateSet(parent + 1..<states[parent].end).first
    row.plan.entries = walk.entry.states.first & ~row.recallMask
    row.plan.defaults = walk.entry.defaults.first & ~row.recallMask
    return row
  }
}
