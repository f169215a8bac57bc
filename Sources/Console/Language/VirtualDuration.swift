import Statecharts
import Traces

/// A virtual duration as commands spell it.
struct VirtualDuration: Hashable, Sendable, CustomStringConvertible {
  static let digitLimit = 18

  private static let units = [("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)]

  var milliseconds: Int

  /// Reads `500ms`, `1.5s`, `2m`, or several units such as `1h0.5s` and `1m30s`.
  init(_ word: String) throws(Mistake) {
    var rest = Substring(word).utf8
    var units = Self.units[...]
    var sum = 0
    repeat {
      let digits = rest.prefix { $0 == UInt8(ascii: ".") || $0.isDigit }
      let letters = rest[digits.endIndex...].prefix { $0.isLetter }
      let number = String(Substring(digits))
      let unit = String(Substring(letters))
      rest = rest[letters.endIndex...]
      if unit.isEmpty, rest.isEmpty, !number.isEmpty, number.utf8.allSatisfy(\.isDigit) {
        throw Mistake(.missingUnit(word))
      }
      guard let index = units.firstIndex(where: { Name($0.0) == unit }),
        let part = Self.product(of: number, units[index].1)
      else { throw Mistake(.notADuration(word)) }
      units = units[(index + 1)...]
      let (total, overflow) = sum.addingReportingOverflow(part)
      guard !overflow else { throw Mistake(.notADuration(word)) }
      sum = total
    } while !rest.isEmpty
    milliseconds = sum
  }

  init(milliseconds: Int) {
    self.milliseconds = milliseconds
  }

  /// Whole seconds as `2s`, otherwise milliseconds.
  var description: String {
    guard milliseconds != 0, milliseconds.isMultiple(of: 1_000) else { return "\(milliseconds)ms" }
    return "\(milliseconds / 1_000)s"
  }

  /// For example `1h0.5s`; commands accept it.
  var readable: String {
    guard milliseconds >= 1_000 else { return "\(milliseconds)ms" }
    let (hours, minutes, rest) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds % 60_000)
    let fraction = rest % 1_000 == 0 ? "" : "." + Self.decimals(of: rest % 1_000)
    return (hours > 0 ? "\(hours)h" : "") + (minutes > 0 ? "\(minutes)m" : "")
      + (rest > 0 ? "\(rest / 1_000)\(fraction)s" : "")
  }

  private static func decimals(of thousandths: Int) -> String {
    var (digits, value) = (3, thousandths)
    while value.isMultiple(of: 10) { (digits, value) = (digits - 1, value / 10) }
    let text = "\(value)"
    return String(repeating: "0", count: digits - text.utf8.count) + text
  }

  /// The number in milliseconds; nil unless it is whole and small enough.
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
