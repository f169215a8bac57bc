extension String {
  /// Whether another text has the same UTF-8 bytes; mostly it is the very same.
  package func hasBytes(of other: String) -> Bool { isVerySame(as: other) || hasEqualBytes(to: other) }

  /// Whether another text is the very same, which is asked in constant time; others of the same bytes may not be. From Swift
  /// 6.4 on it is `isTriviallyIdentical(to:)` (SE-0494).
  @inline(__always)
  func isVerySame(as other: String) -> Bool { _isIdentical(to: other) }

  /// Whether both have the same UTF-8, eight bytes at a time; `==` would merge canonically equivalent spellings.
  private func hasEqualBytes(to other: String) -> Bool {
    let equal = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        UnsafeRawBufferPointer(left).hasSameBytes(as: UnsafeRawBufferPointer(right))
      }
    }
    return equal.flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
  }

  /// Whether every byte of its UTF-8 is as asked: a plain loop, since an iterator of `utf8` costs tens of instructions a byte.
  @inlinable package func allBytes(_ isFitting: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isFitting) } ?? utf8.allSatisfy(isFitting)
  }

  /// Whether one byte of its UTF-8 is as asked.
  @inlinable package func containsByte(_ isFitting: (UInt8) -> Bool) -> Bool { !allBytes { !isFitting($0) } }
}

extension UnsafeRawBufferPointer {
  func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard count >= 8 else { return elementsEqual(other) }
    var offset = 0
    while offset + 8 < count {
      if word(at: offset) != other.word(at: offset) { return false }
      offset += 8
    }
    // The last eight bytes, of which some may have been looked at.
    return word(at: count - 8) == other.word(at: count - 8)
  }

  private func word(at offset: Int) -> UInt64 { loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
}
