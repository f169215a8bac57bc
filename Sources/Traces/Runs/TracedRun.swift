import Turns

/// A trace split into steps with their commands, for sequence charts.
package struct TracedRun: Hashable, Sendable {
  package struct Step: Hashable, Sendable {
    /// Empty for the opening.
    package var command: String
    package var time: Int
    package var turns: Range<Int>
  }

  package var trace: Trace
  /// The opening comes first, even without turns.
  package let steps: [Step]
  /// The virtual time at the end, in milliseconds.
  package let end: Int

  /// - Parameter commands: By the index of their first turn. If empty, prints the stimuli of the trace.
  package init(_ trace: Trace, commands: [Int: String] = [:]) {
    self.trace = trace
    end = max(trace.end?.time ?? 0, trace.turns.last?.time ?? 0)
    let printer = ValuePrinter(.folded)
    var steps: [Step] = []
    for step in RunSteps(trace).steps {
      let first = step.turns.lowerBound
      guard let cause = step.stimulus else {
        steps.append(Step(command: "", time: 0, turns: step.turns))
        continue
      }
      // Some commands are several stimuli, one for each character.
      if !commands.isEmpty, commands[first] == nil {
        steps[steps.count - 1].turns = steps[steps.count - 1].turns.lowerBound..<step.turns.upperBound
        continue
      }
      steps.append(
        Step(command: commands[first] ?? printer.words(of: cause), time: trace.turns[first].time, turns: step.turns))
    }
    self.steps = steps
  }

  package var heading: String {
    let header = trace.header
    return (header.title.isEmpty ? header.machine : "\(header.machine): \(header.title)").escapedForDisplay
  }

  /// Visits each turn with its step number and observable reactions. Linear.
  package func forEachTurn<Stop>(
    _ body: (_ step: Int, Turn, _ seen: [Reaction]) throws(Stop) -> Void
  ) throws(Stop) {
    var state = RunState()
    _ = state.open(trace.header)
    for (number, step) in steps.enumerated() {
      for turn in trace.turns[step.turns] {
        try body(number, turn, turn.reactions(at: turn.time, from: &state))
      }
    }
  }
}

extension Reaction {
  /// The reaction as in a transcript, without its time; large values are folded.
  package var text: String { ReactionText(printer: ValuePrinter(.folded), leavesNullOut: true).line(self) }
}
