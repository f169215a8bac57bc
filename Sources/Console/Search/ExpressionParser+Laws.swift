import Exploration
import Traces
import ViewModels

extension StateExpression {
  /// Reads an expression that is true or false.
  ///
  /// - Parameter knowsTime: Whether it is about one run, where the clock shows one time. A search reaches one state at many times.
  /// - Throws: what is wrong, with its place in the text: a name that the machine does not have, a value that a field cannot
  ///   hold, a part that is neither true nor false.
  package init(_ text: String, of machine: Machine, knowsTime: Bool = false) throws(Mistake) {
    var parser = ExpressionParser(text, ExpressionNames(machine), knowsTime: knowsTime)
    root = try parser.whole { (parser) throws(Mistake) in try parser.truth() }
    self.text = text
  }

  /// Reads an expression about one run, or a value alone: a field, a region, a count.
  package init(ofAnyValue text: String, of machine: Machine) throws(Mistake) {
    var parser = ExpressionParser(text, ExpressionNames(machine), knowsTime: true, acceptsValue: true)
    root = try parser.whole { (parser) throws(Mistake) in try parser.truth() }
    self.text = text
  }
}

/// What `show` shows: a value, or whether the case keeps a law.
enum ShownStatement: Sendable {
  case value(StateExpression)
  case law(RunLaw)

  /// Reads a law of a whole run (`never E`, `always E`, `P leads to Q`, `P leads to Q within DURATION`, `time comes to rest`), or
  /// else a value.
  ///
  /// - Throws: what is wrong, with its place in the text.
  init(_ text: String, of machine: Machine) throws(Mistake) {
    var parser = ExpressionParser(text, ExpressionNames(machine), knowsTime: true, acceptsValue: true)
    self = try parser.whole { (parser) throws(Mistake) in try parser.statement(text, of: machine) }
  }
}

extension RunLaw {
  /// How the law is written that time alone comes to rest.
  package static let restText = "time comes to rest"

  /// Reads a law of a whole run.
  ///
  /// - Returns: Nil where the text is a value and no law.
  /// - Throws: what is wrong, with its place in the text.
  package init?(_ text: String, of machine: Machine) throws(Mistake) {
    guard case .law(let law) = try ShownStatement(text, of: machine) else { return nil }
    self = law
  }
}

extension ExpressionParser {
  fileprivate mutating func statement(_ text: String, of machine: Machine) throws(Mistake) -> ShownStatement {
    if skipRest() { return .law(.rest) }
    if let word = lawWord() {
      return .law(.state(word.law(of: StateExpression(text: text, root: try truth()), machine)))
    }
    let first = StateExpression(text: text, root: try truth())
    guard skip(word: "leads") else { return .value(first) }
    guard skip(word: "to") else { throw mistake("a promise is written as in 'P leads to Q'", "E1074") }
    let outcome = StateExpression(text: text, root: try truth())
    let limit = try limit()
    guard isAtEnd else {
      scanner.skipBlanks()
      throw mistake("the promise ends before this; remove it", "E1074")
    }
    return .law(.promise(Promise(text, first, leadsTo: outcome, within: limit, on: machine)))
  }

  private mutating func skipRest() -> Bool {
    var probe = self
    guard RunLaw.restText.split(separator: " ").allSatisfy({ probe.skip(word: String($0)) }), probe.isAtEnd else {
      return false
    }
    self = probe
    return true
  }

  /// Reads the word that a law of states begins with, unless it names something of the machine.
  private mutating func lawWord() -> LawWord? {
    LawWord.allCases.first { !names.all.contains(Name($0.rawValue)) && skip(word: $0.rawValue) }
  }

  /// Reads `within DURATION`; nil without it.
  private mutating func limit() throws(Mistake) -> VirtualDuration? {
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

extension Promise {
  /// Reads promises as they are given to a search, word by word: `P Q`, `P Q within DURATION`, one behind the other.
  ///
  /// - Throws: what is wrong: an expression that cannot be, one that leads to nothing, a time that is none.
  static func all(in words: [Word], of machine: Machine) throws(SearchRequest.Failure) -> [Promise] {
    var (promises, rest): ([Promise], ArraySlice<Word>) = ([], words[...])
    while let premise = rest.popFirst() {
      let holds = try expression(premise, of: machine)
      guard let outcome = rest.popFirst() else {
        let end = premise.text.unicodeScalars.count + 1
        throw lacking("what it leads to is missing; write a second expression", behind: premise, column: end)
      }
      let isKept = try expression(outcome, of: machine)
      var limit: VirtualDuration?
      if let within = rest.first, Name(within.text) == "within" {
        rest.removeFirst()
        guard let time = rest.popFirst() else {
          throw lacking("a time is missing; write it as in 'within 10s'", behind: within, column: 7)
        }
        limit = try SearchRequest.reading(time, of: .leadsTo) { (text) throws(Mistake) in try VirtualDuration(text) }
      }
      let name = "\(premise.text) leads to \(outcome.text)" + (limit.map { " within \($0)" } ?? "")
      promises.append(Promise(name, holds, leadsTo: isKept, within: limit, on: machine))
    }
    return promises
  }

  private static func expression(
    _ word: Word, of machine: Machine
  ) throws(SearchRequest.Failure) -> StateExpression {
    try SearchRequest.reading(word, of: .leadsTo) { (text) throws(Mistake) in try StateExpression(text, of: machine) }
  }

  private static func lacking(_ sentence: String, behind word: Word, column: Int) -> SearchRequest.Failure {
    SearchRequest.Failure(
      option: .leadsTo, word: word, mistake: Mistake(column: column, sentence: sentence, code: "E1081"))
  }

  /// A promise of expressions, in the words in which it was written.
  fileprivate init(
    _ name: String, _ premise: StateExpression, leadsTo outcome: StateExpression, within limit: VirtualDuration?,
    on machine: Machine
  ) {
    self.init(
      name, holds: { premise.holds(of: $0, machine) }, isKept: { outcome.holds(of: $0, machine) },
      within: limit?.milliseconds)
  }
}
