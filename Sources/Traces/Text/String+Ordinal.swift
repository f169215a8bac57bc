extension String {
  /// `authenticate'2` as `authenticate`: what its repetitions share, such as the samples of a service.
  var withoutOrdinal: String {
    guard utf8.last?.isDigit == true, let mark = utf8.lastIndex(of: UInt8(ascii: "'")) else { return self }
    let ordinal = utf8[utf8.index(after: mark)...]
    return ordinal.allSatisfy(\.isDigit) ? String(self[..<mark]) : self
  }
}
