/// Who takes an event, and where it leads.
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

  /// Returns whether a transition hears the answer of a service to what a state asked: its source is in the region that asked,
  /// around it, or in a region in which nobody asks that service.
  func hears(_ source: Int, answerOf service: String, to asker: Int) -> Bool {
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

  private func asks(_ service: String, in region: Int) -> Bool {
    (region..<states[region].end).contains { state in
      states[state].invocations.contains { $0.kind == .service && Name($0.name) == service }
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

  /// Returns whether a state of a name, or with the end of its path, is active; nil where the chart has no such state.
  func isIn(_ name: String, _ configuration: StateSet) -> Bool? {
    if states.indices.contains(where: { configuration.contains($0) && states[$0].name == name }) {
      return true
    }
    if states.contains(where: { $0.name == name }) { return false }
    let meant = regions.indices.flatMap { states(named: name, inRegionAt: $0) }
    return meant.isEmpty ? nil : meant.contains(where: configuration.contains)
  }

  /// What output calls a region: the template's name stands for the only one of a chart without parallel ones.
  func title(ofRegionAt index: Int, templateName: String) -> String {
    regions[index] == 0 ? templateName : regionNames[index]
  }

  /// The regions that take an event where they stand now, else those that take it anywhere, with the state that each is in.
  package func regions(
    taking event: String, _ configuration: [Int], templateName: String
  ) -> [(region: String, state: String)] {
    let active = StateSet(configuration)
    let takers = Set(states.indices.filter { takes(event, in: $0) })
    let all = regions.indices.filter { index in takers.contains { isInside($0, regions[index]) } }
    let now = all.filter { index in takers.contains { active.contains($0) && isInside($0, regions[index]) } }
    return (now.isEmpty ? all : now).map { index in
      (title(ofRegionAt: index, templateName: templateName), text(of: active, in: regions[index]))
    }
  }

  private func takes(_ event: String, in state: Int) -> Bool {
    states[state].transitions.contains { isTriggered($0, by: event) }
  }

  private func isTriggered(_ transition: Int, by event: String) -> Bool {
    guard case .event(let descriptor) = transitions[transition].trigger else { return false }
    return EventDescriptor.matches(descriptor, event)
  }

  private func isInside(_ state: Int, _ region: Int) -> Bool { state == region || isDescendant(state, of: region) }

  /// Whether an event leads to a state as soon as the chart has started, or all the while a region is active.
  package func leadsSomewhereFromTheStart(_ event: String) -> Bool {
    (initialEntry.states.states + regions).contains { state in
      states[state].transitions.contains { isTriggered($0, by: event) && !transitions[$0].targets.isEmpty }
    }
  }
}
