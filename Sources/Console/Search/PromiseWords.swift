import Exploration
import Traces
import ViewModels

/// Promises as they are written, word by word: `P Q`, `P Q within DURATION`, one behind the other.
struct PromiseWords: Sendable {
  let promises: [Promise]

  /// - Throws: what is wrong: an expression that cannot be, one that leads to nothing, a time that is none.
  init(_ words: [Word], of machine: Machine) throws(SearchRequest.Failure) {
    var (promises, rest): ([Promise], ArraySlice<Word>) = ([], words[...])
    let expression = { (word: Word) throws(SearchRequest.Failure) in
      try PromiseWords.reading(word) { (text) throws(Mistake) in try StateExpression(text, of: machine) }
    }
    while let premise = rest.popFirst() {
      let holds = try expression(premise)
      guard let outcome = rest.popFirst() else {
        throw Self.failure(
          of: premise, premise.text.unicodeScalars.count + 1, "what it leads to is missing; write a second expression")
      }
      let isKept = try expression(outcome)
      let limit = try PromiseWords.limit(&rest)
      let within = limit.map { " within \($0)" } ?? ""
      promises.append(
        Promise("\(premise.text) leads to \(outcome.text)\(within)", holds, leadsTo: isKept, within: limit, on: machine)
      )
    }
    self.promises = promises
  }

  /// Takes `within DURATION` off the words that are left.
  private static func limit(_ rest: inout ArraySlice<Word>) throws(SearchRequest.Failure) -> VirtualDuration? {
    guard let word = rest.first, word.text.hasBytes(of: "within") else { return nil }
    rest.removeFirst()
    guard let time = rest.popFirst() else {
      throw failure(of: word, 7, "a time is missing; write it as in 'within 10s'")
    }
    return try reading(time) { (text) throws(Mistake) in try VirtualDuration(text) }
  }

  private static func reading<Result>(
    _ word: Word, _ read: (String) throws(Mistake) -> Result
  ) throws(SearchRequest.Failure) -> Result {
    do throws(Mistake) {
      return try read(word.text)
    } catch {
      throw SearchRequest.Failure(option: .leadsTo, word: word, mistake: error)
    }
  }

  private static func failure(of word: Word, _ column: Int, _ sentence: String) -> SearchRequest.Failure {
    SearchRequest.Failure(
      option: .leadsTo, word: word, mistake: Mistake(column: column, sentence: sentence, code: "E1081"))
  }
}

extension Promise {
  /// A promise of expressions, in the words in which it was written.
  init(
    _ name: String, _ premise: StateExpression, leadsTo outcome: StateExpression, within limit: VirtualDuration?,
    on machine: Machine
  ) {
    self.init(
      name, of: premise.text, holds: { premise.holds(of: $0, machine) }, isKept: { outcome.holds(of: $0, machine) },
      within: limit?.milliseconds)
  }
}
