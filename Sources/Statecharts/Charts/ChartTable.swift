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
  private(set) var regionNames: [String] = []
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
  /// States whose exit, or entry, does more than change the configuration.
  var busyExits = StateSet()
  var busyEntries = StateSet()

  /// Makes the tables; names that mean no state are left out, and `Chart.findings` tells of them.
  package init(_ chart: ChartDefinition) {
    self.chart = chart
    problem = chart.problem
    var root = ChartDefinition.State("", chart.isParallel ? .parallel : .compound, children: chart.states)
    root.initial = chart.initial
    root.initialActions = chart.initialActions
    var written: [(index: Int, state: ChartDefinition.State)] = []
    append(root, parent: nil, depth: 0, &written)
    for (index, state) in written { resolve(state, at: index) }
    regions = chart.isParallel ? states[0].children : [0]
    regionNames = regions.map { states[$0].name.text }
    let phases = regions.flatMap { states[$0].children }
    executing = StateSet(phases.filter { states[$0].name.text.isExecutingState })
    leafTexts = states.indices.map(leafText)
    if problem == nil { prepareStepping() }
  }

  /// Gives a region that is called as a field is a name of its own in output.
  mutating func tellRegionsApart(from fields: [Name]) {
    for (index, region) in regions.enumerated() where region != 0 {
      let isShared = fields.contains(states[region].name)
      if isShared { regionNames[index] = RegionTitle.marked(states[region].name.text) }
    }
  }

  private mutating func append(
    _ state: ChartDefinition.State, parent: Int?, depth: Int,
    _ written: inout [(index: Int, state: ChartDefinition.State)]
  ) {
    let index = states.count
    states.append(
      State(
        name: Name(state.name), kind: state.kind, parent: parent, depth: depth, initialActions: state.initialActions,
        onEntry: state.onEntry, onExit: state.onExit, invocations: state.invocations, doneData: state.doneData))
    written.append((index, state))
    for child in state.children {
      states[index].children.append(states.count)
      append(child, parent: index, depth: depth + 1, &written)
    }
    states[index].end = states.count
  }

  private mutating func resolve(_ state: ChartDefinition.State, at index: Int) {
    if state.initial.isEmpty {
      let regular = states[index].children.first { !isHistory($0) }
      states[index].initial = state.kind == .compound ? regular.map { [$0] } ?? [] : []
    } else {
      states[index].initial = state.initial.compactMap { target(named: $0, from: index) }
    }
    for transition in state.transitions {
      states[index].transitions.append(transitions.count)
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
      if let found = (around..<states[around].end).first(where: { states[$0].name == name }) {
        return found
      }
      scope = states[around].parent
    }
    return nil
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
