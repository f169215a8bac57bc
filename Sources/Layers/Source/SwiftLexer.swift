/// Splits any bytes into tokens in linear time without recursion. It omits comments and the text of strings.
///
/// For a regex literal without `#` it guesses like the compiler's lexer: by the token before the `/`, and on one
/// line.
struct SwiftLexer {
  let source: [UInt8]
  var position = 0
  private(set) var place = SourceLocation(line: 1, column: 1)
  private(set) var tokens: [SwiftToken] = []
  /// The strings around the current interpolation, the innermost last.
  private var interrupted: [(literal: StringLiteral, openParentheses: Int)] = []
  /// The numbers of `#` without a closing regex delimiter later; this keeps the time linear.
  var endlessRegexes: Set<Int> = []

  static func tokens(of text: String) -> [SwiftToken] {
    var lexer = SwiftLexer(source: Array(text.utf8))
    while let byte = lexer.next { lexer.scan(byte) }
    return lexer.tokens
  }

  var next: UInt8? { byte(at: 0) }

  func byte(at distance: Int) -> UInt8? {
    let index = position + distance
    return index < source.count ? source[index] : nil
  }

  func starts(_ text: StaticString) -> Bool {
    let end = position + text.utf8CodeUnitCount
    guard end <= source.count else { return false }
    return text.withUTF8Buffer { $0.elementsEqual(source[position..<end]) }
  }

  mutating func advance(_ count: Int = 1) {
    for byte in source[position..<min(position + count, source.count)] {
      if byte == UInt8(ascii: "\n") {
        place = SourceLocation(line: place.line + 1, column: 1)
      } else if byte & 0xC0 != 0x80 {
        place.column += 1
      }
    }
    position = min(position + count, source.count)
  }

  mutating func append(_ kind: SwiftToken.Kind, _ text: String = "", at place: SourceLocation) {
    tokens.append(SwiftToken(kind: kind, text: text, place: place))
  }

  private mutating func scan(_ byte: UInt8) {
    if byte <= 0x20 {
      advance()
    } else if starts("//") {
      while let byte = next, byte != UInt8(ascii: "\n") { advance() }
    } else if starts("/*") {
      skipBlockComment()
    } else if byte.isWordStart || byte == UInt8(ascii: "`") {
      scanWord()
    } else if byte.isDigit {
      scanNumber()
    } else if let literal = stringLiteral() {
      let start = place
      advance(literal.opening)
      append(.literal, at: start)
      read(literal)
    } else if !skipRegex() {
      scanMark(byte)
    }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if starts("/*") {
        depth += 1
        advance(2)
      } else if starts("*/") {
        depth -= 1
        advance(2)
      } else {
        advance()
      }
    } while depth > 0 && position < source.count
  }

  private mutating func scanWord() {
    let start = place
    let isQuoted = next == UInt8(ascii: "`")
    if isQuoted { advance() }
    let first = position
    while let byte = next, byte.isWordPart || isQuoted && byte != UInt8(ascii: "`") && byte != UInt8(ascii: "\n") {
      advance()
    }
    let text = String(decoding: source[first..<position], as: UTF8.self)
    if isQuoted, next == UInt8(ascii: "`") { advance() }
    append(isQuoted ? .quotedWord : .word, text, at: start)
  }

  private mutating func scanNumber() {
    let start = place
    while let byte = next, byte.isWordPart || byte == UInt8(ascii: ".") && self.byte(at: 1)?.isDigit ?? false {
      advance()
    }
    append(.number, at: start)
  }

  /// The parenthesis that closes an interpolation returns to its string.
  private mutating func scanMark(_ byte: UInt8) {
    let start = place
    advance()
    if let last = interrupted.indices.last {
      if byte == UInt8(ascii: "(") { interrupted[last].openParentheses += 1 }
      if byte == UInt8(ascii: ")") {
        if interrupted[last].openParentheses == 0 { return read(interrupted.removeLast().literal) }
        interrupted[last].openParentheses -= 1
      }
    }
    append(.mark, String(UnicodeScalar(byte)), at: start)
  }

  private mutating func read(_ literal: StringLiteral) {
    while let byte = next {
      if byte == UInt8(ascii: "\n"), !literal.isMultiline { return }
      if byte == UInt8(ascii: "\""), closes(literal) {
        advance(literal.opening)
        append(.literal, at: place)
        return
      }
      if byte == UInt8(ascii: "\\"), hasPounds(literal.pounds, at: 1) {
        advance(1 + literal.pounds)
        if next == UInt8(ascii: "(") {
          advance()
          interrupted.append((literal, 0))
          return
        }
        if next == UInt8(ascii: "\n"), !literal.isMultiline { return }
      }
      advance()
    }
  }

  private func closes(_ literal: StringLiteral) -> Bool {
    (0..<literal.quotes).allSatisfy { byte(at: $0) == UInt8(ascii: "\"") }
      && hasPounds(literal.pounds, at: literal.quotes)
  }

  func hasPounds(_ count: Int, at distance: Int) -> Bool {
    (distance..<distance + count).allSatisfy { byte(at: $0) == UInt8(ascii: "#") }
  }

  /// Plain, raw (`#"…"#`) or multi-line (`"""`).
  private func stringLiteral() -> StringLiteral? {
    guard let first = next, first == UInt8(ascii: "\"") || first == UInt8(ascii: "#") else { return nil }
    let pounds = pounds
    guard pounds <= StringLiteral.mostPounds, byte(at: pounds) == UInt8(ascii: "\"") else { return nil }
    let isMultiline = byte(at: pounds + 1) == UInt8(ascii: "\"") && byte(at: pounds + 2) == UInt8(ascii: "\"")
    return StringLiteral(quotes: isMultiline ? 3 : 1, pounds: pounds)
  }

  var pounds: Int {
    (0...StringLiteral.mostPounds).prefix { byte(at: $0) == UInt8(ascii: "#") }.count
  }
}

struct StringLiteral: Hashable, Sendable {
  /// More `#` begin no literal.
  static let mostPounds = 16

  /// One or three.
  var quotes: Int
  var pounds: Int

  var isMultiline: Bool { quotes == 3 }
  var opening: Int { quotes + pounds }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }

  fileprivate var isWordStart: Bool {
    (0x61...0x7A).contains(self | 0x20) || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self >= 0x80
  }

  fileprivate var isWordPart: Bool { isWordStart || isDigit }
}

struct SwiftToken: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case word
    /// An identifier in backticks, never a keyword.
    case quotedWord
    case number
    /// A string or regex literal, or its part after an interpolation.
    case literal
    case mark
  }

  var kind: Kind
  /// Empty for numbers and literals.
  var text: String
  var place: SourceLocation

  func isMark(_ mark: String) -> Bool { kind == .mark && text == mark }
  func isKeyword(_ word: String) -> Bool { kind == .word && text == word }

  var name: String? { kind == .word || kind == .quotedWord ? text : nil }
}

extension SwiftLexer {
  /// Longer regex literals without `#` are not recognized.
  private static let longestRegex = 1_000

  /// `/…/` or `#/…/#`.
  mutating func skipRegex() -> Bool {
    let start = place
    guard let length = next == UInt8(ascii: "#") ? extendedRegexLength() : plainRegexLength() else { return false }
    advance(length)
    append(.literal, at: start)
    return true
  }

  private mutating func extendedRegexLength() -> Int? {
    let pounds = pounds
    guard pounds <= StringLiteral.mostPounds, byte(at: pounds) == UInt8(ascii: "/"), !endlessRegexes.contains(pounds)
    else { return nil }
    var distance = pounds + 1
    while let byte = byte(at: distance) {
      if byte == UInt8(ascii: "/"), hasPounds(pounds, at: distance + 1) { return distance + 1 + pounds }
      distance += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    endlessRegexes.insert(pounds)
    return nil
  }

  private func plainRegexLength() -> Int? {
    guard next == UInt8(ascii: "/"), isOperandExpected, let first = byte(at: 1), first > 0x20 else { return nil }
    var distance = 1
    while distance < Self.longestRegex, let byte = byte(at: distance), byte != UInt8(ascii: "\n") {
      if byte == UInt8(ascii: "/") { return distance + 1 }
      distance += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// Whether a `/` here cannot mean division.
  private var isOperandExpected: Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .quotedWord, .number, .literal: return false
    case .word: return ["return", "in", "case", "where", "try", "await", "if", "guard", "else"].contains(last.text)
    case .mark: return !")]}.".contains(last.text)
    }
  }
}
