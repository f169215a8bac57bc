import Traces

extension Verb {
  static let undo = Verb(
    "undo", .travel, [Parameter("N", .count, isOptional: true)],
    summary: "take back the last command, or the last N",
    explanation: "Nothing is lost: 'redo' does them again, and typing something else opens a branch and keeps them.",
    action: .perform { (session, arguments) throws(Mistake) in
      let column = arguments.scanner.column
      let count = try arguments.count()
      try arguments.end()
      return try session.undo(count, column: column)
    })
}
