/// Follows the commands of a loop and tells where they lead.
struct LoopTrial<Runner: CaseRunner> {
  private let runner: Runner
  private let start: Runner.Session
  /// What tells the last state from that in which the loop begins.
  private var changes: [String] = []
  /// Whether time passed, or the machine stood elsewhere on the way.
  private var moves = false

  init(_ runner: Runner, at start: Runner.Session) {
    self.runner = runner
    self.start = start
  }

  /// Looks where a command led.
  mutating func visit(_ session: Runner.Session) {
    changes = runner.changes(in: session, since: start)
    moves = moves || !changes.isEmpty || runner.end(of: session).milliseconds > runner.end(of: start).milliseconds
  }

  /// Whether the last command led back to where the loop begins.
  var leadsBack: Bool { changes.isEmpty }

  /// Where they lead, as a transcript holds it.
  var lines: [String] {
    let end: TranscriptLoop.End = !leadsBack ? .leadsElsewhere : moves ? .goesRound : .standsStill
    return [end.rawValue] + changes
  }
}
