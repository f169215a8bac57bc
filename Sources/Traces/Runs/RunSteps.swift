import Turns

/// A run split into steps: the opening, then one step for each stimulus with its turns.
package struct RunSteps {
  package struct Step {
    package let stimulus: Cause?
    package let turns: Range<Int>
    package let absence: String?
  }

  package let trace: Trace
  /// The opening comes first, even without turns.
  package let steps: [Step]

  package init(_ trace: Trace) {
    self.trace = trace
    let turns = trace.turns
    var starts = turns.indices.filter { $0 > 0 && turns[$0].cause.startsStep }
    if let first = turns.first, first.cause.source == .user { starts.insert(0, at: 0) }
    let ends = starts.dropFirst() + [turns.count]
    let opening = Step(stimulus: nil, turns: 0..<(starts.first ?? turns.count), absence: nil)
    steps =
      [opening]
      + zip(starts, ends).map { start, end in
        Step(stimulus: turns[start].cause, turns: start..<end, absence: trace.absences[start])
      }
  }

  /// Also applies the reactions to the state.
  package func reactions(of step: Int, from state: inout RunState) -> [Reaction] {
    var result = step == 0 ? state.open(trace.header) : []
    let turns = trace.turns[steps[step].turns]
    let start = steps[step].stimulus == nil ? 0 : turns.first?.time ?? 0
    for turn in turns {
      let offset = turn.time.subtractingReportingOverflow(start).partialValue
      result += turn.reactions(at: offset, from: &state)
    }
    return result
  }
}

extension Cause {
  /// Opening the machine again starts a step, like a stimulus.
  package var startsStep: Bool {
    switch source {
    case .user, .open: true
    case .reply, .timer, .delay, .hop: false
    }
  }
}

extension Turn {
  /// Joins changes of one field, and moves of one region, at the first of them.
  package func reactions(at offset: Int, from state: inout RunState) -> [Reaction] {
    var result: [Reaction] = []
    var chains: [Reaction.Subject: Int] = [:]
    let origin = Origin(cause)
    for effect in effects {
      guard var reaction = Reaction(effect, at: offset, in: &state) else { continue }
      reaction.origin = origin
      state.fold(reaction)
      guard reaction.subject.kind.isStateful else { result.append(reaction); continue }
      if let chain = chains[reaction.subject] {
        result[chain].values += reaction.values
      } else {
        chains[reaction.subject] = result.count
        result.append(reaction)
      }
    }
    return result
  }
}
