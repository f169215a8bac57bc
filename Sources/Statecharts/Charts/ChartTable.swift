/// A chart as flat tables in document order, for stepping. State 0 is the root.
///
/// Names are met when the tables are made and when something is printed; a step follows numbers only.
package struct ChartTable: Sendable {
  struct State: Sendable {
    var name: Name
    var kind: ChartDefinition.State.Kind
    var parent: Int?
    var depth: Int
    var children: [Int] = []
    /// One past the last descendant: descendants are `index + 1 ..< end`.
    var end = 0
    /// The targets of the initial transition; resolved.
    var initial: [Int] = []
    var initialActions: [Code]
    var transitions: [Int] = []
    var onEntry: [Code]
    var onExit: [Code]
    var invocations: [ChartDefinition.Invocation]
    var doneData: ChartDefinition.Output?
  }

  struct Transition: Sendable {
    var source: Int
    var trigger: ChartDefinition.Trigger
    var targets: [Int] = []
    var guardCondition: ChartDefinition.Guard?
    var isInternal: Bool
    var actions: [ChartDefinition.Action]
  }

  /// What it was made from.
  package let chart: ChartDefinition
  /// Why it cannot run; `nil` when it can.
  let problem: String?
  var states: [State] = []
  var transitions: [Transition] = []
  /// What a trace calls regions: the root's children when they are parallel, else the root's own name.
  private(set) var regions: [Int] = []
  /// The states of regions in which a command was taken and has not ended.
  private(set) var executing = StateSet()
  private(set) var regionNames: [Name] = []
  /// What a trace calls an atomic state in a region without parallel states: `executing`, `on.fast`; else empty.
  private(set) var leafTexts: [String] = []

  // What stepping looks at; see `ChartTable+Stepping`.
  /// The names of the chart's events; a column of `cells` stands for each, and one more for every other event.
  var events = NameTable()
  /// For each state and column the first candidate among it and its ancestors, as a place in `links`; 0 for none.
  var cells = CandidateTable()
  var links: [CandidateLink] = []
  /// For each state the first eventless candidate.
  var eventless: [Int32] = []
  /// Whether some transition needs no event; else the search for one is skipped.
  var hasEventless = false
  /// Whether some state invokes a machine; else nothing is forwarded.
  var invokesMachines = false
  /// The history states, in document order.
  var histories: [HistoryRow] = []
  /// What is entered when the chart starts.
  var initialEntry = EntrySet()
  /// The column of each of the program's events.
  var columns: [Int32] = []
  /// The number in the program of each state's `done.state` event.
  var doneEvents: [Int32] = []
  var rows: [TransitionRow] = []
  /// The targets of each transition.
  var targets: [StateSet] = []
  var stateRows: [StateRow] = []
  /// What each state enters by default.
  var initials: [StateSet] = []
  var actions: [ChartDefinition.Action] = []
  var guards: [GuardCode] = []
  var atomic = StateSet()
  /// The names that several states have.
  private var sharedNames: Set<Name> = []
  /// States whose exit, or entry, does more than change the configuration.
  var busyExits = StateSet()
  var busyEntries = StateSet()

  /// Makes the tables; names that mean no state are left out, and `Chart.findings` tells of them.
  package init(_ chart: ChartDefinition) {
    self.chart = chart
    let outline = ChartOutline(chart)
    problem = ChartCheck(outline).problem
    var root = ChartDefinition.State("", chart.isParallel ? .parallel : .compound, children: chart.states)
    root.initial = chart.initial
    root.initialActions = chart.initialActions
    append(root, parent: nil, depth: 0)
    for (index, row) in outline.rows.enumerated() { resolve(row, at: index) }
    regions = chart.isParallel ? states[0].children : [0]
    regionNames = regions.map { states[$0].name }
    let phases = regions.flatMap { states[$0].children }
    executing = StateSet(phases.filter { states[$0].name.text.isExecutingState })
    leafTexts = states.indices.map(leafText)
    let named = states.indices.filter { !isHistory($0) && !regions.contains($0) }
    sharedNames = Set(Dictionary(grouping: named) { states[$0].name }.filter { $1.count > 1 }.keys)
    if problem == nil { prepareStepping() }
  }

  /// Gives a region that is called as a field is a name of its own in output.
  mutating func tellRegionsApart(from fields: [Name]) {
    for (index, region) in regions.enumerated() where region != 0 {
      let isShared = fields.contains(states[region].name)
      if isShared { regionNames[index] = RegionTitle.marked(states[region].name) }
    }
  }

  private mutating func append(_ state: ChartDefinition.State, parent: Int?, depth: Int) {
    let index = states.count
    states.append(
      State(
        name: state.name, kind: state.kind, parent: parent, depth: depth, initialActions: state.initialActions,
        onEntry: state.onEntry, onExit: state.onExit, invocations: state.invocations, doneData: state.doneData))
    for child in state.children {
      states[index].children.append(states.count)
      append(child, parent: index, depth: depth + 1)
    }
    states[index].end = states.count
  }

  private mutating func resolve(_ row: ChartOutline.Row, at index: Int) {
    let first = row.state.kind == .compound ? states[index].children.first { !isHistory($0) } : nil
    states[index].initial = row.state.initial.isEmpty ? first.map { [$0] } ?? [] : row.initial.compactMap(\.self)
    for arrow in row.arrows {
      states[index].transitions.append(transitions.count)
      transitions.append(
        Transition(
          source: index, trigger: arrow.transition.trigger, targets: arrow.found,
          guardCondition: arrow.transition.guardCondition, isInternal: arrow.transition.isInternal,
          actions: arrow.transition.actions))
    }
  }

  /// Whether a word holds a bit for each state.
  var fitsWord: Bool { states.count <= 64 }

  func isHistory(_ index: Int) -> Bool {
    states[index].kind == .shallowHistory || states[index].kind == .deepHistory
  }

  /// Returns whether a state lies below another.
  func isDescendant(_ index: Int, of ancestor: Int) -> Bool { index > ancestor && index < states[ancestor].end }

  func isAtomic(_ index: Int) -> Bool { states[index].kind == .atomic || states[index].kind == .final }
}

extension ChartTable {
  /// Returns what a configuration says of a region: `executing`, `on.fast`, `on(left, right)`.
  ///
  /// - Returns: An empty text when the region is not active.
  func text(of configuration: StateSet, in region: Int) -> String {
    guard isActive(region, in: configuration) else { return "" }
    return childrenText(of: region, configuration)
  }

  /// Whether a region is active; the chart's root is as soon as anything is.
  func isActive(_ region: Int, in configuration: StateSet) -> Bool {
    region == 0 ? !configuration.isEmpty : configuration.contains(region)
  }

  /// The names from a region down to one of its atomic states; empty when a parallel state is on the way.
  func leafText(of leaf: Int) -> String {
    guard isAtomic(leaf) else { return "" }
    var text = states[leaf].name
    var next = states[leaf].parent
    while let state = next, !regions.contains(state) {
      if states[state].kind == .parallel { return "" }
      text = "\(states[state].name).\(text)"
      next = states[state].parent
    }
    return next.map { states[$0].kind == .parallel } == true ? "" : text.text
  }

  private func childrenText(of state: Int, _ configuration: StateSet) -> String {
    let active = states[state].children.filter(configuration.contains)
    if states[state].kind == .parallel {
      let parts = active.map { text(from: $0, configuration) }
      return parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))"
    }
    return active.first.map { text(from: $0, configuration) } ?? ""
  }

  private func text(from state: Int, _ configuration: StateSet) -> String {
    let below = childrenText(of: state, configuration)
    if below.isEmpty { return states[state].name.text }
    return states[state].kind == .parallel ? "\(states[state].name)\(below)" : "\(states[state].name).\(below)"
  }
}

/// How output tells a region from a field of the same name: `login'region idle -> executing`.
package enum RegionTitle {
  private static let mark = "'region"

  static func marked(_ name: Name) -> Name { "\(name)\(mark)" }

  /// Whether a title in output is that of the region with this name.
  package static func isTitle(_ title: Name, of region: Name) -> Bool {
    if title == region { return true }
    return title.utf8.count == region.utf8.count + mark.utf8.count && title.utf8.starts(with: region.utf8)
      && title.utf8.dropFirst(region.utf8.count).elementsEqual(mark.utf8)
  }
}

/// Which state a name means: one rule for expressions, targets of a search, laws and whatever else names states.
///
/// Within a region a state is written by its path below the region, as `active.playing`, or by the end of that path, as
/// `playing`, where only one state has it. The whole path of one state wins over the end of another's.
extension ChartTable {
  /// The regions as a trace names them, in document order; the places are what the other functions take.
  package func regionTitles(templateName: Name) -> [Name] {
    regions.indices.map { title(ofRegionAt: $0, templateName: templateName) }
  }

  /// Returns the paths of the states that a name means within a region: one where it is unique, none where it is unknown, and
  /// all choices where it is ambiguous. Linear in the states.
  package func statePaths(named name: Name, inRegionAt place: Int) -> [Name] {
    let fits = states(named: name, inRegionAt: place)
    return fits.map { path(of: $0, below: regions[place]) }
  }

  /// The paths of all states of a region, in document order; history states are none.
  package func statePaths(inRegionAt place: Int) -> [Name] {
    descendants(of: regions[place]).map { path(of: $0, below: regions[place]) }
  }

  /// Whether a configuration is in the state that a name means within a region, or in a state below it; false where it means
  /// none or several.
  package func isIn(_ name: Name, ofRegionAt place: Int, _ configuration: [Int]) -> Bool {
    let fits = states(named: name, inRegionAt: place)
    return fits.count == 1 && configuration.contains(fits[0])
  }

  func states(named name: Name, inRegionAt place: Int) -> [Int] {
    var ends: [Int] = []
    for state in descendants(of: regions[place]) {
      switch match(state, name, below: regions[place]) {
      case .whole: return [state]
      case .end: ends.append(state)
      case nil: break
      }
    }
    return ends
  }

  private func descendants(of region: Int) -> [Int] {
    (region + 1..<max(region + 1, states[region].end)).filter { !isHistory($0) }
  }

  private func path(of state: Int, below region: Int) -> Name {
    var names: [Name] = []
    var next: Int? = state
    while let current = next, current != region {
      names.append(states[current].name)
      next = states[current].parent
    }
    return Name(names.reversed().joined(separator: "."))
  }

  private enum Match { case whole, end }

  private func match(_ state: Int, _ name: Name, below region: Int) -> Match? {
    guard let top = top(of: name, from: state), isDescendant(top, of: region) else { return nil }
    return states[top].parent == region ? .whole : .end
  }

  private func top(of name: Name, from state: Int) -> Int? {
    StatePath.top(of: name, from: state, parent: { states[$0].parent }, name: { states[$0].name })
  }
}

/// Who takes an event, and where it leads.
extension ChartTable {
  /// Returns whether a transition of one of the states, or of those around it, is triggered by an event, its guard aside.
  func takes(_ event: Name, in states: some Collection<Int>) -> Bool {
    let column = column(of: event)
    return states.contains { cells[$0, column] != 0 }
  }

  /// Returns whether some transition takes an event and leads, eventless transitions included, into one of the states.
  func leads(_ event: Name, to states: [Int]) -> Bool {
    var pending = transitions.filter { row in
      if case .event(let descriptors) = row.trigger { EventDescriptor.matches(descriptors, event) } else { false }
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

  /// Returns whether a transition hears the answer of a service to what a state asked: its source is in the region that asked,
  /// around it, or in a region in which nobody asks that service.
  func hears(_ source: Int, answerOf service: Name, to asker: Int) -> Bool {
    var region = source
    while let parent = states[region].parent {
      if asker == parent || isDescendant(asker, of: parent) {
        if states[parent].kind != .parallel || asker == parent { return true }
        return asker == region || isDescendant(asker, of: region) || !asks(service, in: region)
      }
      region = parent
    }
    return true
  }

  private func asks(_ service: Name, in region: Int) -> Bool {
    (region..<states[region].end).contains { state in
      states[state].invocations.contains { $0.kind == .service && $0.name == service }
    }
  }

  /// Whether some state invokes a machine that hears every event.
  package var forwardsEvents: Bool { states.contains { $0.invocations.contains(where: \.forwardsEvents) } }

  func isInFinalState(_ state: Int, _ configuration: StateSet) -> Bool {
    switch states[state].kind {
    case .compound: states[state].children.contains { states[$0].kind == .final && configuration.contains($0) }
    case .parallel: states[state].children.allSatisfy { isHistory($0) || isInFinalState($0, configuration) }
    case .atomic, .final, .shallowHistory, .deepHistory: false
    }
  }

  /// The paths of the states of a name that several states have; empty for other names.
  func choices(of name: Name) -> [String] {
    guard sharedNames.contains(name) else { return [] }
    return states.indices.filter { states[$0].name == name && !isHistory($0) }.map { path(of: $0, below: 0).text }
  }

  /// Returns whether a state of a name, or with the end of its path, is active; nil where the chart has no such state.
  func isIn(_ name: Name, _ configuration: StateSet) -> Bool? {
    if states.indices.contains(where: { configuration.contains($0) && states[$0].name == name }) {
      return true
    }
    if states.contains(where: { $0.name == name }) { return false }
    let meant = states.indices.filter { top(of: name, from: $0) != nil }
    let whole = meant.filter { state in
      top(of: name, from: state).flatMap { states[$0].parent }.map { $0 == 0 || regions.contains($0) } ?? false
    }
    return meant.isEmpty ? nil : (whole.isEmpty ? meant : whole).contains(where: configuration.contains)
  }

  /// What output calls a region: the template's name stands for the only one of a chart without parallel ones.
  func title(ofRegionAt index: Int, templateName: Name) -> Name {
    regions[index] == 0 ? templateName : regionNames[index]
  }

  /// The regions that take an event where they stand now, else those that take it anywhere, with the state that each is in.
  package func regions(
    taking event: Name, _ configuration: [Int], templateName: Name
  ) -> [(region: Name, state: String)] {
    let active = StateSet(configuration)
    let takers = Set(states.indices.filter { takes(event, in: $0) })
    let all = regions.indices.filter { index in takers.contains { isInside($0, regions[index]) } }
    let now = all.filter { index in takers.contains { active.contains($0) && isInside($0, regions[index]) } }
    return (now.isEmpty ? all : now).map { index in
      (title(ofRegionAt: index, templateName: templateName), text(of: active, in: regions[index]))
    }
  }

  private func takes(_ event: Name, in state: Int) -> Bool {
    states[state].transitions.contains { isTriggered($0, by: event) }
  }

  private func isTriggered(_ transition: Int, by event: Name) -> Bool {
    guard case .event(let descriptor) = transitions[transition].trigger else { return false }
    return EventDescriptor.matches(descriptor, event)
  }

  private func isInside(_ state: Int, _ region: Int) -> Bool { state == region || isDescendant(state, of: region) }

  /// Whether an event leads to a state as soon as the chart has started, or all the while a region is active.
  package func leadsSomewhereFromTheStart(_ event: Name) -> Bool {
    (initialEntry.states.states + regions).contains { state in
      states[state].transitions.contains { isTriggered($0, by: event) && !transitions[$0].targets.isEmpty }
    }
  }
}
