import Files

/// A line of a mapped file, known by its bytes. They stay where they are.
struct LineBytes: Hashable {
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    self.bytes = UnsafeBufferPointer(rebasing: bytes[range])
  }

  /// A copy, as a decoder reads it.
  var copy: [UInt8] { Array(bytes) }

  static func == (left: LineBytes, right: LineBytes) -> Bool {
    guard left.bytes.count == right.bytes.count else { return false }
    guard let a = left.bytes.baseAddress, let b = right.bytes.baseAddress else { return true }
    return isEqual(a, b, left.bytes.count)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
}
