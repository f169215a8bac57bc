/// A chart as flat tables in document order. State 0 is the root.
///
/// Steps use numbers only; names serve construction and output.
package struct ChartTable: Sendable {
  struct State: Sendable {
    var name: Name
    var kind: ChartDefinition.State.Kind
    var parent: Int?
    var children: [Int]
    /// One past the last descendant.
    var end: Int
    var initial: [Int]
    var initialActions: [Code]
    var transitions: [Int]
    var onEntry: [Code]
    var onExit: [Code]
    var entryNames: [String]
    var exitNames: [String]
    var invocations: [ChartDefinition.Invocation]
    var doneData: ChartDefinition.Output?
  }

  struct Transition: Sendable {
    var source: Int
    var trigger: ChartDefinition.Trigger
    var targets: [Int]
    var guardCondition: ChartDefinition.Guard?
    var isInternal: Bool
    var actions: [ChartDefinition.Action]
  }

  package let chart: ChartDefinition
  /// Why the chart cannot run; nil if it can.
  let problem: String?
  var states: [State] = []
  var transitions: [Transition] = []
  /// The root's children if they are parallel, else the root.
  private(set) var regions: [Int] = []
  /// The states of regions in which a command executes.
  private(set) var executing = StateSet()
  private(set) var regionNames: [Name] = []
  /// The text of an atomic state in a region without parallel states, as `on.fast`; else empty.
  private(set) var leafTexts: [String] = []

  /// Each has a column in `cells`, after the column for all other events.
  var events = NameTable()
  /// The first candidate of a state and its ancestors, as an index of `links`; 0 for none.
  var cells = CandidateTable()
  var links: [CandidateLink] = []
  var eventless: [Int32] = []
  var histories: [HistoryRow] = []
  var initialEntry = EntrySet()
  var columns: [Int32] = []
  var doneEvents: [Int32] = []
  var rows: [TransitionRow] = []
  var targets: [StateSet] = []
  var stateRows: [StateRow] = []
  var initials: [StateSet] = []
  var actions: [ChartDefinition.Action] = []
  var guards: [GuardCode] = []
  var atomic = StateSet()
  /// The names that several states have.
  private var sharedNames: Set<Name> = []
  /// States whose exit or entry does more than change the configuration.
  var busyExits = StateSet()
  var busyEntries = StateSet()

  /// Skips names that mean no state; `findings` reports them.
  package init(_ chart: ChartDefinition) {
    self.chart = chart
    let outline = ChartOutline(chart)
    problem = ChartCheck(outline).problem
    for index in outline.rows.indices { append(index, of: outline) }
    regions = chart.isParallel ? states[0].children : [0]
    regionNames = regions.map { states[$0].name }
    let phases = regions.flatMap { states[$0].children }
    executing = StateSet(phases.filter { states[$0].name.text.isExecutingState })
    leafTexts = states.indices.map(leafText)
    let named = states.indices.filter { !isHistory($0) && !regions.contains($0) }
    sharedNames = Set(Dictionary(grouping: named) { states[$0].name }.filter { $1.count > 1 }.keys)
    if problem == nil { prepareStepping() }
  }

  /// Marks a region's name in output if a field has the same name.
  mutating func tellRegionsApart(from fields: [Name]) {
    for (index, region) in regions.enumerated() where region != 0 {
      let isShared = fields.contains(states[region].name)
      if isShared { regionNames[index] = RegionTitle.marked(states[region].name) }
    }
  }

  private mutating func append(_ index: Int, of outline: ChartOutline) {
    let row = outline.rows[index]
    let state = row.state
    let first = state.kind == .compound ? outline.regularChildren(of: index).prefix(1) : []
    let firstTransition = transitions.count
    transitions += row.arrows.map { arrow in
      Transition(
        source: index, trigger: arrow.transition.trigger, targets: arrow.found,
        guardCondition: arrow.transition.guardCondition, isInternal: arrow.transition.isInternal,
        actions: arrow.transition.actions)
    }
    states.append(
      State(
        name: state.name, kind: state.kind, parent: row.parent, children: row.children, end: row.end,
        initial: state.initial.isEmpty ? Array(first) : row.initial.compactMap(\.self),
        initialActions: state.initialActions, transitions: Array(firstTransition..<transitions.count),
        onEntry: state.onEntry, onExit: state.onExit, entryNames: state.entryNames, exitNames: state.exitNames,
        invocations: state.invocations, doneData: state.doneData))
  }

  var fitsWord: Bool { states.count <= 64 }

  func isHistory(_ index: Int) -> Bool { states[index].kind.isHistory }

  func isDescendant(_ index: Int, of ancestor: Int) -> Bool { index > ancestor && index < states[ancestor].end }

  func isAtomic(_ index: Int) -> Bool { states[index].kind == .atomic || states[index].kind == .final }
}

extension ChartTable {
  /// Returns a region's text: `executing`, `on.fast`, `on(left, right)`; empty if it is not active.
  func text(of configuration: StateSet, in region: Int) -> String {
    guard isActive(region, in: configuration) else { return "" }
    return childrenText(of: region, configuration)
  }

  func isActive(_ region: Int, in configuration: StateSet) -> Bool {
    region == 0 ? !configuration.isEmpty : configuration.contains(region)
  }

  /// The path from a region to an atomic state; empty if it crosses a parallel state.
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

/// Distinguishes a region from a field of the same name in output: `login'region idle -> executing`.
package enum RegionTitle {
  private static let mark = "'region"

  static func marked(_ name: Name) -> Name { "\(name)\(mark)" }

  package static func isTitle(_ title: Name, of region: Name) -> Bool {
    if title == region { return true }
    return title.utf8.count == region.utf8.count + mark.utf8.count && title.utf8.starts(with: region.utf8)
      && title.utf8.dropFirst(region.utf8.count).elementsEqual(mark.utf8)
  }
}

/// State names, resolved by one rule for expressions, search targets and laws.
///
/// A name is a state's path below its region, as `active.playing`, or a unique end of that path, as `playing`. A
/// whole path wins over the end of another.
extension ChartTable {
  package func regionTitles(templateName: Name) -> [Name] {
    regions.indices.map { title(ofRegionAt: $0, templateName: templateName) }
  }

  /// Returns all paths that a name can mean in a region. Linear in the states.
  package func statePaths(named name: Name, inRegionAt place: Int) -> [Name] {
    let fits = states(named: name, inRegionAt: place)
    return fits.map { path(of: $0, below: regions[place]) }
  }

  /// Nil if the name has no single meaning there. Linear in the states.
  package func statePath(named name: Name, inRegion region: Name) -> Name? {
    guard let place = place(ofRegion: region) else { return nil }
    let paths = statePaths(named: name, inRegionAt: place)
    return paths.count == 1 ? paths[0] : nil
  }

  package func place(ofRegion name: Name) -> Int? {
    regionTitles(templateName: "").firstIndex { RegionTitle.isTitle($0, of: name) }
  }

  package func statePaths(inRegionAt place: Int) -> [Name] {
    descendants(of: regions[place]).map { path(of: $0, below: regions[place]) }
  }

  /// False if the name is unknown or ambiguous.
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

  /// As findings name it: `login.idle`.
  package func findingName(of state: Int) -> Name { path(of: state, below: 0) }

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

extension ChartTable {
  /// Returns whether a transition of the states or their ancestors is triggered, guards aside.
  func takes(_ event: Name, in states: some Collection<Int>) -> Bool {
    let column = column(of: event)
    return states.contains { cells[$0, column] != 0 }
  }

  /// Returns whether an event's transitions, followed by eventless ones, can enter one of the states.
  func leads(_ event: Name, to states: [Int]) -> Bool {
    var pending = transitions.filter { $0.trigger.matches(event) }.flatMap(\.targets)
    var seen: [Int] = []
    while let state = pending.popLast() {
      if seen.contains(state) { continue }
      if states.contains(where: { isInside(state, $0) }) { return true }
      seen.append(state)
      let eventless = self.states[state].transitions.filter { transitions[$0].trigger == .always }
      pending += self.states[state].initial + eventless.flatMap { transitions[$0].targets }
    }
    return false
  }

  /// Whether a transition receives the answer to a state's request: its source is in the asking region, around it,
  /// or in a region that does not invoke that service.
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

  /// A region's name in output: the template's name for a chart without parallel regions.
  func title(ofRegionAt index: Int, templateName: Name) -> Name {
    regions[index] == 0 ? templateName : regionNames[index]
  }

  /// The regions that accept the event now, else those that ever accept it.
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
    states[state].transitions.contains { transitions[$0].trigger.matches(event) }
  }

  private func isInside(_ state: Int, _ region: Int) -> Bool { state == region || isDescendant(state, of: region) }

  package func leadsSomewhereFromTheStart(_ event: Name) -> Bool {
    (initialEntry.states.states + regions).contains { state in
      states[state].transitions.contains { transitions[$0].trigger.matches(event) && !transitions[$0].targets.isEmpty }
    }
  }
}
