import Statecharts
import Traces

extension StringProtocol {
  func beginsWithBytes(of other: some StringProtocol) -> Bool { utf8.starts(with: other.utf8) }
}

extension String {
  private static let typedName = "typed"

  init(typedName number: Int) { self = Self.typedName + String(number) }

  var isTypedName: Bool {
    beginsWithBytes(of: Self.typedName) && utf8.count > Self.typedName.utf8.count
      && utf8.dropFirst(Self.typedName.utf8.count).allSatisfy(\.isDigit)
  }

  var isBlank: Bool { allBytes { $0 == UInt8(ascii: " ") } }

  /// Whether it has an opening bracket: `items[`.
  var namesRow: Bool { utf8.contains(UInt8(ascii: "[")) }
}
