import Traces

/// The forms of text that `<uuid>` and `<date>` stand for.
enum TextForm {
  /// 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12.
  static func isUUID(_ text: String) -> Bool {
    let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy(\.isHexDigit) }
  }

  /// A day, `2025-03-01`, or an instant in UTC, `2025-03-01T12:30:00Z`, with fractions of a second or without.
  static func isDate(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "T"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let day = parts.first, isDay(day) else { return false }
    return parts.count == 1 || isTime(parts[1])
  }

  private static func isDay(_ bytes: Substring.UTF8View) -> Bool {
    guard let parts = numbers(bytes, separator: "-", digits: [4, 2, 2]) else { return false }
    let (year, month) = (parts[0], parts[1])
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...12).contains(month) && (1...days[month - 1]).contains(parts[2])
  }

  private static func isTime(_ bytes: Substring.UTF8View) -> Bool {
    guard bytes.last == UInt8(ascii: "Z") else { return false }
    let parts = bytes.dropLast().split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, parts[1].isEmpty || !parts[1].allSatisfy(\.isDigit) { return false }
    guard let clock = numbers(parts[0], separator: ":", digits: [2, 2, 2]) else { return false }
    return clock[0] < 24 && clock[1] < 60 && clock[2] <= 60
  }

  /// Numbers of exactly so many digits each.
  private static func numbers(_ bytes: Substring.UTF8View, separator: Unicode.Scalar, digits: [Int]) -> [Int]? {
    let parts = bytes.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
    guard parts.map(\.count) == digits, parts.allSatisfy({ $0.allSatisfy(\.isDigit) }) else { return nil }
    return parts.compactMap { Int(String(Substring($0))) }
  }
}
