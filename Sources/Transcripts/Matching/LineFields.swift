import Traces
import Turns

/// A line split into fields; text that is no value is a word. Documents do not keep fields, because most lines
/// match by bytes.
package struct LineFields: Sendable {
  package struct Field: Sendable {
    package var content: FieldContent
    package var offset: Int
    package var text: String
    /// In Unicode scalars, from 1.
    package var column: Int

    var introducesProse: Bool {
      if case .word(let word) = content { word.text.introducesProse } else { false }
    }
  }

  package let text: String
  private var kept: [Field]?

  /// Linear if the fields are not kept.
  package internal(set) var fields: [Field] {
    get { kept ?? LineFields.fields(of: text) }
    set { kept = newValue }
  }

  /// After this many failed values, the rest of a line is words, because each failure can be linear in the line.
  static let largestFailures = 64

  package init(_ text: String) { self.init(text: text, fields: LineFields.fields(of: text)) }

  private init(text: String, fields: [Field]?) {
    self.text = text
    kept = fields
  }

  static func unsplit(_ text: String) -> LineFields { LineFields(text: text, fields: nil) }

  var split: LineFields { kept == nil ? LineFields(text) : self }

  var hasOffset: Bool { offsetMilliseconds != nil }

  var offsetMilliseconds: Int? {
    if case .offset(let milliseconds)? = fields.first?.content { milliseconds } else { nil }
  }

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
      column += fieldText.scalarCount + scanner.skipBlanks()
    }
    return fields
  }

  /// A value must be followed by a blank or the end.
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

  private static func beginsLikeValue(_ word: String) -> Bool {
    guard let first = word.utf8.first else { return false }
    switch first {
    case UInt8(ascii: "-"), UInt8(ascii: "."): return word.utf8.count > 1 && word != "->"
    default:
      return first.isDigit || first.startsNotation || ["nil", "true", "false", "nan", "inf"].contains(word)
    }
  }

  private static func offset(_ word: String) -> Int? {
    guard word.utf8.first == UInt8(ascii: "+"), word.utf8.suffix(2).elementsEqual("ms".utf8) else { return nil }
    let digits = word.utf8.dropFirst().dropLast(2)
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}

package enum FieldContent: Hashable, Sendable {
  /// `+1000ms`, only at the start.
  case offset(Int)
  case word(Name)
  case value(ValuePattern)
}

/// Text after a colon is prose, as in `refused tap: nothing is under way`. The same rule applies to transcripts and
/// printed lines.
extension LineFields {
  private var colonIndex: Int? { fields.firstIndex(where: \.introducesProse) }

  /// Whether the only field after the colon is a matcher for words.
  var endsWithMatchedReason: Bool {
    guard let colon = colonIndex, colon + 2 == fields.count,
      case .value(.marker(let tokens)) = fields[colon + 1].content
    else { return false }
    switch Matcher(tokens)?.test {
    case .any, .glob, .equals: return true
    case .int, .number, .approximately, .string, .bool, .uuid, .date, .secret, nil: return false
    }
  }

  var withReasonAsOneField: LineFields {
    guard let colon = colonIndex, colon + 2 < fields.count else { return self }
    var joined = fields[colon + 1]
    joined.text = ValueScanner(text).text(from: joined.offset, to: text.utf8.count).trimmingTrailingBlanks
    joined.content = .word(Name(joined.text))
    return LineFields(text: text, fields: fields[...colon] + [joined])
  }

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
  var introducesProse: Bool { utf8.last == UInt8(ascii: ":") && !beginsLikeOpenValue }

  var beginsLikeOpenValue: Bool { utf8.first.map { "\"[{<".utf8.contains($0) } ?? false }
}

extension TextError {
  fileprivate var isUnclosed: Bool {
    switch reason {
    case .unclosedText, .unclosedMarker: true
    case .expected(_, let found): found.isEmpty
    default: false
    }
  }
}
