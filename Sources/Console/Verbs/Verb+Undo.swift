import Traces

extension Verb {
  static let undo = Verb(
    "undo", .travel, [Parameter("N|COMMAND", .count, isOptional: true)],
    summary: "take back the last command, or the last N",
    explanation:
      "With the beginning of a COMMAND the last one that begins like that is taken back, with all that came after it. "
      + "Nothing is lost: 'redo' does them again, and typing something else opens a branch and keeps them.",
    action: .perform { (session, arguments) throws(Mistake) in
      var probe = arguments
      if !probe.isAtEnd(), !(probe.scanner.next?.isDigit ?? true) {
        let command = try arguments.rest("a command")
        return try session.undo(through: command.text, column: command.column)
      }
      let column = arguments.scanner.column
      let count = try arguments.count()
      try arguments.end()
      return try session.undo(count, column: column)
    })
}
