import Traces

extension Verb {
  static let jump = Verb(
    "jump", .travel, [Parameter("N|[last] when EXPRESSION", .expression)],
    summary: "go to the end of command N, or to where something first held",
    explanation:
      "The prompt shows the number of the next command, 'trace' lists all numbers; 'jump 0' is the start. You can jump to what was "
      + "undone as well. 'jump when EXPRESSION' goes to the first command after which the expression holds, 'jump last when "
      + "EXPRESSION' to the last; 'help expressions' lists what can be written.",
    action: .perform { (session, arguments) throws(Mistake) in
      let word = try arguments.word("a number, or 'when'")
      if word.text.utf8.allSatisfy(\.isDigit), let depth = Int(word.text) {
        try arguments.end()
        return try session.jump(to: depth, column: word.column)
      }
      let isLast = word.text.hasBytes(of: "last")
      let when = isLast ? try arguments.word("'when'") : word
      guard when.text.hasBytes(of: "when") else { throw when.mistake(.notAStep(when.text)) }
      return try session.jump(to: isLast ? .last : .first, of: try arguments.expression())
    })
}

extension ArgumentReader {
  /// Reads what is left of the line as an expression over the path of the open machine.
  mutating func expression() throws(Mistake) -> StateExpression {
    let machine = try scene().machine
    return try reading("an expression") { (text) throws(Mistake) in
      try StateExpression(text, of: machine, knowsTime: true)
    }
  }
}
