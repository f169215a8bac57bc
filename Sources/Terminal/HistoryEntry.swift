/// One entry as one line of the file.
enum HistoryEntry {
  /// Longer entries stay in memory only.
  static let maximumBytes = 65_536
  /// An entry of control characters is written eight times as long.
  static let maximumLineBytes = 8 * maximumBytes

  /// A backslash becomes two, and what could end the line or act on a terminal becomes `\u{A}`.
  static func encoded(_ entry: String) -> String {
    entry.split(separator: "\\", omittingEmptySubsequences: false).map { String($0).inert }.joined(separator: "\\\\")
  }

  /// The entry of a line; nil when it is not what `encoded` writes.
  static func decoded(_ line: String) -> String? {
    guard !line.isEmpty else { return nil }
    var result = String.UnicodeScalarView()
    var rest = line.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar.isInert else { return nil }
      guard let plain = scalar == "\\" ? unescaped(&rest) : scalar else { return nil }
      result.append(plain)
    }
    return String(result)
  }

  private static func unescaped(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    switch rest.popFirst() {
    case "\\": return "\\"
    case "u":
      guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}") else { return nil }
      let digits = Substring(rest[..<end])
      rest = rest[rest.index(after: end)...]
      guard (1...6).contains(digits.utf8.count), digits.utf8.allSatisfy(isHexDigit) else { return nil }
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
    default: false
    }
  }
}
