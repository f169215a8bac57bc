import Exploration
import Traces
import ViewModels

extension RunLaw {
  /// How the law is written that time alone comes to rest.
  package static let restText = "time comes to rest"

  /// Reads a law of a whole run: `never E`, `always E`, `P leads to Q`, `P leads to Q within DURATION`, `time comes to rest`.
  ///
  /// - Returns: Nil where the text is none of them.
  /// - Throws: what is wrong in one, with its place in the text.
  package init?(_ text: String, of machine: Machine) throws(Mistake) {
    var reader = ExpressionReader(text, ExpressionNames(machine), knowsTime: true)
    if reader.isRest {
      self = .rest
      return
    }
    if let word = reader.lawWord() {
      let root = try reader.whole { (reader) throws(Mistake) in try reader.truth() }
      self = .state(word.law(of: StateExpression(text: text, root: root), machine))
      return
    }
    guard let premise = try? reader.truth(), reader.skip(word: "leads"), reader.skip(word: "to") else { return nil }
    let (holds, isKept) = (
      StateExpression(text: text, root: premise), StateExpression(text: text, root: try reader.truth())
    )
    let limit = try reader.limit()
    guard reader.isAtEnd else { throw reader.mistake("the promise ends before this; remove it", "E1074") }
    self = .promise(Promise(text, holds, leadsTo: isKept, within: limit, on: machine))
  }
}

extension ExpressionReader {
  fileprivate var isRest: Bool {
    var probe = self
    return RunLaw.restText.split(separator: " ").allSatisfy { probe.skip(word: String($0)) } && probe.isAtEnd
  }

  /// Reads the word that a law of states begins with, unless it names something of the machine.
  fileprivate mutating func lawWord() -> LawWord? {
    LawWord.allCases.first { !names.all.containsBytes(of: $0.rawValue) && skip(word: $0.rawValue) }
  }

  /// Reads `within DURATION`; nil where it does not stand.
  fileprivate mutating func limit() throws(Mistake) -> VirtualDuration? {
    guard skip(word: "within") else { return nil }
    scanner.skipBlanks()
    guard let limit = duration() else { throw mistake("a time is missing; write it as in 'within 10s'", "E1081") }
    return limit
  }
}

/// The words by which a law of states is given: to a search, and behind 'show'.
package enum LawWord: String, CaseIterable, Sendable {
  case never, always

  /// The law that an expression holds nowhere, or everywhere.
  package func law(of expression: StateExpression, _ machine: Machine) -> StateLaw {
    StateLaw("\(rawValue) \(expression.text)", .law) { expression.holds(of: $0, machine) == (self == .always) }
  }
}
