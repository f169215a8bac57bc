/// A chart for diagrams, with targets resolved and code as words. State numbers are those of configurations; 0 is
/// the root.
package struct ChartDescription: Hashable, Sendable {
  package struct State: Hashable, Sendable {
    package var name: Name
    package var kind: ChartDefinition.State.Kind
    package var parent: Int?
    package var children: [Int] = []
    package var initial: [Int] = []
    package var transitions: [Int] = []
    package var invocations: [Name] = []
    package var entryActions: [String] = []
    package var exitActions: [String] = []

    package init(_ name: Name, _ kind: ChartDefinition.State.Kind, parent: Int?) {
      self.name = name
      self.kind = kind
      self.parent = parent
    }

    package var isHistory: Bool { kind.isHistory }
  }

  package struct Transition: Hashable, Sendable {
    package var source: Int
    package var trigger: ChartDefinition.Trigger
    package var targets: [Int]
    package var guardName: Name?
    package var isInternal: Bool
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
  package var transitions: [Transition]

  package init(states: [State], transitions: [Transition]) {
    self.states = states
    self.transitions = transitions
  }

  package init(_ chart: ChartDefinition) { self = ChartTable(chart).description }

  /// The names of the states around a state, without the root's, and its own, joined by dots.
  package func dottedPath(of state: Int) -> String {
    guard let parent = states[state].parent, parent > 0 else { return states[state].name.text }
    return "\(dottedPath(of: parent)).\(states[state].name)"
  }
}

extension ChartTable {
  /// Linear in the chart's size.
  package var description: ChartDescription {
    ChartDescription(states: states.map(describe), transitions: transitions.map(describe))
  }

  private func describe(_ state: State) -> ChartDescription.State {
    var result = ChartDescription.State(state.name, state.kind, parent: state.parent)
    result.children = state.children
    result.initial = state.initial
    result.transitions = state.transitions
    result.invocations = state.invocations.map(\.id)
    result.entryActions = words(state.entryNames, state.onEntry)
    result.exitActions = words(state.exitNames, state.onExit)
    return result
  }

  private func describe(_ row: Transition) -> ChartDescription.Transition {
    ChartDescription.Transition(
      row.source, row.trigger, to: row.targets, when: row.guardCondition?.name, isInternal: row.isInternal,
      actions: row.actions.map(\.name))
  }

  private func words(_ names: [String], _ code: [Code]) -> [String] {
    code.indices.map { names.indices.contains($0) ? names[$0] : "code" }
  }
}
