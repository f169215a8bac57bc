extension String {
  @inlinable package func hasBytes(of other: String) -> Bool { isVerySame(as: other) || hasEqualBytes(to: other) }

  /// Constant time; false does not mean that the bytes differ. Swift 6.4 has `isTriviallyIdentical(to:)` (SE-0494).
  @inlinable
  @inline(__always)
  package func isVerySame(as other: String) -> Bool { _isIdentical(to: other) }

  /// Compares eight bytes at a time; `==` would merge canonically equivalent spellings.
  @usableFromInline package func hasEqualBytes(to other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return withBytes(and: other) { $0.hasSameBytes(as: $1) } ?? utf8.elementsEqual(other.utf8)
  }

  /// The byte after a prefix; `nil` without the prefix or the byte.
  package func byte(behind beginning: String) -> UInt8? {
    let count = beginning.utf8.count
    guard utf8.count > count else { return nil }
    let byte = withBytes(and: beginning) { bytes, beginning -> UInt8? in
      UnsafeRawBufferPointer(rebasing: bytes[..<count]).hasSameBytes(as: beginning) ? bytes[count] : nil
    }
    return byte ?? (utf8.starts(with: beginning.utf8) ? utf8[utf8.index(utf8.startIndex, offsetBy: count)] : nil)
  }

  /// Returns `nil` if bytes are not contiguous.
  private func withBytes<Result>(
    and other: String, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    let result = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer($0)) }
    }
    return result.flatMap(\.self)
  }

  /// A plain loop, because an iterator of `utf8` costs tens of instructions a byte.
  @inlinable package func allBytes(_ isFitting: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isFitting) } ?? utf8.allSatisfy(isFitting)
  }

  @inlinable package func containsByte(_ isFitting: (UInt8) -> Bool) -> Bool { !allBytes { !isFitting($0) } }

  /// The number of Unicode scalars: bytes minus UTF-8 continuation bytes, counted eight bytes at a time.
  package var scalarCount: Int {
    utf8.withContiguousStorageIfAvailable { storage in
      let bytes = UnsafeRawBufferPointer(storage)
      let whole = bytes.count & ~7
      var count = bytes.count
      for start in stride(from: 0, to: whole, by: 8) {
        let word = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
        count -= (word >> 7 & ~(word >> 6) & 0x0101_0101_0101_0101).nonzeroBitCount
      }
      return count - bytes[whole...].count { $0 & 0b1100_0000 == 0b1000_0000 }
    } ?? unicodeScalars.count
  }
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
    // The last eight bytes overlap with those already compared.
    return word(at: count - 8) == other.word(at: count - 8)
  }

  /// Passes the bytes as words; the last may overlap the one before, so hash the count, too.
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
  /// `authenticate'2` as `authenticate`, the name that repeated requests share.
  package var withoutOrdinal: String {
    guard let mark = utf8.lastIndex(of: UInt8(ascii: "'")) else { return self }
    let ordinal = utf8[utf8.index(after: mark)...]
    let isNumber = !ordinal.isEmpty && ordinal.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isNumber ? String(self[..<mark]) : self
  }
}
