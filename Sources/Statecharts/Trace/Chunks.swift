/// A list that grows without moving what is in it: its elements stand in pieces of equal size.
struct Chunks<Element: Sendable>: Sendable {
  private var full: [[Element]] = []
  private var last: [Element] = []
  private static var size: Int { 1_024 }

  var count: Int { full.count * Chunks.size + last.count }

  @inline(__always)
  mutating func append(_ element: Element) {
    if last.count == Chunks.size { startChunk() }
    last.append(element)
  }

  @inline(never)
  private mutating func startChunk() {
    full.append(last)
    last = []
    last.reserveCapacity(Chunks.size)
  }

  /// Removes what stands at and behind an index.
  mutating func removeAll(from index: Int) {
    while full.count * Chunks.size > index { last = full.removeLast() }
    last.removeLast(last.count - (index - full.count * Chunks.size))
  }

  subscript(index: Int) -> Element {
    let chunk = index / Chunks.size
    return chunk < full.count ? full[chunk][index % Chunks.size] : last[index - full.count * Chunks.size]
  }

  subscript(range: Range<Int>) -> [Element] { range.map { self[$0] } }
}
