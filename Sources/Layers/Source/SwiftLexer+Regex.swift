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
