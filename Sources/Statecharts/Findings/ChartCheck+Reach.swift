/// What can be reached, what cannot be left, and who hears answers. Guards count as if they could hold.
extension ChartCheck {
  /// States that no run enters; what lies in one is not told again.
  var reach: [DefinitionFinding] {
    let reached = reachedStates
    return each { index, row in
      guard let parent = row.parent, !reached[index], reached[parent] else { return [] }
      return [finding(.unreachable, at: index)]
    }
  }

  /// Which states some run may enter, by index.
  var reachedStates: [Bool] {
    var reached = outline.rows.map { _ in false }
    var entered = reached
    // A state is entered with its defaults, or only passed on the way to one below it.
    var pending: [(state: Int, isEntered: Bool)] = [(0, true)]
    while let (state, isEntered) = pending.popLast() {
      if isEntered, !entered[state] {
        entered[state] = true
        pending += outline.defaults(of: state).map { ($0, true) }
      }
      guard !reached[state] else { continue }
      reached[state] = true
      let row = outline.rows[state]
      if !row.isHistory { pending += row.arrows.flatMap(\.found).map { ($0, true) } }
      guard let parent = row.parent else { continue }
      pending.append((parent, false))
      if outline.rows[parent].state.kind == .parallel {
        pending += outline.regularChildren(of: parent).map { ($0, true) }
      }
    }
    return reached
  }

  // MARK: Traps

  /// States in which a region stays for ever.
  var traps: [DefinitionFinding] {
    let reached = reachedStates
    return each { index, row in
      guard let parent = row.parent, row.state.kind == .atomic, reached[index],
        outline.regularChildren(of: parent).count > 1, outline.rows[parent].state.kind == .compound,
        !isLeft(index)
      else { return [] }
      return [finding(.noWayOut, at: index)]
    }
  }

  /// Whether some transition leaves a state: its own, one of a state around it, or one out of a region beside it.
  private func isLeft(_ state: Int) -> Bool {
    let around = outline.path(to: state)
    let own = around.contains { source in
      outline.rows[source].arrows.contains { arrow in arrow.found.contains { $0 != state } }
    }
    return own
      || around.dropFirst().contains { parallel in
        guard outline.rows[parallel].state.kind == .parallel else { return false }
        return outline.rows[parallel].children.contains { region in leaves(region) }
      }
  }

  /// Whether a transition in a region leads out of it.
  private func leaves(_ region: Int) -> Bool {
    (region..<outline.rows[region].end).contains { source in
      !outline.rows[source].isHistory
        && outline.rows[source].arrows.contains { $0.found.contains { !outline.contains($0, in: region) } }
    }
  }

  // MARK: Answers

  /// Answers of services that nothing takes while the service runs.
  var answers: [DefinitionFinding] {
    each { index, row in
      row.state.invocations.filter { $0.kind == .service }.flatMap { invocation -> [DefinitionFinding] in
        Outcome.allCases.map { "\(invocation.name).\($0.rawValue)" }.filter { !isHeard($0, in: index) }.map {
          finding(.unheardAnswer($0), at: index)
        }
      }
    }
  }

  private func isHeard(_ event: String, in state: Int) -> Bool {
    outline.rows.indices.contains { source in
      outline.areCompatible(source, state) && !outline.rows[source].isHistory
        && outline.rows[source].arrows.contains { arrow in
          guard case .event(let descriptor) = arrow.transition.trigger else { return false }
          return EventDescriptor.matches(descriptor, event)
        }
    }
  }
}

extension ChartTable {
  /// The states that no run enters, guards counted as if they could hold; none of a chart that cannot run.
  package var unreachableStates: [Int] {
    guard problem == nil else { return [] }
    let reached = ChartCheck(chart).reachedStates
    return reached.indices.filter { !reached[$0] }
  }

  /// The transitions over which another of their state always wins; none of a chart that cannot run.
  package var shadowedTransitions: [Int] {
    guard problem == nil else { return [] }
    let check = ChartCheck(chart)
    return states.indices.flatMap { state in
      check.losers(of: state).map { states[state].transitions[$0] }
    }
  }

  /// A state seen from the root, as findings name it: `login.idle`.
  package func findingName(of state: Int) -> String { ChartOutline(chart).name(of: state) }

  /// Whether some transition takes an event, wherever it stands.
  package func mentions(_ event: String) -> Bool {
    transitions.contains { row in
      guard case .event(let descriptor) = row.trigger else { return false }
      return EventDescriptor.matches(descriptor, event)
    }
  }
}
