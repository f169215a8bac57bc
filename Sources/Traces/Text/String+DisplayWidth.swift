extension Unicode.Scalar {
  /// How many columns of a terminal the scalar takes: 0, 1 or 2. Ambiguous scalars take one.
  var displayWidth: Int {
    if value < 0x300 { return 1 }
    if ScalarTable.doubleWidth.contains(self) { return 2 }
    return ScalarTable.zeroWidth.contains(self) ? 0 : 1
  }
}

extension String {
  /// How many columns of a terminal the text takes, by a frozen table of scalars.
  ///
  /// Grapheme clusters are not consulted: their rules change with the runtime's version of Unicode. The text is
  /// expected to be escaped already; a control character would count as one column.
  package var displayWidth: Int {
    unicodeScalars.reduce(0) { $0 + $1.displayWidth }
  }

  /// The text with blanks added behind it until it takes that many columns; a longer text is returned as it is.
  package func padded(toWidth width: Int) -> String {
    let missing = width - displayWidth
    return missing > 0 ? self + String(repeating: " ", count: missing) : self
  }

  /// The text with blanks added before it until it takes that many columns; a longer text is returned as it is.
  package func paddedLeft(toWidth width: Int) -> String {
    let missing = width - displayWidth
    return missing > 0 ? String(repeating: " ", count: missing) + self : self
  }

  /// The text, or as much of it as fits in that many columns with `...` behind it (nothing behind it under 4 columns).
  package func truncated(toWidth width: Int) -> String {
    guard displayWidth > width else { return self }
    let mark = width >= 4 ? "..." : ""
    return prefix(ofWidth: width - mark.utf8.count) + mark
  }

  /// The longest beginning of the text that fits in that many columns; a mark stays with what it joins.
  func prefix(ofWidth width: Int) -> String {
    var result = String.UnicodeScalarView()
    var room = width
    for scalar in unicodeScalars {
      room -= scalar.displayWidth
      guard room >= 0 else { break }
      result.append(scalar)
    }
    return String(result)
  }
}
