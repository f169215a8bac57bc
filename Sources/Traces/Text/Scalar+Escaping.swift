extension Unicode.Scalar {
  /// Whether the formats write this scalar as an escape wherever it stands.
  package var isAlwaysEscaped: Bool {
    if value >= 0x20 && value < 0x7F { return false }
    return ScalarTable.escaped.contains(self)
  }

  /// Whether this scalar is a mark that would join what stands before it.
  package var isCombining: Bool {
    value >= 0x300 && ScalarTable.combining.contains(self)
  }

  /// The scalar in Swift's notation: `\n`, `\t`, `\r`, else `\u{1B}` with capital digits.
  var escape: String {
    switch self {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    default: "\\u{" + String(value, radix: 16, uppercase: true) + "}"
    }
  }
}
