import Foundation

/// Swift source with its comments and string literals blanked out, so that a rule about code does not stumble over
/// prose. What is interpolated into a string is code and stays. Line numbers are kept. Regex literals are not known.
struct SwiftCode {
  /// The code that is left.
  private(set) var text = ""
  /// The lines of code, in order; the first is line 1.
  private(set) var lines: [String] = []

  private let source: [UInt8]
  private var position = 0
  private var code: [UInt8] = []

  init(_ text: String) {
    source = Array(text.utf8)
    scan(untilParenthesis: false)
    lines = code.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    self.text = String(decoding: code, as: UTF8.self)
    code = []
  }

  /// Copies code, to the end or to the parenthesis that closes an interpolation.
  private mutating func scan(untilParenthesis: Bool) {
    var depth = 0
    while position < source.count {
      let byte = source[position]
      switch byte {
      case UInt8(ascii: "/"): if skipLineComment() || skipBlockComment() { continue }
      case UInt8(ascii: "#"), UInt8(ascii: "\""): if skipString() { continue }
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        if untilParenthesis && depth == 0 { return }
        depth -= 1
      default: break
      }
      code.append(byte)
      position += 1
    }
  }

  private mutating func skipLineComment() -> Bool {
    guard starts("//") else { return false }
    while position < source.count, source[position] != UInt8(ascii: "\n") { position += 1 }
    return true
  }

  private mutating func skipBlockComment() -> Bool {
    guard starts("/*") else { return false }
    var depth = 0
    repeat {
      if starts("/*") {
        depth += 1
        position += 2
      } else if starts("*/") {
        depth -= 1
        position += 2
      } else {
        blank()
      }
    } while depth > 0 && position < source.count
    return true
  }

  /// Steps over a literal of any kind: plain, raw (`#"…"#`), of several lines (`"""`).
  private mutating func skipString() -> Bool {
    let pounds = source[position...].prefix { $0 == UInt8(ascii: "#") }.count
    let start = position + pounds
    guard start < source.count, source[start] == UInt8(ascii: "\"") else { return false }
    position = start
    let quotes = starts("\"\"\"") ? "\"\"\"" : "\""
    position += quotes.utf8.count
    let mark = String(repeating: "#", count: pounds)
    skipLiteral(closing: quotes + mark, escape: "\\" + mark, isSingleLine: quotes.utf8.count == 1)
    return true
  }

  private mutating func skipLiteral(closing: String, escape: String, isSingleLine: Bool) {
    code.append(UInt8(ascii: " "))
    while position < source.count, !starts(closing) {
      if isSingleLine && source[position] == UInt8(ascii: "\n") { return }
      guard starts(escape) else {
        blank()
        continue
      }
      position += escape.utf8.count
      if starts("(") {
        position += 1
        scan(untilParenthesis: true)
        code.append(UInt8(ascii: " "))
      }
      if position < source.count { blank() }
    }
    position = min(position + closing.utf8.count, source.count)
  }

  private mutating func blank() {
    if source[position] == UInt8(ascii: "\n") { code.append(UInt8(ascii: "\n")) }
    position += 1
  }

  /// Asked at nearly every byte, so the first one decides where it can.
  private func starts(_ word: String) -> Bool {
    guard position < source.count, source[position] == word.utf8.first else { return false }
    return source[position...].starts(with: word.utf8)
  }
}

extension String {
  /// Whether the bytes of a word stand in it. A debug build takes much longer to compare characters.
  func holds(_ word: String) -> Bool { Data(utf8).range(of: Data(word.utf8)) != nil }
}
