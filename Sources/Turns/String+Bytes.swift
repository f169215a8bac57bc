extension String {
  /// Whether another text has the same UTF-8 bytes; mostly it is the very same.
  @inlinable package func hasBytes(of other: String) -> Bool { isVerySame(as: other) || hasEqualBytes(to: other) }

  /// Whether another text is the very same, which is asked in constant time; others of the same bytes may not be. From Swift
  /// 6.4 on it is `isTriviallyIdentical(to:)` (SE-0494).
  @inlinable
  @inline(__always)
  package func isVerySame(as other: String) -> Bool { _isIdentical(to: other) }

  /// Whether both have the same UTF-8, eight bytes at a time; `==` would merge canonically equivalent spellings.
  @usableFromInline package func hasEqualBytes(to other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return withBytes(and: other) { $0.hasSameBytes(as: $1) } ?? utf8.elementsEqual(other.utf8)
  }

  /// The byte behind a text that it begins with; `nil` when it does not, or ends with it.
  package func byte(behind beginning: String) -> UInt8? {
    let count = beginning.utf8.count
    guard utf8.count > count else { return nil }
    let byte = withBytes(and: beginning) { bytes, beginning -> UInt8? in
      UnsafeRawBufferPointer(rebasing: bytes[..<count]).hasSameBytes(as: beginning) ? bytes[count] : nil
    }
    return byte ?? (utf8.starts(with: beginning.utf8) ? utf8[utf8.index(utf8.startIndex, offsetBy: count)] : nil)
  }

  /// Looks at the bytes of two texts; `nil` when those of one do not lie side by side.
  private func withBytes<Result>(
    and other: String, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    let result = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer($0)) }
    }
    return result.flatMap(\.self)
  }

  /// Whether every byte of its UTF-8 is as asked: a plain loop, since an iterator of `utf8` costs tens of instructions a byte.
  @inlinable package func allBytes(_ isFitting: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isFitting) } ?? utf8.allSatisfy(isFitting)
  }

  /// Whether one byte of its UTF-8 is as asked.
  @inlinable package func containsByte(_ isFitting: (UInt8) -> Bool) -> Bool { !allBytes { !isFitting($0) } }
}

extension UnsafeRawBufferPointer {
  package func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    if count < 8 {
      for index in 0..<count where self[index] != other[index] { return false }
      return true
    }
    var offset = 0
    while offset + 8 < count {
      if word(at: offset) != other.word(at: offset) { return false }
      offset += 8
    }
    // The last eight bytes, of which some may have been looked at.
    return word(at: count - 8) == other.word(at: count - 8)
  }

  /// Hands out the bytes as words, the first eight first. The last word of more bytes than seven begins with bytes that were
  /// handed out already when these are no multiple of eight; so bytes are known by their count and their words.
  @inlinable
  @inline(__always)
  package func forEachWord(_ body: (UInt64) -> Void) {
    if count < 8 { return forFewBytes(body) }
    var offset = 0
    while offset + 8 < count {
      body(UInt64(littleEndian: word(at: offset)))
      offset += 8
    }
    body(UInt64(littleEndian: word(at: count - 8)))
  }

  @inlinable
  @inline(__always)
  package func forFewBytes(_ body: (UInt64) -> Void) {
    if count == 0 { return }
    var word: UInt64 = 0
    if count >= 4 {
      let first = UInt32(littleEndian: loadUnaligned(as: UInt32.self))
      let last = UInt32(littleEndian: loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
      word = UInt64(first) << 32 | UInt64(last)
    } else {
      for index in 0..<count { word = word << 8 | UInt64(self[index]) }
    }
    body(word)
  }

  @inlinable package func word(at offset: Int) -> UInt64 { loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
}

extension String {
  /// `authenticate'2` as `authenticate`: what its repetitions share, such as the samples of a service.
  package var withoutOrdinal: String {
    guard let mark = utf8.lastIndex(of: UInt8(ascii: "'")) else { return self }
    let ordinal = utf8[utf8.index(after: mark)...]
    let isNumber = !ordinal.isEmpty && ordinal.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isNumber ? String(self[..<mark]) : self
  }
}
