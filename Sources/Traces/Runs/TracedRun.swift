import Turns

/// A trace cut into steps, each with its command: what sequence charts are drawn from.
package struct TracedRun: Hashable, Sendable {
  package struct Step: Hashable, Sendable {
    /// As a transcript holds it; empty for what the machine does by itself when it is opened.
    package var command: String
    /// What the virtual clock showed before it, in milliseconds.
    package var time: Int
    /// Places in the turns of the trace; the first is that of the command itself.
    package var turns: Range<Int>
  }

  package var trace: Trace
  /// The first is the opening, also when no turn belongs to it.
  package let steps: [Step]
  /// What the clock shows at the end, or after the last turn of a trace that is truncated.
  package let end: Int

  /// - Parameter commands: The commands by the places of the turns that they begin with. Without any, each
  ///   step is told in the words of its trace, which names no samples.
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
      // Some commands are several stimuli: one for each character.
      if !commands.isEmpty, commands[first] == nil {
        steps[steps.count - 1].turns = steps[steps.count - 1].turns.lowerBound..<step.turns.upperBound
        continue
      }
      steps.append(
        Step(command: commands[first] ?? printer.words(of: cause), time: trace.turns[first].time, turns: step.turns))
    }
    self.steps = steps
  }

  /// The name of what ran: `login@fixed: a wrong password`.
  package var heading: String {
    let header = trace.header
    return (header.title.isEmpty ? header.machine : "\(header.machine): \(header.title)").escapedForDisplay
  }

  /// Hands on every turn with the number of its step and what an observer saw of it; the changes of a field, and the moves of
  /// a region, in one turn are one. Linear.
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
  /// What a transcript says of it, without its time; large values are folded.
  package var text: String { ReactionText(printer: ValuePrinter(.folded), leavesNullOut: true).line(self) }
}
