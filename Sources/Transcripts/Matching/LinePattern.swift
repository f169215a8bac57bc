import Traces
import Turns

/// An expected output line with its matchers.
package struct LinePattern: Sendable {
  package internal(set) var line: LineFields
  /// Whether more fields may follow, as in `|* request`.
  let isPrefix: Bool
  /// The names of `<… as name>`, in order.
  private(set) var bindings: [NamePlace] = []
  /// The names of `<=name>`, without those that the line itself binds.
  private(set) var references: [NamePlace] = []
  private(set) var valueNames: [String] = []
  /// Whether the last field matches all words after a colon, as in `refused advance: <any>`.
  private(set) var endsWithReason = false

  struct NamePlace: Sendable {
    var name: String
    var column: Int
  }

  /// Prose after a colon may contain only matchers.
  ///
  /// - Parameter isFreeText: Whether quotes and brackets may stay open, as in output of a query.
  init(parsing text: String, allowingPrefix isPrefix: Bool = false, isFreeText: Bool = false) throws(PatternProblem) {
    self.isPrefix = isPrefix
    line = LineFields.unsplit(isPrefix ? LinePattern.withoutEllipsis(text) : text)
    // A line without these characters has only words and numbers.
    guard text.containsByte(\.startsNotation) else { return }
    let line = line.split
    endsWithReason = !isPrefix && line.endsWithMatchedReason
    if !isFreeText { try line.requireClosedValues() }
    var isProse = false
    var bound: Set<Name> = []
    for field in line.fields {
      isProse = isProse || field.introducesProse
      guard case .value(let pattern) = field.content else { continue }
      for leaf in pattern.leaves { try note(leaf, field.column, isProse, &bound) }
    }
  }

  private mutating func note(
    _ leaf: ValuePattern, _ column: Int, _ isProse: Bool, _ bound: inout Set<Name>
  ) throws(PatternProblem) {
    if case .named(let name) = leaf { valueNames.append(name) }
    guard case .marker(let tokens) = leaf else { return }
    if !isProse, let problem = Matcher.problem(in: tokens) { throw PatternProblem(kind: problem, column: column) }
    guard let matcher = Matcher(tokens) else { return }
    if let name = matcher.binding {
      bindings.append(NamePlace(name: name, column: column))
      bound.insert(Name(name))
    }
    if case .equals(let name) = matcher.test, !bound.contains(Name(name)) {
      references.append(NamePlace(name: name, column: column))
    }
  }

  func seen(_ actual: LineFields) -> LineFields { endsWithReason ? actual.withReasonAsOneField : actual }

  var isWithoutNames: Bool { bindings.isEmpty && references.isEmpty }

  /// Whether it is a bare `|*`.
  var isUnrestricted: Bool { isPrefix && line.fields.isEmpty }

  /// `|* request …` is equal to `|* request`.
  private static func withoutEllipsis(_ text: String) -> String {
    let trimmed = text.trimmingTrailingBlanks
    for mark in ["…", "..."] where trimmed.hasBytes(of: mark) { return "" }
    for mark in [" …", " ..."] where trimmed.utf8.reversed().starts(with: mark.utf8.reversed()) {
      return String(Substring(trimmed.utf8.dropLast(mark.utf8.count)))
    }
    return trimmed
  }
}

struct PatternProblem: Error {
  var kind: TranscriptProblem.Kind
  var column: Int
}

/// A pattern such as `<int as n>`.
package struct Matcher: Hashable, Sendable {
  package enum Test: Hashable, Sendable {
    case any, int, number, string, bool, uuid, date, secret
    /// Text: `*` matches any number of scalars, `?` one, and `\` quotes the next scalar.
    case glob(String)
    case approximately(Double, tolerance: Double)
    case equals(String)
  }

  package let test: Test
  package private(set) var binding: String?

  private static let types: [(name: String, test: Test)] = [
    ("any", .any), ("int", .int), ("number", .number), ("string", .string), ("bool", .bool), ("uuid", .uuid),
    ("date", .date), ("secret", .secret),
  ]

  static var listOfNames: String {
    types.map { "<\($0.name)>" }.joined(separator: " ") + " <glob \"…\"> <approx NUMBER TOLERANCE> <=NAME>"
  }

  init?(_ tokens: [MarkerToken]) {
    if case .equals? = tokens.first {
      guard tokens.count == 2, case .word(let name) = tokens[1] else { return nil }
      test = .equals(name)
      return
    }
    guard case .word(let word)? = tokens.first else { return nil }
    var rest = tokens.dropFirst()
    if word == "glob", case .literal(.string(let glob))? = rest.popFirst() {
      test = .glob(glob)
    } else if word == "approx", let number = rest.popFirst()?.number, let tolerance = rest.popFirst()?.number,
      tolerance >= 0
    {
      test = .approximately(number, tolerance: tolerance)
    } else if let type = Matcher.types.first(where: { Name($0.name) == word }) {
      test = type.test
    } else {
      return nil
    }
    if rest.isEmpty { return }
    guard rest.count == 2, case .word("as")? = rest.first, case .word(let name)? = rest.last else { return nil }
    binding = name
  }

  /// Nil for a matcher, and for a mark that matches itself.
  static func problem(in tokens: [MarkerToken]) -> TranscriptProblem.Kind? {
    if let matcher = Matcher(tokens) {
      return matcher.test == .secret ? matcher.binding.map { .secretBound($0) } : nil
    }
    guard case .word(let word)? = tokens.first else {
      return .malformedMatcher("a matcher begins with its type; write one such as '<any>', or quote the text")
    }
    switch word {
    // Values without a literal form.
    case "ref", "weak", "signal": return nil
    case "approx":
      return .malformedMatcher("'<approx …>' needs a number and a tolerance; write one such as '<approx 1.5 0.01>'")
    case "glob":
      return .malformedMatcher("'<glob …>' needs a text in quotes and nothing else; write one such as '<glob \"a*\">'")
    case _ where types.contains { Name($0.name) == word }:
      return .malformedMatcher("'<\(word) …>' takes 'as NAME' or nothing; write '<\(word)>' or '<\(word) as NAME>'")
    default:
      return .unknownMatcher(word, nearest: NearestWord.find(word, among: types.map(\.name) + ["glob", "approx"]))
    }
  }
}

extension MarkerToken {
  fileprivate var number: Double? {
    switch self {
    case .literal(.int(let int)): Double(int)
    case .literal(.double(let double)) where double.isFinite: double
    case .literal, .word, .equals: nil
    }
  }
}

extension UInt8 {
  var startsNotation: Bool {
    switch self {
    case UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "<"), UInt8(ascii: "$"): true
    default: false
    }
  }
}
