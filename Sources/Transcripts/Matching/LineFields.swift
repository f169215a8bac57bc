import Traces
import Turns

/// An output line split into its fields. Every text can be split; what is not a value is a word.
///
/// A document's lines are not kept split: most hold to the byte, and are never asked for their fields.
package struct LineFields: Sendable {
  /// One of the parts that blanks separate.
  package struct Field: Sendable {
    package var content: FieldContent
    /// How many bytes of the line stand before the field.
    package var offset: Int
    /// The field as it stands in the line.
    package var text: String
    /// How many Unicode scalars of the line stand before the field, plus one.
    package var column: Int
  }

  package let text: String
  private var kept: [Field]?

  /// Linear in the text where they are not kept.
  package internal(set) var fields: [Field] {
    get { kept ?? LineFields.fields(of: text) }
    set { kept = newValue }
  }

  /// After so many fields that begin like a value and are none, the rest of a line is words: every such field costs as
  /// much as the line is long.
  static let largestFailures = 64

  package init(_ text: String) {
    self.init(text: text, fields: LineFields.fields(of: text))
  }

  init(text: String, fields: [Field]?) {
    self.text = text
    kept = fields
  }

  /// A line that is split whenever it is asked for its fields.
  static func unsplit(_ text: String) -> LineFields { LineFields(text: text, fields: nil) }

  /// The line with its fields kept.
  var split: LineFields { kept == nil ? LineFields(text) : self }

  private static func fields(of text: String) -> [Field] {
    var scanner = ValueScanner(text)
    var fields: [Field] = []
    var failures = 0
    var column = scanner.skipBlanks() + 1
    while !scanner.isAtEnd {
      let start = scanner.offset
      let content = LineFields.field(&scanner, isFirst: fields.isEmpty, &failures)
      let fieldText = scanner.text(from: start, to: scanner.offset)
      fields.append(Field(content: content, offset: start, text: fieldText, column: column))
      column += fieldText.unicodeScalars.count + scanner.skipBlanks()
    }
    return fields
  }

  /// Whether the line begins with the time since its command.
  var hasOffset: Bool { offsetMilliseconds != nil }

  /// The time since the command in milliseconds, when the line begins with one.
  var offsetMilliseconds: Int? {
    if case .offset(let milliseconds)? = fields.first?.content { milliseconds } else { nil }
  }

  /// The fields behind the offset.
  var timelessFields: ArraySlice<Field> { hasOffset ? fields.dropFirst() : fields[...] }

  /// The field's content; a value counts only when a blank or the end follows it.
  private static func field(_ scanner: inout ValueScanner, isFirst: Bool, _ failures: inout Int) -> FieldContent {
    let start = scanner.offset
    let word = scanner.word()
    let end = scanner.offset
    if failures < largestFailures, beginsLikeValue(word) {
      scanner.move(to: start)
      if let pattern = try? scanner.pattern(), scanner.isAtEnd || scanner.next == UInt8(ascii: " ") {
        return .value(pattern)
      }
      failures += 1
      scanner.move(to: end)
    }
    if isFirst, let milliseconds = offset(word) { return .offset(milliseconds) }
    return .word(word)
  }

  /// Whether a word is a value without quotes or brackets, or begins as another value does.
  static func beginsLikeValue(_ word: String) -> Bool {
    guard let first = word.utf8.first else { return false }
    switch first {
    case UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "<"), UInt8(ascii: "$"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      return true
    case UInt8(ascii: "-"), UInt8(ascii: "."): return word.utf8.count > 1 && word != "->"
    default: return ["nil", "true", "false", "nan", "inf"].contains(word)
    }
  }

  /// Reads `+1000ms`.
  private static func offset(_ word: String) -> Int? {
    guard word.utf8.first == UInt8(ascii: "+"), word.utf8.suffix(2).elementsEqual("ms".utf8) else { return nil }
    let digits = word.utf8.dropFirst().dropLast(2)
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}

/// What a field of an output line is.
package enum FieldContent: Hashable, Sendable {
  /// `+1000ms`, only at the beginning.
  case offset(Int)
  /// A name, an arrow, a part of prose.
  case word(String)
  case value(ValuePattern)

  package static func == (left: FieldContent, right: FieldContent) -> Bool {
    switch (left, right) {
    case (.offset(let left), .offset(let right)): left == right
    case (.word(let left), .word(let right)): left.hasBytes(of: right)
    case (.value(let left), .value(let right)): left == right
    case (.offset, _), (.word, _), (.value, _): false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .offset(let milliseconds): hasher.combine(milliseconds)
    case .word(let word): hasher.combine(Array(word.utf8))
    case .value(let pattern): hasher.combine(pattern)
    }
  }
}
