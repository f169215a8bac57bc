extension String {
  /// `authenticate'2` as `authenticate`: what its repetitions share, such as the samples of a service.
  package var withoutOrdinal: String {
    guard let mark = utf8.lastIndex(of: UInt8(ascii: "'")) else { return self }
    let ordinal = utf8[utf8.index(after: mark)...]
    let isNumber = !ordinal.isEmpty && ordinal.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isNumber ? String(self[..<mark]) : self
  }
}
