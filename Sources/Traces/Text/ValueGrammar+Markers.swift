import Turns

extension ValueGrammar {
  /// Reads `<`, words, literals and `=`, and `>`.
  mutating func marker() throws(TextError) -> ValuePattern {
    let start = scanner.offset
    _ = scanner.skip("<")
    var tokens: [MarkerToken] = []
    scanner.skipBlanks()
    while !scanner.skip(">") {
      guard !scanner.isAtEnd else { throw scanner.error(.unclosedMarker, at: start) }
      tokens.append(try token())
      scanner.skipBlanks()
    }
    guard !tokens.isEmpty else { throw scanner.error(.unclosedMarker, at: start) }
    guard allowsPatterns else {
      throw scanner.error(.notALiteral(scanner.text(from: start, to: scanner.offset)), at: start)
    }
    return .marker(tokens)
  }

  private mutating func token() throws(TextError) -> MarkerToken {
    if scanner.skip("=") { return .equals }
    if let word = scanner.identifier() { return .word(word) }
    switch scanner.next {
    case UInt8(ascii: "\""): return .literal(.string(try scanner.string()))
    case UInt8(ascii: "-"): return .literal(try scanner.number())
    case .some(let byte) where byte.isDigit: return .literal(try scanner.number())
    default: throw scanner.expected("a word, a text, a number or '>'")
    }
  }
}
