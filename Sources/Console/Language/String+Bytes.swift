extension StringProtocol {
  /// Whether both texts have the same UTF-8; `==` would merge canonically equivalent spellings.
  func hasSameBytes(as other: some StringProtocol) -> Bool {
    utf8.elementsEqual(other.utf8)
  }

  /// Whether the text's UTF-8 begins with the other's.
  func beginsWithBytes(of other: some StringProtocol) -> Bool {
    utf8.starts(with: other.utf8)
  }
}

extension Sequence<String> {
  func containsBytes(of text: some StringProtocol) -> Bool {
    contains { $0.hasSameBytes(as: text) }
  }
}
