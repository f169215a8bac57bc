/// Which parts of a chart take an event.
extension ChartTable {
  /// What output calls a region: the template's name stands for the only one of a chart without parallel ones.
  func title(ofRegionAt index: Int, templateName: String) -> String {
    regions[index] == 0 ? templateName : regionNames[index]
  }

  /// The regions that take an event where they stand now, else those that take it anywhere, with the state that each is in.
  public func regions(
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
  public func leadsSomewhereFromTheStart(_ event: String) -> Bool {
    (initialEntry.states.states + regions).contains { state in
      states[state].transitions.contains { isTriggered($0, by: event) && !transitions[$0].targets.isEmpty }
    }
  }
}
