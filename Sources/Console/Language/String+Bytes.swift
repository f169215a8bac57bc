import Statecharts
import Traces

extension StringProtocol {
  /// Whether the text's UTF-8 begins with the other's.
  func beginsWithBytes(of other: some StringProtocol) -> Bool { utf8.starts(with: other.utf8) }
}

extension String {
  private static let typedName = "typed"

  /// The name of a secret that was typed: `typed1`.
  init(typedName number: Int) { self = Self.typedName + String(number) }

  var isTypedName: Bool {
    beginsWithBytes(of: Self.typedName) && utf8.count > Self.typedName.utf8.count
      && utf8.dropFirst(Self.typedName.utf8.count).allSatisfy(\.isDigit)
  }

  /// Whether it holds nothing but blanks.
  var isBlank: Bool { allBytes { $0 == UInt8(ascii: " ") } }

  /// Whether it has begun to name a row: `items[`.
  var namesRow: Bool { utf8.contains(UInt8(ascii: "[")) }
}
