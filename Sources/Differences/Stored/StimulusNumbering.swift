import Files

/// Gives equal stimuli equal numbers, counting from 0, by the bytes that they are written in.
///
/// The bytes stay where they are; only those that do not stand together are copied. A table of open addresses.
final class StimulusNumbering {
  private struct Entry {
    var start: UnsafePointer<UInt8>
    var count: Int
    var hash: UInt64
  }

  private var entries: [Entry] = []
  /// A number, or -1 where there is none.
  private var slots = [Int32](repeating: -1, count: 1 << 10)
  private var copies: [UnsafeMutablePointer<UInt8>] = []
  /// Whose copies are referred to.
  private var others: [StimulusNumbering] = []

  deinit {
    for copy in copies { copy.deallocate() }
  }

  var count: Int { entries.count }

  /// The numbers that the stimuli of another table have here; those that are new here are taken in.
  func numbers(of other: StimulusNumbering) -> [Int32] {
    others.append(other)
    return other.entries.map { entry in
      let bytes = UnsafeBufferPointer(start: entry.start, count: entry.count)
      return number(of: bytes) { bytes }
    }
  }

  /// The number of two pieces of bytes one after the other, which stay where they are as long as this.
  func number(of first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Int32 {
    guard !second.isEmpty else { return number(of: first) { first } }
    if let end = first.baseAddress.map({ $0 + first.count }), end == second.baseAddress {
      let both = UnsafeBufferPointer(start: first.baseAddress, count: first.count + second.count)
      return number(of: both) { both }
    }
    return number(ofCopied: Array(first) + Array(second))
  }

  func number(ofCopied bytes: [UInt8]) -> Int32 {
    bytes.withUnsafeBufferPointer { source in
      number(of: source) {
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(source.count, 1))
        copy.initialize(from: source.baseAddress!, count: source.count)
        copies.append(copy)
        return UnsafeBufferPointer(start: copy, count: source.count)
      }
    }
  }

  private func number(
    of bytes: UnsafeBufferPointer<UInt8>, kept: () -> UnsafeBufferPointer<UInt8>
  ) -> Int32 {
    guard let start = bytes.baseAddress else { return 0 }
    var key = LineKey()
    key.add(start, bytes.count)
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: key.first) & mask
    while slots[slot] >= 0 {
      let entry = entries[Int(slots[slot])]
      if entry.hash == key.first, entry.count == bytes.count, isEqual(entry.start, start, bytes.count) {
        return slots[slot]
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = Int32(entries.count)
    entries.append(Entry(start: kept().baseAddress ?? start, count: bytes.count, hash: key.first))
    if entries.count * 2 > slots.count { grow() }
    return Int32(entries.count - 1)
  }

  private func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (number, entry) in entries.enumerated() {
      var slot = Int(truncatingIfNeeded: entry.hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }
}
