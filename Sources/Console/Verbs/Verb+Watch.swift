import Statecharts
import Traces
import ViewModels

extension Verb {
  static let watch = Verb(
    "watch", .look, [Parameter("EXPRESSION|off [N]", .expression, isOptional: true)],
    summary: "print each change of an expression from now on; alone, list what is watched",
    explanation:
      "\(valueExplanation) It is checked after every turn. 'watch off' "
      + "ends all watches, with a number only that one. What is printed is talk: a transcript does not hold it, and the machine "
      + "is not affected.",
    action: .perform { (session, arguments) throws(Mistake) in
      let run = try session.openRun()
      guard !arguments.isAtEnd() else { return .talk(run.watchLines) }
      if let range = try arguments.ending(of: run.watchpoints.watches.count) {
        session.run?.watchpoints.watches.removeSubrange(range)
        return .talk(session.run?.watchLines ?? [])
      }
      let expression = try arguments.expressionOfAnyValue(of: run.machine)
      session.run?.watchpoints.watches.append(expression)
      return .talk("watching \(expression.text): \(run.text(of: expression))")
    })

  /// What of an expression is shown.
  static let valueExplanation =
    "A field, a region, 'count(FIELD)', 'requests(SERVICE)', 'page', 'alert' and 'time' are shown by their values, everything else "
    + "by whether it holds; 'help expressions' lists what can be written."
}

extension CaseRun {
  fileprivate var watchLines: [String] {
    let rows = watchpoints.watches.enumerated().map { ["\($0 + 1)", $1.text, text(of: $1)] }
    return rows.isEmpty ? ["nothing is watched; 'watch EXPRESSION' begins"] : TextTable(rows).lines
  }

  /// What an expression is now.
  func text(of expression: StateExpression) -> String {
    expression.text(of: expression.value(of: snapshot, machine), ValuePrinter(.folded, names: names))
  }
}

extension ArgumentReader {
  /// Reads an expression that is asked on one path, up to the end of the line.
  mutating func expressionOfAnyValue(of machine: Machine) throws(Mistake) -> StateExpression {
    try reading("an expression") { (text) throws(Mistake) in try StateExpression(ofAnyValue: text, of: machine) }
  }

  /// Reads `off` or `off N`, where that is all that is left.
  ///
  /// - Parameter count: How many there are.
  /// - Returns: The places of those that end; nil where something else stands.
  mutating func ending(of count: Int) throws(Mistake) -> Range<Int>? {
    var probe = self
    guard try probe.word("off").text.hasBytes(of: "off") else { return nil }
    if probe.isAtEnd() {
      self = probe
      return 0..<count
    }
    let word = try probe.word("a number")
    guard probe.isAtEnd(), let number = Int(word.text) else { return nil }
    guard 1...max(1, count) ~= number, count > 0 else { throw word.mistake(.notListed(number, count: count)) }
    self = probe
    return number - 1..<number
  }
}
