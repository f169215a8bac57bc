package struct TextError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case invalidUTF8
    case expected(String, found: String)
    case unknownWord(String)
    case unknownName(String)
    case unclosedText
    case unknownEscape(String)
    case invalidScalar(String)
    case malformedNumber(String, hint: String)
    case integerOutOfRange(String)
    case numberOutOfRange(String)
    case duplicateKey(String)
    case tooDeep(limit: Int)
    case notALiteral(String)
    case misplacedPartial
    case unclosedMarker
    case loneSurrogate(String)
    case rawControl(String)
    case missingKey(String)
    case unknownKey(String)
    case wrongValue(of: String, expected: String)
  }

  package var reason: Reason
  /// In UTF-8 bytes.
  package var offset: Int
  /// In Unicode scalars, from 1.
  package var column: Int

  package init(_ reason: Reason, offset: Int, column: Int) {
    self.reason = reason
    self.offset = offset
    self.column = column
  }
}

extension TextError: CustomStringConvertible {
  /// Safe to print.
  package var description: String { "column \(column): \(sentence)" }

  /// The fault and its fix, without the place.
  package var sentence: String {
    switch reason {
    case .invalidUTF8: "these bytes are not UTF-8; save the text as UTF-8"
    case .expected(let expected, let found): "expected \(expected), found \(found.asFound)"
    case .unknownWord(let word): "'\(word.shown)' is not a value; write text in double quotes"
    case .unknownName(let name): "no value is named '$\(name.shown)'; declare it as a sample or with %let"
    case .unclosedText: "this text does not end; close it with a double quote"
    case .unknownEscape(let escape): "'\(escape.shown)' is not an escape; write '\\\\' for a backslash"
    case .invalidScalar(let digits): "'\(digits.shown)' is not a Unicode scalar; write the hexadecimal digits of one"
    case .malformedNumber(let number, let hint): "'\(number.shown)' is not a number; \(hint)"
    case .integerOutOfRange(let number): "'\(number.shown)' does not fit into 64 bits; use a smaller number"
    case .numberOutOfRange(let number):
      "'\(number.shown)' is too large; use a smaller number"
    case .duplicateKey(let key): "the key '\(key.shown)' is duplicated; remove one"
    case .tooDeep(let limit): "this is nested deeper than \(limit) levels; flatten it"
    case .notALiteral(let form): "'\(form.shown)' only describes a value; write the value itself"
    case .misplacedPartial: "'...' stands for the rest of a list or record of a pattern; make it the last element there"
    case .unclosedMarker: "this marker does not end; close it with '>', or write '<' inside a quoted text"
    case .loneSurrogate(let escape): "'\(escape.shown)' is half of a surrogate pair; write both halves"
    case .rawControl(let scalar): "the text contains an unescaped '\(scalar.shown)'; write it as an escape"
    case .missingKey(let key): "the key '\(key.shown)' is missing; add it"
    case .unknownKey(let key): "the key '\(key.shown)' is unknown in this version; remove it"
    case .wrongValue(let key, let expected): "the value of '\(key.shown)' is not \(expected); correct it"
    }
  }
}

extension TextError {
  /// The error without text of the input, which may contain a secret.
  package var concealed: TextError {
    var error = self
    switch reason {
    case .expected(let wanted, let found): error.reason = .expected(wanted, found: found.isEmpty ? "" : "...")
    case .unknownWord: error.reason = .unknownWord("...")
    case .malformedNumber(_, let hint): error.reason = .malformedNumber("...", hint: hint)
    case .integerOutOfRange: error.reason = .integerOutOfRange("...")
    case .numberOutOfRange: error.reason = .numberOutOfRange("...")
    case .notALiteral: error.reason = .notALiteral("...")
    case .duplicateKey: error.reason = .duplicateKey("...")
    case .unknownKey: error.reason = .unknownKey("...")
    case .unknownName, .invalidUTF8, .unclosedText, .unknownEscape, .invalidScalar, .tooDeep, .misplacedPartial,
      .unclosedMarker, .loneSurrogate, .rawControl, .missingKey, .wrongValue:
      break
    }
    return error
  }
}

extension String {
  fileprivate var shown: String { escapedForDisplay.truncated(toWidth: 40) }

  fileprivate var asFound: String { isEmpty ? "the end" : "'\(shown)'" }
}
