import Traces
import Turns

/// An expected output line: its fields, with matchers among them.
package struct LinePattern: Sendable {
  package internal(set) var line: LineFields
  /// Whether further fields may follow, as in `|* request`.
  let isPrefix: Bool
  /// The names that `<… as name>` binds, in the order of the line, with their fields' columns.
  let bindings: [NamePlace]
  /// The names that `<=name>` refers to, bindings of the line itself left out.
  let references: [NamePlace]
  /// The references `$name` to named values.
  let valueNames: [String]
  /// Whether the last field is a matcher that stands for all the words behind a colon, as in `refused advance: <any>`.
  let endsWithReason: Bool

  struct NamePlace: Sendable {
    var name: String
    var column: Int
  }

  /// Reads an expected line.
  ///
  /// Behind a word that ends with a colon stands prose, whose marks stand for themselves unless they are matchers.
  ///
  /// - Parameter isFreeText: Whether the line is what a look shows, in which quotes and brackets may stay open.
  init(
    parsing text: String, allowingPrefix isPrefix: Bool = false, isFreeText: Bool = false
  ) throws(PatternProblem) {
    self.isPrefix = isPrefix
    line = LineFields.unsplit(isPrefix ? LinePattern.withoutEllipsis(text) : text)
    var reader = PatternReader()
    if text.containsByte(LinePattern.beginsPart) {
      let line = line.split
      endsWithReason = !isPrefix && line.endsWithMatchedReason
      if !isFreeText { try line.requireClosedValues() }
      for field in line.fields { try reader.read(field) }
    } else {
      endsWithReason = false
    }
    bindings = reader.bindings
    references = reader.references
    valueNames = reader.valueNames
  }

  /// The output line as the pattern sees it: the words of a reason are one field where one matcher stands for them.
  func seen(_ actual: LineFields) -> LineFields { endsWithReason ? actual.withReasonAsOneField : actual }

  /// Whether it neither binds a name nor refers to one, so that it holds for the same text.
  var isWithoutNames: Bool { bindings.isEmpty && references.isEmpty }

  /// Whether it is `|*` alone.
  var isUnrestricted: Bool { isPrefix && line.fields.isEmpty }

  /// Whether a byte begins a text, container, matcher or name; a line without any is words and numbers.
  private static func beginsPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "<"), UInt8(ascii: "$"): true
    default: false
    }
  }

  /// The restriction of `|* request …` is the same as that of `|* request`.
  private static func withoutEllipsis(_ text: String) -> String {
    let trimmed = text.trimmingTrailingBlanks
    for mark in ["…", "..."] where trimmed.hasBytes(of: mark) { return "" }
    for mark in [" …", " ..."] where trimmed.utf8.reversed().starts(with: mark.utf8.reversed()) {
      return String(Substring(trimmed.utf8.dropLast(mark.utf8.count)))
    }
    return trimmed
  }
}

/// Walks over the fields of an expected line and notes the names in it.
private struct PatternReader {
  var bindings: [LinePattern.NamePlace] = []
  var references: [LinePattern.NamePlace] = []
  var valueNames: [String] = []
  private var isProse = false
  private var boundNames: Set<String> = []

  mutating func read(_ field: LineFields.Field) throws(PatternProblem) {
    switch field.content {
    case .offset: break
    case .word(let word):
      if word.introducesProse { isProse = true }
    case .value(let pattern): try read(pattern, column: field.column)
    }
  }

  private mutating func read(_ pattern: ValuePattern, column: Int) throws(PatternProblem) {
    switch pattern {
    case .value, .folded: break
    case .named(let name): valueNames.append(name)
    case .list(let elements, _):
      for element in elements { try read(element, column: column) }
    case .record(let members, _), .enumeration(_, let members):
      for member in members { try read(member.pattern, column: column) }
    case .marker(let tokens): try read(tokens, column: column)
    }
  }

  private mutating func read(_ tokens: [MarkerToken], column: Int) throws(PatternProblem) {
    if !isProse, let problem = Matcher.problem(in: tokens) { throw PatternProblem(kind: problem, column: column) }
    guard let matcher = Matcher(tokens) else { return }
    if let name = matcher.binding {
      bindings.append(LinePattern.NamePlace(name: name, column: column))
      boundNames.insert(name)
    }
    if case .equals(let name) = matcher.test, !boundNames.contains(name) {
      references.append(LinePattern.NamePlace(name: name, column: column))
    }
  }
}

/// What is wrong with an expected line; the column counts the line's scalars from one.
struct PatternProblem: Error {
  var kind: TranscriptProblem.Kind
  var column: Int
}
