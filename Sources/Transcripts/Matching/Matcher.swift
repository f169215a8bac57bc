import Traces
import Turns

/// A mark of a pattern that stands for more than one value.
package struct Matcher: Hashable, Sendable {
  /// The values that fit.
  package enum Test: Hashable, Sendable {
    case any, int, number, string, bool, uuid, date, secret
    /// Text, by its scalars; `*` stands for any number of them, `?` for one, `\` takes the next as it is.
    case glob(String)
    /// A number at most so far from another.
    case approximately(Double, tolerance: Double)
    /// The value that was bound to a name.
    case equals(String)
  }

  package var test: Test
  /// The name that the value gets.
  package var binding: String?

  static let types: [(name: String, test: Test)] = [
    ("any", .any), ("int", .int), ("number", .number), ("string", .string), ("bool", .bool), ("uuid", .uuid),
    ("date", .date), ("secret", .secret),
  ]

  /// Marks that print a value which has no text; they stand for themselves.
  static let literalWords = ["ref", "weak", "signal"]

  static var listOfNames: String {
    types.map { "<\($0.name)>" }.joined(separator: " ") + " <glob \"…\"> <approx NUMBER TOLERANCE> <=NAME>"
  }

  /// The matcher that a mark spells; nil when it is none.
  init?(_ tokens: [MarkerToken]) {
    if case .equals? = tokens.first {
      guard tokens.count == 2, case .word(let name) = tokens[1] else { return nil }
      self.init(test: .equals(name), binding: nil)
      return
    }
    guard case .word(let word)? = tokens.first else { return nil }
    var rest = tokens.dropFirst()
    var test = Matcher.types.first { $0.name.hasBytes(of: word) }?.test
    if word == "glob", case .literal(.string(let glob))? = rest.first {
      test = .glob(glob)
      rest = rest.dropFirst()
    }
    if word == "approx", let (number, tolerance) = Matcher.approximation(rest) {
      test = .approximately(number, tolerance: tolerance)
      rest = rest.dropFirst(2)
    }
    guard let test, let binding = Matcher.binding(rest) else { return nil }
    self.init(test: test, binding: binding.name)
  }

  private init(test: Test, binding: String?) {
    self.test = test
    self.binding = binding
  }

  /// Reads a number and how far from it another may be.
  private static func approximation(_ tokens: ArraySlice<MarkerToken>) -> (number: Double, tolerance: Double)? {
    let numbers = tokens.prefix(2).compactMap { token -> Double? in
      switch token {
      case .literal(.int(let int)): Double(int)
      case .literal(.double(let double)): double
      case .literal, .word, .equals: nil
      }
    }
    guard numbers.count == 2, numbers[0].isFinite, numbers[1].isFinite, numbers[1] >= 0 else { return nil }
    return (numbers[0], numbers[1])
  }

  /// Reads nothing, or `as NAME`; nil for anything else.
  private static func binding(_ tokens: ArraySlice<MarkerToken>) -> (name: String?, Void)? {
    if tokens.isEmpty { return (nil, ()) }
    guard tokens.count == 2, case .word("as")? = tokens.first, case .word(let name)? = tokens.last else { return nil }
    return (name, ())
  }

  /// What is wrong with a mark in an expected line; nil when it is a matcher or stands for itself.
  static func problem(in tokens: [MarkerToken]) -> TranscriptProblem.Kind? {
    if let matcher = Matcher(tokens) {
      guard matcher.test == .secret, let name = matcher.binding else { return nil }
      return .secretBound(name)
    }
    guard case .word(let word)? = tokens.first else {
      return .malformedMatcher("a matcher begins with its type; write one such as '<any>', or quote the text")
    }
    if literalWords.contains(word) { return nil }
    if word == "approx" {
      return .malformedMatcher("'<approx …>' needs a number and a tolerance; write one such as '<approx 1.5 0.01>'")
    }
    if word == "glob" {
      return .malformedMatcher("'<glob …>' needs a text in quotes and nothing else; write one such as '<glob \"a*\">'")
    }
    if types.contains(where: { $0.name.hasBytes(of: word) }) {
      return .malformedMatcher("'<\(word) …>' takes 'as NAME' or nothing; write '<\(word)>' or '<\(word) as NAME>'")
    }
    return .unknownMatcher(word, nearest: NearestWord.find(word, among: types.map(\.name) + ["glob", "approx"]))
  }
}
