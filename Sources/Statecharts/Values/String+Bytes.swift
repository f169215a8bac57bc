extension String {
  /// Whether both have the same UTF-8, eight bytes at a time; `==` would merge canonically equivalent spellings.
  func hasEqualBytes(to other: String) -> Bool {
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
    var offset = 0
    while offset + 8 <= count {
      let words = (
        loadUnaligned(fromByteOffset: offset, as: UInt64.self),
        other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      )
      if words.0 != words.1 { return false }
      offset += 8
    }
    return self[offset...].elementsEqual(other[offset...])
  }
}
