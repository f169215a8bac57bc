import Traces

extension Verb {
  static let redo = Verb(
    "redo", .travel, [Parameter("N", .count, isOptional: true)],
    summary: "do the last undone command again, or the last N",
    explanation: "It follows the branch that was undone last.",
    action: .perform { (session, arguments) throws(Mistake) in
      let column = arguments.scanner.column
      let count = try arguments.count()
      try arguments.end()
      return try session.redo(count, column: column)
    })
}
