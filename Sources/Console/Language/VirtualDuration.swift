import Traces

/// A time as commands write it; the canonical text is whole seconds, or else milliseconds.
struct VirtualDuration: Hashable, Sendable, CustomStringConvertible {
  /// More digits are refused before they are read.
  static let digitLimit = 18

  var milliseconds: Int

  /// Reads `500ms`, `1s`, `1.5s` or `2m`.
  init(_ word: String) throws(Mistake) {
    let digits = word.utf8.prefix { $0 == UInt8(ascii: ".") || $0.isDigit }
    let number = String(Substring(digits))
    let unit = String(Substring(word.utf8.dropFirst(digits.count)))
    let scale: Int
    switch unit {
    case "ms": scale = 1
    case "s": scale = 1_000
    case "m": scale = 60_000
    case "" where !number.isEmpty && number.utf8.allSatisfy(\.isDigit): throw Mistake(.missingUnit(word))
    default: throw Mistake(.notADuration(word))
    }
    guard let milliseconds = Self.product(of: number, scale) else { throw Mistake(.notADuration(word)) }
    self.milliseconds = milliseconds
  }

  init(milliseconds: Int) {
    self.milliseconds = milliseconds
  }

  var description: String {
    guard milliseconds != 0, milliseconds.isMultiple(of: 1_000) else { return "\(milliseconds)ms" }
    return "\(milliseconds / 1_000)s"
  }

  /// `1.5` times 1000; nil unless the number is plain and the product whole and within 64 bits.
  private static func product(of number: String, _ scale: Int) -> Int? {
    let parts = number.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Substring.init)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }), number.utf8.count <= digitLimit else { return nil }
    guard let mantissa = Int(parts.joined()) else { return nil }
    let (product, overflow) = mantissa.multipliedReportingOverflow(by: scale)
    let divisor = (0..<(parts.count == 2 ? parts[1].utf8.count : 0)).reduce(1) { power, _ in power * 10 }
    guard !overflow, product.isMultiple(of: divisor) else { return nil }
    return product / divisor
  }
}
