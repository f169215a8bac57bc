import Traces
import Turns

/// An output line split into its fields. Every text can be split; what is not a value is a word.
///
/// A document's lines are not kept split: most hold to the byte, and are never asked for their fields.
package struct LineFields: Sendable {
  /// One of the parts that blanks separate.
  package struct Field: Sendable {
    package var content: FieldContent
    /// How many bytes of the line are before the field.
    package var offset: Int
    /// The field as it is written.
    package var text: String
    /// How many Unicode scalars of the line are before the field, plus one.
    package var column: Int

    /// Whether what follows is prose.
    var introducesProse: Bool {
      if case .word(let word) = content { word.text.introducesProse } else { false }
    }
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

  package init(_ text: String) { self.init(text: text, fields: LineFields.fields(of: text)) }

  private init(text: String, fields: [Field]?) {
    self.text = text
    kept = fields
  }

  /// A line that is split whenever it is asked for its fields.
  static func unsplit(_ text: String) -> LineFields { LineFields(text: text, fields: nil) }

  /// The line with its fields kept.
  var split: LineFields { kept == nil ? LineFields(text) : self }

  /// Whether the line begins with the time since its command.
  var hasOffset: Bool { offsetMilliseconds != nil }

  /// The time since the command in milliseconds, when the line begins with one.
  var offsetMilliseconds: Int? {
    if case .offset(let milliseconds)? = fields.first?.content { milliseconds } else { nil }
  }

  /// The fields behind the offset.
  var timelessFields: ArraySlice<Field> { hasOffset ? fields.dropFirst() : fields[...] }

  // MARK: Splitting

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
    return .word(Name(word))
  }

  /// Whether a word is a value without quotes or brackets, or begins as another value does.
  private static func beginsLikeValue(_ word: String) -> Bool {
    guard let first = word.utf8.first else { return false }
    switch first {
    case UInt8(ascii: "-"), UInt8(ascii: "."): return word.utf8.count > 1 && word != "->"
    default:
      return first.isDigit || "\"[{<$".utf8.contains(first) || ["nil", "true", "false", "nan", "inf"].contains(word)
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
  case word(Name)
  case value(ValuePattern)
}

/// What is behind a colon, as in `refused tap: nothing is under way`, is prose for people.
///
/// A transcript is text that a person may have written, so its lines are read; a printed line is read by the same rule,
/// where it is not the expected one to the byte.
extension LineFields {
  /// The first word that ends with a colon; a value does not.
  private var colonIndex: Int? { fields.firstIndex(where: \.introducesProse) }

  /// Whether the only field behind the first word with a colon is a matcher that can mean words.
  var endsWithMatchedReason: Bool {
    guard let colon = colonIndex, colon + 2 == fields.count,
      case .value(.marker(let tokens)) = fields[colon + 1].content
    else { return false }
    switch Matcher(tokens)?.test {
    case .any, .glob, .equals: return true
    case .int, .number, .approximately, .string, .bool, .uuid, .date, .secret, nil: return false
    }
  }

  /// The line with all the words behind its colon as one word; a single field stays what it is.
  var withReasonAsOneField: LineFields {
    guard let colon = colonIndex, colon + 2 < fields.count else { return self }
    var joined = fields[colon + 1]
    joined.text = ValueScanner(text).text(from: joined.offset, to: text.utf8.count).trimmingTrailingBlanks
    joined.content = .word(Name(joined.text))
    return LineFields(text: text, fields: fields[...colon] + [joined])
  }

  /// - Throws: that a quote, brace, bracket or `<` in front of the prose is not closed, or begins no value.
  func requireClosedValues() throws(PatternProblem) {
    var scanner = ValueScanner(text)
    var failures = 0
    for (index, field) in fields[..<(colonIndex ?? fields.count)].enumerated() {
      guard case .word(let word) = field.content, LineFields.beginsLikeValue(word.text) else { continue }
      failures += 1
      guard failures <= LineFields.largestFailures else { return }
      guard word.text.beginsLikeOpenValue else { continue }
      scanner.move(to: field.offset)
      do throws(TextError) {
        _ = try scanner.pattern()
        throw scanner.expected("a blank or the end")
      } catch {
        guard error.isUnclosed || index > 0 && word.utf8.first != UInt8(ascii: "[") else { continue }
        throw PatternProblem(kind: .malformedValue(error.sentence), column: error.column)
      }
    }
  }
}

extension String {
  /// Whether what is behind the word is prose: it ends with a colon, and is not the beginning of a value.
  var introducesProse: Bool { utf8.last == UInt8(ascii: ":") && !beginsLikeOpenValue }

  /// Whether the word begins with what a value closes again.
  fileprivate var beginsLikeOpenValue: Bool { utf8.first.map { "\"[{<".utf8.contains($0) } ?? false }
}

extension TextError {
  /// Whether the text ended where more was needed.
  fileprivate var isUnclosed: Bool {
    switch reason {
    case .unclosedText, .unclosedMarker: true
    case .expected(_, let found): found.isEmpty
    default: false
    }
  }
}
