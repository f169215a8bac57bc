import Traces

/// What stands behind a colon, as in `refused tap: nothing is under way`, is prose for people.
///
/// A transcript is text that a person may have written, so its lines are read; a printed line is read by the same rule, where
/// it is not the expected one to the byte. Nothing here tells which refusal or fault a line is of.
extension LineFields {
  /// Whether the only field behind the first word with a colon is a matcher that can stand for words.
  var endsWithMatchedReason: Bool {
    guard let colon = colonIndex, colon + 2 == fields.count,
      case .value(.marker(let tokens)) = fields[colon + 1].content,
      let matcher = Matcher(tokens)
    else { return false }
    switch matcher.test {
    case .any, .glob, .equals: return true
    case .int, .number, .approximately, .string, .bool, .uuid, .date, .secret: return false
    }
  }

  /// The line with all the words behind its colon as one word; a single field stays what it is.
  var withReasonAsOneField: LineFields {
    guard let colon = colonIndex, colon + 2 < fields.count else { return self }
    var joined = fields[colon + 1]
    joined.text = ValueScanner(text).text(from: joined.offset, to: text.utf8.count).trimmingTrailingBlanks
    joined.content = .word(joined.text)
    return LineFields(text: text, fields: fields[...colon] + [joined])
  }

  /// - Throws: that a quote, brace, bracket or `<` in front of the prose is not closed, or begins no value.
  func requireClosedValues() throws(PatternProblem) {
    var scanner = ValueScanner(text)
    var failures = 0
    for (index, field) in fields[..<(colonIndex ?? fields.count)].enumerated() {
      guard case .word(let word) = field.content, LineFields.beginsLikeValue(word) else { continue }
      failures += 1
      guard failures <= LineFields.largestFailures else { return }
      guard word.beginsLikeOpenValue else { continue }
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

  /// The first word that ends with a colon; a value does not.
  private var colonIndex: Int? { fields.firstIndex(where: \.introducesProse) }
}

extension LineFields.Field {
  /// Whether what follows is prose.
  var introducesProse: Bool { if case .word(let word) = content { word.introducesProse } else { false } }
}

extension String {
  /// Whether what stands behind the word is prose: it ends with a colon, and is not the beginning of a value.
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
