/// How much was done in a session.
struct SessionCounts {
  /// The commands that drove a machine.
  var commands = 0
  /// What was told on standard error.
  var mistakes = 0

  /// `3 commands, 1 mistake`
  var summary: String { "\(commands.counted("command")), \(mistakes.counted("mistake"))" }

  static func += (total: inout SessionCounts, counts: SessionCounts) {
    total.commands += counts.commands
    total.mistakes += counts.mistakes
  }
}
