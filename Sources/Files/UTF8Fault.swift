struct UTF8Fault: Equatable {
  let offset: Int
  let isNull: Bool

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Checks eight bytes at a time where they are ASCII.
  static func first(in bytes: UnsafeRawBufferPointer) -> UTF8Fault? {
    var offset = 0
    while offset < bytes.count {
      if offset + 8 <= bytes.count, isPlain(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) {
        offset += 8
        continue
      }
      if bytes[offset] == 0 { return UTF8Fault(offset: offset, isNull: true) }
      let length = sequenceLength(in: bytes, at: offset)
      if length == 0 { return UTF8Fault(offset: offset, isNull: false) }
      offset += length
    }
    return nil
  }

  static func scalarCount(_ bytes: UnsafeRawBufferPointer) -> Int {
    bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }

  /// Whether all eight bytes are ASCII and none is NUL.
  private static func isPlain(_ word: UInt64) -> Bool {
    let high: UInt64 = 0x8080_8080_8080_8080
    let ones: UInt64 = 0x0101_0101_0101_0101
    return (word | ((word &- ones) & ~word)) & high == 0
  }

  /// The length of the well-formed sequence at `offset` (Unicode, table 3-7), or 0.
  private static func sequenceLength(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
    let second: ClosedRange<UInt8>
    let length: Int
    switch bytes[offset] {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return 0
    }
    guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else { return 0 }
    for position in offset + 2..<max(offset + 2, offset + length) where bytes[position] & 0xC0 != 0x80 { return 0 }
    return length
  }
}

func decodedLine(_ bytes: UnsafeRawBufferPointer, line: Int, path: String) -> Result<String, FileError> {
  if line == 1, bytes.starts(with: UTF8Fault.byteOrderMark) { return .failure(FileError(path, .byteOrderMark)) }
  guard let fault = UTF8Fault.first(in: bytes) else { return .success(String(decoding: bytes, as: UTF8.self)) }
  let column = UTF8Fault.scalarCount(UnsafeRawBufferPointer(rebasing: bytes[..<fault.offset])) + 1
  return .failure(
    FileError(path, fault.isNull ? .nullByte(line: line, column: column) : .invalidUTF8(line: line, column: column)))
}
