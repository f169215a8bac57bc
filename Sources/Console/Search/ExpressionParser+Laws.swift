import Exploration
import Traces
import ViewModels

extension StateExpression {
  /// Parses an expression.
  ///
  /// - Parameters:
  ///   - knowsTime: Whether `time` is allowed; a search reaches one state at many times.
  ///   - acceptsValue: Whether the result need not be Boolean.
  /// - Throws: A mistake for an unknown name, an impossible value or a part that is not Boolean.
  package init(
    _ text: String, of machine: Machine, knowsTime: Bool = false, acceptsValue: Bool = false
  ) throws(Mistake) {
    var parser = ExpressionParser(text, ExpressionNames(machine), knowsTime: knowsTime, acceptsValue: acceptsValue)
    root = try parser.whole { (parser) throws(Mistake) in try parser.truth() }
    self.text = text
  }
}

/// The argument of `show`: a value or a law.
enum ShownStatement: Sendable {
  case value(StateExpression)
  case law(RunLaw)

  /// Parses `never E`, `always E`, `P leads to Q [within DURATION]`, `time comes to rest`, or a value.
  init(_ text: String, of machine: Machine) throws(Mistake) {
    var parser = ExpressionParser(text, ExpressionNames(machine), knowsTime: true, acceptsValue: true)
    self = try parser.whole { (parser) throws(Mistake) in try parser.statement(text, of: machine) }
  }
}

extension RunLaw {
  package static let restText = "time comes to rest"

  /// Nil if the text is a value.
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

  /// A machine's own name has priority.
  private mutating func lawWord() -> LawWord? {
    LawWord.allCases.first { !names.all.contains(Name($0.rawValue)) && skip(word: $0.rawValue) }
  }

  private mutating func limit() throws(Mistake) -> VirtualDuration? {
    guard skip(word: "within") else { return nil }
    scanner.skipBlanks()
    guard let limit = duration() else { throw mistake("a time is missing; write it as in 'within 10s'", "E1081") }
    return limit
  }
}

/// The words that begin a law of states.
package enum LawWord: String, CaseIterable, Sendable {
  case never, always

  package func law(of expression: StateExpression, _ machine: Machine) -> StateLaw {
    StateLaw("\(rawValue) \(expression.text)", .law) { expression.holds(of: $0, machine) == (self == .always) }
  }
}

extension Promise {
  /// Parses repeated `P Q` or `P Q within DURATION`.
  static func all(
    in words: [Word], of machine: Machine, extending domain: inout MoveDomain
  ) throws(SearchRequest.Failure) -> [Promise] {
    var (promises, rest): ([Promise], ArraySlice<Word>) = ([], words[...])
    while let premise = rest.popFirst() {
      let holds = try expression(premise, of: machine)
      guard let outcome = rest.popFirst() else {
        let end = premise.text.unicodeScalars.count + 1
        throw lacking("the expression after 'leads to' is missing; write one", behind: premise, column: end)
      }
      let isKept = try expression(outcome, of: machine)
      for expression in [holds, isKept] { expression.extend(&domain) }
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

  fileprivate init(
    _ name: String, _ premise: StateExpression, leadsTo outcome: StateExpression, within limit: VirtualDuration?,
    on machine: Machine
  ) {
    self.init(
      name, holds: { premise.holds(of: $0, machine) }, isKept: { outcome.holds(of: $0, machine) },
      within: limit?.milliseconds)
  }
}
