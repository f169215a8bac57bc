import Exploration
import Traces
import ViewModels

/// Promises as they are written, word by word: `P Q`, `P Q within DURATION`, one behind the other.
package struct PromiseWords: Sendable {
  package let promises: [Promise]

  /// What is wrong with a word, and the word.
  package struct Failure: Error {
    package let mistake: Mistake
    package let word: String
  }

  /// - Throws: what is wrong: an expression that cannot be, one that leads to nothing, a time that is none.
  package init(_ words: [String], of machine: Machine) throws(Failure) {
    var (promises, rest): ([Promise], ArraySlice<String>) = ([], words[...])
    let expression = { (text: String) throws(Failure) in
      try PromiseWords.reading(text) { (text) throws(Mistake) in try StateExpression(text, of: machine) }
    }
    while let premise = rest.popFirst() {
      let holds = try expression(premise)
      guard let outcome = rest.popFirst() else {
        throw Failure(
          mistake: Mistake(
            column: premise.unicodeScalars.count + 1,
            sentence: "what it leads to is missing; write a second expression",
            code: "E1081"),
          word: premise)
      }
      let isKept = try expression(outcome)
      let limit = try PromiseWords.limit(&rest)
      let within = limit.map { " within \($0)" } ?? ""
      promises.append(
        Promise(
          "\(premise) leads to \(outcome)\(within)", of: premise, holds: { holds.holds(of: $0, machine) },
          isKept: { isKept.holds(of: $0, machine) }, within: limit?.milliseconds))
    }
    self.promises = promises
  }

  /// Takes `within DURATION` off the words that are left.
  private static func limit(_ rest: inout ArraySlice<String>) throws(Failure) -> VirtualDuration? {
    guard let word = rest.first, word.hasBytes(of: "within") else { return nil }
    rest.removeFirst()
    guard let time = rest.popFirst() else {
      throw Failure(
        mistake: Mistake(column: 7, sentence: "a time is missing; write it as in 'within 10s'", code: "E1081"),
        word: word)
    }
    return try reading(time) { (text) throws(Mistake) in try VirtualDuration(text) }
  }

  private static func reading<Result>(
    _ word: String, _ read: (String) throws(Mistake) -> Result
  ) throws(Failure) -> Result {
    do throws(Mistake) {
      return try read(word)
    } catch {
      throw Failure(mistake: error, word: word)
    }
  }
}
