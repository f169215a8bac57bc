/// How much was done in a session.
struct SessionCounts {
  /// The commands that drove a machine.
  var commands = 0
  /// What was told on standard error.
  var mistakes = 0
  /// How often a model crashed.
  var crashes = 0
  /// How often a property became false.
  var broken = 0

  /// `3 commands, 1 mistake`, and what broke: `2 broken properties`.
  var summary: String {
    let parts = [commands.counted("command"), mistakes.counted("mistake")]
    let crashed = crashes == 0 ? [] : [crashes.counted("crash", "crashes")]
    return (parts + crashed + (broken == 0 ? [] : ["\(broken) broken \(broken == 1 ? "property" : "properties")"]))
      .joined(separator: ", ")
  }

  static func += (total: inout SessionCounts, counts: SessionCounts) {
    total.commands += counts.commands
    total.mistakes += counts.mistakes
    total.broken += counts.broken
    total.crashes += counts.crashes
  }
}
