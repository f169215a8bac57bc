/// One small change of a chart for mutation testing. Numbers are those of `ChartDescription`.
package struct ChartMutation: Sendable {
  package enum Change: Hashable, Sendable {
    case transitionDropped(Int)
    case guardDropped(Int)
    case guardNegated(Int)
    case targetMoved(Int, from: Int, to: Int)
    case actionDropped(Int, ofTransition: Int)
    case entryDropped(Int, ofState: Int)
    case exitDropped(Int, ofState: Int)
    case delayChanged(Int, from: Int, to: Int)
  }

  package let change: Change
  package let chart: ChartDefinition
}

extension ChartTable {
  /// All mutants that can run, in document order.
  package var mutations: [ChartMutation] {
    let all = states.indices.flatMap { changes(ofState: $0) }
    return all.compactMap { change in
      mutant(change).map { ChartMutation(change: change, chart: $0) }
    }
  }

  private func changes(ofState index: Int) -> [ChartMutation.Change] {
    let state = states[index]
    return state.onEntry.indices.map { .entryDropped($0, ofState: index) }
      + state.onExit.indices.map { .exitDropped($0, ofState: index) }
      + state.transitions.flatMap { changes(ofTransition: $0) }
  }

  private func changes(ofTransition index: Int) -> [ChartMutation.Change] {
    let transition = transitions[index]
    var changes: [ChartMutation.Change] = [.transitionDropped(index)]
    if transition.guardCondition != nil { changes += [.guardDropped(index), .guardNegated(index)] }
    if transition.targets.count == 1, let other = sibling(after: transition.targets[0]) {
      changes.append(.targetMoved(index, from: transition.targets[0], to: other))
    }
    changes += transition.actions.indices.map { .actionDropped($0, ofTransition: index) }
    if case .after(let delay) = transition.trigger {
      changes.append(.delayChanged(index, from: delay, to: delay == 0 ? 1_000 : 2 * delay))
    }
    return changes
  }

  private func sibling(after state: Int) -> Int? {
    guard let parent = states[state].parent, states[parent].kind == .compound else { return nil }
    let others = states[parent].children.filter { !isHistory($0) }
    guard let place = others.firstIndex(of: state), others.count > 1 else { return nil }
    return others[(place + 1) % others.count]
  }

  /// Nil if the mutant cannot run or names cannot express the change.
  private func mutant(_ change: ChartMutation.Change) -> ChartDefinition? {
    var root = ChartDefinition.State("", children: chart.states)
    switch change {
    case .entryDropped(let place, let state): root.edit(state) { $0.onEntry.remove(at: place) }
    case .exitDropped(let place, let state): root.edit(state) { $0.onExit.remove(at: place) }
    case .transitionDropped(let index): edit(index, below: &root) { $0.remove(at: $1) }
    case .guardDropped(let index): edit(index, below: &root) { $0[$1].guardCondition = nil }
    case .guardNegated(let index):
      edit(index, below: &root) { $0[$1].guardCondition = $0[$1].guardCondition?.negated }
    case .targetMoved(let index, _, let target):
      edit(index, below: &root) { $0[$1].targets = [findingName(of: target)] }
    case .actionDropped(let place, let index): edit(index, below: &root) { $0[$1].actions.remove(at: place) }
    case .delayChanged(let index, _, let delay): edit(index, below: &root) { $0[$1].trigger = .after(delay) }
    }
    var mutant = chart
    mutant.states = root.children
    guard ChartCheck(mutant).problem == nil else { return nil }
    if case .targetMoved(let index, _, let target) = change, ChartTable(mutant).transitions[index].targets != [target] {
      return nil
    }
    return mutant
  }

  private func edit(
    _ transition: Int, below root: inout ChartDefinition.State,
    _ change: (inout [ChartDefinition.Transition], Int) -> Void
  ) {
    let source = transitions[transition].source
    guard let place = states[source].transitions.firstIndex(of: transition) else { return }
    root.edit(source) { change(&$0.transitions, place) }
  }
}

extension ChartDefinition.State {
  fileprivate mutating func edit(_ number: Int, _ change: (inout ChartDefinition.State) -> Void) {
    if number == 0 { return change(&self) }
    var first = 1
    for index in children.indices {
      let count = children[index].stateCount
      if number < first + count { return children[index].edit(number - first, change) }
      first += count
    }
    preconditionFailure("there is no state \(number) in '\(name)', which has \(stateCount)")
  }

  private var stateCount: Int { children.reduce(1) { $0 + $1.stateCount } }
}
