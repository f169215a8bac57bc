import Traces
import Turns

/// What a machine did in a step, as another's is compared with it.
package struct StepReactions: Sendable {
  /// The stimulus; nil where nothing ran.
  package let cause: Cause?
  /// In the order in which they happened; their times count from the stimulus.
  package let reactions: [Reaction]

  package init(cause: Cause?, reactions: [Reaction]) {
    self.cause = cause
    self.reactions = reactions
  }

  /// - Parameter turns: What ran, the stimulus' own turn first.
  package init(_ turns: [Turn]) {
    var state = RunState()
    let start = turns.first?.time ?? 0
    cause = turns.first?.cause
    reactions = turns.flatMap { turn in
      let offset = turn.time.subtractingReportingOverflow(start).partialValue
      return turn.reactions(at: offset, from: &state)
    }
  }
}

extension RowNames {
  /// Names the rows that what a step did is about.
  package mutating func take(_ step: StepReactions) -> StepReactions {
    var reactions = step.reactions
    take(&reactions)
    return StepReactions(cause: step.cause, reactions: reactions)
  }
}
