import Files

/// Lines that were looked at a while ago, by their bytes: a run says much again and again, and what a line is depends on its bytes
/// alone.
///
/// A table of places, in each of which the last line stands that fell there. The bytes stay where they are.
struct KnownLines {
  private struct Entry {
    var start: UnsafePointer<UInt8>?
    var count: Int32 = 0
    /// The number of its stimulus; below 0 for a line that begins no step.
    var stimulus: Int32 = -1
    var sort: UInt32 = 0
  }

  private static let places = 1 << 15

  private var entries = [Entry](repeating: Entry(), count: Self.places)

  /// Where a line belongs.
  static func place(of line: UnsafePointer<UInt8>, _ count: Int) -> Int {
    var hash = UInt64(truncatingIfNeeded: count)
    var (rest, bytes) = (count, UnsafeRawPointer(line))
    while rest >= 8 {
      hash = (hash ^ bytes.loadUnaligned(as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
      bytes += 8
      rest -= 8
    }
    for offset in 0..<rest {
      hash = (hash ^ UInt64(bytes.load(fromByteOffset: offset, as: UInt8.self))) &* 0x0100_0000_01B3
    }
    return Int(truncatingIfNeeded: (hash ^ hash >> 32) & UInt64(places - 1))
  }

  /// What is known of a line with these bytes; nil when none stands there.
  func line(at place: Int, _ line: UnsafePointer<UInt8>, _ count: Int) -> (sort: Int, stimulus: Int32?)? {
    let entry = entries[place]
    guard let start = entry.start, Int(entry.count) == count, isEqual(start, line, count) else { return nil }
    return (Int(entry.sort), entry.stimulus < 0 ? nil : entry.stimulus)
  }

  mutating func take(_ line: UnsafePointer<UInt8>, _ count: Int, at place: Int, sort: Int, stimulus: Int32?) {
    entries[place] = Entry(
      start: line, count: Int32(truncatingIfNeeded: count), stimulus: stimulus ?? -1, sort: UInt32(sort))
  }
}
