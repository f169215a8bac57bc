extension ChartTable {
  /// Returns whether a transition of one of the states, or of those around it, is triggered by an event, its guard aside.
  func takes(_ event: String, in states: some Collection<Int>) -> Bool {
    let column = column(of: event)
    return states.contains { cells[$0, column] != 0 }
  }

  /// Returns whether some transition takes an event and leads, eventless transitions included, into one of the states.
  func leads(_ event: String, to states: [Int]) -> Bool {
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

  func isInFinalState(_ state: Int, _ configuration: StateSet) -> Bool {
    switch states[state].kind {
    case .compound: states[state].children.contains { states[$0].kind == .final && configuration.contains($0) }
    case .parallel: states[state].children.allSatisfy { isHistory($0) || isInFinalState($0, configuration) }
    case .atomic, .final, .shallowHistory, .deepHistory: false
    }
  }

  /// Returns whether a state of a name is active.
  func isIn(_ name: String, _ configuration: StateSet) -> Bool {
    states.indices.contains { configuration.contains($0) && states[$0].name.utf8.elementsEqual(name.utf8) }
  }
}
