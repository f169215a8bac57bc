import Exploration
import Traces
import ViewModels

extension RunLaw {
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
    if let isForbidden = reader.lawWord() {
      let expression = StateExpression(text: text, root: try reader.wholeTruth())
      self = .state(StateLaw(text, .law) { expression.holds(of: $0, machine) != isForbidden })
      return
    }
    guard let premise = try? reader.truth(), reader.skip(word: "leads"), reader.skip(word: "to") else { return nil }
    let (holds, isKept) = (
      StateExpression(text: text, root: premise), StateExpression(text: text, root: try reader.truth())
    )
    let limit = try reader.limit()
    guard reader.isAtEnd else { throw reader.mistake("the promise ends before this; remove it", "E1074") }
    self = .promise(
      Promise(
        text, of: text, holds: { holds.holds(of: $0, machine) }, isKept: { isKept.holds(of: $0, machine) },
        within: limit?.milliseconds))
  }
}

extension RunLaw {
  /// How the law is written that time alone comes to rest.
  package static let restText = "time comes to rest"
}

extension ExpressionReader {
  fileprivate var isRest: Bool {
    var probe = self
    return RunLaw.restText.split(separator: " ").allSatisfy { probe.skip(word: String($0)) } && probe.isAtEnd
  }

  /// Reads the word that a law of states begins with, unless it names something of the machine.
  ///
  /// - Returns: Whether what follows is forbidden; nil where something else stands.
  fileprivate mutating func lawWord() -> Bool? {
    for (word, isForbidden) in [("never", true), ("always", false)] where !names.all.containsBytes(of: word) {
      if skip(word: word) { return isForbidden }
    }
    return nil
  }

  fileprivate mutating func wholeTruth() throws(Mistake) -> Node {
    try whole { (reader) throws(Mistake) in try reader.truth() }
  }

  /// Reads `within DURATION`; nil where it does not stand.
  fileprivate mutating func limit() throws(Mistake) -> VirtualDuration? {
    guard skip(word: "within") else { return nil }
    scanner.skipBlanks()
    guard let limit = duration() else { throw mistake("a time is missing; write it as in 'within 10s'", "E1081") }
    return limit
  }
}
