/// Splits Swift source into tokens: comments, which nest, are left out, and of a string only what is interpolated stays.
///
/// Any bytes give tokens, in time linear in their number; nothing recurses. A string of one line that does not end is
/// taken to end with its line. What begins or ends a regex literal without `#` is guessed as the compiler's lexer does:
/// by what stands before the `/`, and only on one line.
struct SwiftLexer {
  let source: [UInt8]
  var position = 0
  private(set) var place = SourceLocation(line: 1, column: 1)
  private(set) var tokens: [SwiftToken] = []
  /// The strings that are interrupted by an interpolation, the innermost last.
  private var interrupted: [(literal: StringLiteral, openParentheses: Int)] = []
  /// The numbers of `#` for which no regex literal ends further on.
  var endlessRegexes: Set<Int> = []

  static func tokens(of text: String) -> [SwiftToken] {
    var lexer = SwiftLexer(source: Array(text.utf8))
    while let byte = lexer.next { lexer.scan(byte) }
    return lexer.tokens
  }

  private init(source: [UInt8]) {
    self.source = source
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

  /// Moves over bytes and counts lines and columns.
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

  /// Parentheses are counted inside an interpolation; the one that closes it goes on with its string.
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

  /// Moves to the end of a string, or into its next interpolation.
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
    for distance in 0..<literal.quotes where byte(at: distance) != UInt8(ascii: "\"") { return false }
    return hasPounds(literal.pounds, at: literal.quotes)
  }

  func hasPounds(_ count: Int, at distance: Int) -> Bool {
    for distance in distance..<distance + count where byte(at: distance) != UInt8(ascii: "#") { return false }
    return true
  }

  /// The string that begins here: plain, raw (`#"…"#`), of several lines (`"""`).
  private func stringLiteral() -> StringLiteral? {
    guard let first = next, first == UInt8(ascii: "\"") || first == UInt8(ascii: "#") else { return nil }
    let pounds = pounds
    guard pounds <= StringLiteral.mostPounds, byte(at: pounds) == UInt8(ascii: "\"") else { return nil }
    let isMultiline = byte(at: pounds + 1) == UInt8(ascii: "\"") && byte(at: pounds + 2) == UInt8(ascii: "\"")
    return StringLiteral(quotes: isMultiline ? 3 : 1, pounds: pounds)
  }

  /// How many `#` come next, as far as that matters.
  var pounds: Int {
    var count = 0
    while count <= StringLiteral.mostPounds, byte(at: count) == UInt8(ascii: "#") { count += 1 }
    return count
  }
}

/// How a string literal is delimited.
struct StringLiteral: Hashable, Sendable {
  /// More `#` than this begin no literal.
  static let mostPounds = 16

  /// One, or three for a string of several lines.
  var quotes: Int
  var pounds: Int

  var isMultiline: Bool { quotes == 3 }
  /// How many bytes begin the literal, and end it.
  var opening: Int { quotes + pounds }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }

  /// Letters, `_`, `$`, and everything that is not ASCII.
  fileprivate var isWordStart: Bool {
    (0x61...0x7A).contains(self | 0x20) || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self >= 0x80
  }

  fileprivate var isWordPart: Bool { isWordStart || isDigit }
}

/// A piece of Swift source, as far as a search for names has to tell pieces apart.
struct SwiftToken: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// An identifier or a keyword.
    case word
    /// An identifier in backticks, which is no keyword.
    case quotedWord
    case number
    /// A string or regex literal, or what is left of one behind an interpolation.
    case literal
    /// Any other character.
    case mark
  }

  var kind: Kind
  /// The identifier without its backticks, or the character; empty for numbers and literals.
  var text: String
  var place: SourceLocation

  func isMark(_ mark: String) -> Bool { kind == .mark && text == mark }
  func isKeyword(_ word: String) -> Bool { kind == .word && text == word }

  /// The identifier that the token is; a keyword is one too.
  var name: String? { kind == .word || kind == .quotedWord ? text : nil }
}

extension SwiftLexer {
  /// Longer regex literals without `#` are not known.
  private static let longestRegex = 1_000

  /// Moves over a regex literal, `/…/` or `#/…/#`, if one begins here.
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

  /// Whether a `/` here would divide nothing.
  private var isOperandExpected: Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .quotedWord, .number, .literal: return false
    case .word: return ["return", "in", "case", "where", "try", "await", "if", "guard", "else"].contains(last.text)
    case .mark: return !")]}.".contains(last.text)
    }
  }
}
