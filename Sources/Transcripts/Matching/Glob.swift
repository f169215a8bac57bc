import Traces

/// A pattern where `*` matches any number of scalars, `?` one, and `\` quotes the next scalar.
package struct Glob: Sendable {
  private enum Part: Equatable, Sendable {
    case scalar(Unicode.Scalar)
    case one
    case many
  }

  private let parts: [Part]

  package init(_ text: String) {
    var parts: [Part] = []
    var isEscaped = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case _ where isEscaped: parts.append(.scalar(scalar))
      case "*": parts.append(.many)
      case "?": parts.append(.one)
      case "\\": break
      default: parts.append(.scalar(scalar))
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    if isEscaped { parts.append(.scalar("\\")) }
    self.parts = parts
  }

  /// At most the product of the lengths, because only the last `*` is retried.
  package func matches(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    var (part, index) = (0, 0)
    var retry: (part: Int, index: Int)?
    while index < scalars.count {
      if part < parts.count, parts[part] == .many {
        retry = (part, index)
        part += 1
      } else if part < parts.count, parts[part] == .one || parts[part] == .scalar(scalars[index]) {
        part += 1
        index += 1
      } else if let last = retry {
        retry = (last.part, last.index + 1)
        (part, index) = (last.part + 1, last.index + 1)
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == .many }
  }
}

enum TextForm {
  static func isUUID(_ text: String) -> Bool {
    let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy(\.isHexDigit) }
  }

  /// `2025-03-01`, or `2025-03-01T12:30:00Z` in UTC with optional fractions.
  static func isDate(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let day = numbers(bytes.prefix(10), "-", [4, 2, 2]) else { return false }
    let isLeap = day[0] % 4 == 0 && (day[0] % 100 != 0 || day[0] % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...12).contains(day[1]), (1...days[day[1] - 1]).contains(day[2]) else { return false }
    let time = bytes.dropFirst(10)
    if time.isEmpty { return true }
    guard time.first == UInt8(ascii: "T"), time.last == UInt8(ascii: "Z"),
      let clock = numbers(time.dropFirst().prefix(8), ":", [2, 2, 2])
    else { return false }
    let fraction = time.dropFirst(9).dropLast()
    let isFraction =
      fraction.first == UInt8(ascii: ".") && fraction.count > 1 && fraction.dropFirst().allSatisfy(\.isDigit)
    return clock[0] < 24 && clock[1] < 60 && clock[2] <= 60 && (fraction.isEmpty || isFraction)
  }

  private static func numbers(_ bytes: ArraySlice<UInt8>, _ separator: Unicode.Scalar, _ digits: [Int]) -> [Int]? {
    let parts = bytes.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
    guard parts.map(\.count) == digits, parts.allSatisfy({ $0.allSatisfy(\.isDigit) }) else { return nil }
    return parts.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
  }
}
