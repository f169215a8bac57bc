import Statecharts

extension ChartDescription {
  /// The chart with code for its words.
  ///
  /// - Parameters:
  ///   - condition: The guard of a transition.
  ///   - action: The code of an action.
  func definition(
    _ condition: (Transition) -> ChartDefinition.Guard?, _ action: (String) -> Code
  ) -> ChartDefinition {
    let names = TargetPaths(self)
    func state(_ index: Int) -> ChartDefinition.State {
      let row = states[index]
      var state = ChartDefinition.State(row.name, row.kind, children: row.children.map(state))
      state.initial = row.kind == .compound ? row.initial.map(names.name) : []
      state.transitions = row.transitions.map { number in
        let row = transitions[number]
        var transition = ChartDefinition.Transition(
          row.trigger, to: row.targets.map(names.name), when: condition(row),
          running: row.actions.map { ChartDefinition.Action(named: $0, action($0)) })
        transition.isInternal = row.isInternal
        return transition
      }
      (state.onEntry, state.entryNames) = (row.entryActions.map(action), row.entryActions)
      (state.onExit, state.exitNames) = (row.exitActions.map(action), row.exitActions)
      state.invocations = row.invocations.map { ChartDefinition.Invocation($0) }
      return state
    }
    guard !states.isEmpty else { return ChartDefinition([]) }
    let root = state(0)
    var chart = ChartDefinition(isParallel: states[0].kind == .parallel, root.children)
    if states[0].kind == .compound { chart.initial = root.initial }
    return chart
  }
}

/// Names of targets: a state's own name if no other state has it, else its path.
private struct TargetPaths {
  let chart: ChartDescription
  private var counts: [Name: Int] = [:]

  init(_ chart: ChartDescription) {
    self.chart = chart
    for state in chart.states { counts[state.name, default: 0] += 1 }
  }

  func name(_ state: Int) -> Name {
    let row = chart.states[state]
    guard counts[row.name, default: 0] > 1, let parent = row.parent, parent > 0 else { return row.name }
    var names = [row.name.text]
    var around = row.parent
    while let state = around, state > 0 {
      names.append(chart.states[state].name.text)
      around = chart.states[state].parent
    }
    return Name(names.reversed().joined(separator: "."))
  }
}
