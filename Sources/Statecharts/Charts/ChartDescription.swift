/// A chart as whoever draws it reads it: states and transitions in document order, targets resolved, code as words.
///
/// Its states are numbered as those of a snapshot's configuration; state 0 is the root, which has no name of its own.
package struct ChartDescription: Hashable, Sendable {
  package struct State: Hashable, Sendable {
    package var name: Name
    package var kind: ChartDefinition.State.Kind
    /// The state around it; `nil` for the root.
    package var parent: Int?
    package var children: [Int] = []
    /// What is entered by default: a child or deeper states.
    package var initial: [Int] = []
    /// The transitions that leave it, by index; the first of a history state is its default.
    package var transitions: [Int] = []
    /// The services and machines that run while it is active.
    package var invocations: [Name] = []
    /// What it does when it is entered, one word each.
    package var entryActions: [String] = []
    /// What it does when it is left.
    package var exitActions: [String] = []

    package init(_ name: Name, _ kind: ChartDefinition.State.Kind, parent: Int?) {
      self.name = name
      self.kind = kind
      self.parent = parent
    }

    package var isHistory: Bool { kind == .shallowHistory || kind == .deepHistory }
  }

  package struct Transition: Hashable, Sendable {
    package var source: Int
    package var trigger: ChartDefinition.Trigger
    /// Empty for a transition that only acts.
    package var targets: [Int]
    package var guardName: Name?
    package var isInternal: Bool
    /// What it does, one word each: code has no other name than `code`.
    package var actions: [String]

    package init(
      _ source: Int, _ trigger: ChartDefinition.Trigger, to targets: [Int], when guardName: Name? = nil,
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

  package var states: [State]
  /// In document order.
  package var transitions: [Transition]

  package init(states: [State], transitions: [Transition]) {
    self.states = states
    self.transitions = transitions
  }

  /// Describes a chart by itself.
  package init(_ chart: ChartDefinition) { self = ChartTable(chart).description }
}

extension ChartTable {
  /// The chart as data without code. Linear in its size.
  package var description: ChartDescription {
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
