/// A chart as whoever draws it reads it: states and transitions in document order, targets resolved, code as words.
///
/// Its states are numbered as those of a snapshot's configuration; state 0 is the root, which has no name of its own.
public struct ChartDescription: Hashable, Sendable {
  public struct State: Hashable, Sendable {
    public var name: String
    public var kind: ChartDefinition.State.Kind
    /// The state around it; `nil` for the root.
    public var parent: Int?
    public var children: [Int] = []
    /// What is entered by default: a child or deeper states.
    public var initial: [Int] = []
    /// The transitions that leave it, by index; the first of a history state is its default.
    public var transitions: [Int] = []
    /// The services and machines that run while it is active.
    public var invocations: [String] = []
    /// What it does when it is entered, one word each.
    public var entryActions: [String] = []
    /// What it does when it is left.
    public var exitActions: [String] = []

    public init(_ name: String, _ kind: ChartDefinition.State.Kind, parent: Int?) {
      self.name = name
      self.kind = kind
      self.parent = parent
    }

    public var isHistory: Bool { kind == .shallowHistory || kind == .deepHistory }
  }

  public struct Transition: Hashable, Sendable {
    public var source: Int
    public var trigger: ChartDefinition.Trigger
    /// Empty for a transition that only acts.
    public var targets: [Int]
    public var guardName: String?
    public var isInternal: Bool
    /// What it does, one word each: code has no other name than `code`.
    public var actions: [String]

    public init(
      _ source: Int, _ trigger: ChartDefinition.Trigger, to targets: [Int], when guardName: String? = nil,
      isInternal: Bool = false, actions: [String] = []
    ) {
      self.source = source
      self.trigger = trigger
      self.targets = targets
      self.guardName = guardName
      self.isInternal = isInternal
      self.actions = actions
    }
  }

  public var states: [State]
  /// In document order.
  public var transitions: [Transition]

  public init(states: [State], transitions: [Transition]) {
    self.states = states
    self.transitions = transitions
  }

  /// Describes a chart by itself.
  public init(_ chart: ChartDefinition) { self = ChartTable(chart).description }
}

extension ChartTable {
  /// The chart as data without code. Linear in its size.
  public var description: ChartDescription {
    ChartDescription(states: states.map(describe), transitions: transitions.map(describe))
  }

  private func describe(_ state: State) -> ChartDescription.State {
    var result = ChartDescription.State(state.name, state.kind, parent: state.parent)
    result.children = state.children
    result.initial = state.initial
    result.transitions = state.transitions
    result.invocations = state.invocations.map(\.id)
    result.entryActions = state.onEntry.map { _ in "code" }
    result.exitActions = state.onExit.map { _ in "code" }
    return result
  }

  private func describe(_ row: Transition) -> ChartDescription.Transition {
    ChartDescription.Transition(
      row.source, row.trigger, to: row.targets, when: row.guardCondition?.name, isInternal: row.isInternal,
      actions: row.actions.map { _ in "code" })
  }
}
