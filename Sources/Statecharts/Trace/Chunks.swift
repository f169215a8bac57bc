/// An append-only list in chunks of equal size, which never moves elements.
struct Chunks<Element: Sendable>: ~Copyable, Sendable {
  // Safe: the noncopyable list owns this memory alone.
  private nonisolated(unsafe) var pieces: [UnsafeMutablePointer<Element>] = []
  private nonisolated(unsafe) var next: UnsafeMutablePointer<Element>?
  private nonisolated(unsafe) var end: UnsafeMutablePointer<Element>?
  private static var size: Int { 256 }

  init() {}

  // Generic code runs it for every list, so an empty one must cost only a comparison.
  deinit {
    if next == nil { return }
    forget(from: 0)
    var index = 0
    while index < pieces.count {
      pieces[index].deallocate()
      index += 1
    }
  }

  var count: Int { pieces.last.map { (pieces.count - 1) * Chunks.size + (next.unsafelyUnwrapped - $0) } ?? 0 }

  @inline(__always)
  mutating func append(_ element: consuming Element) {
    if next == end { startPiece() }
    next.unsafelyUnwrapped.initialize(to: element)
    next = next.unsafelyUnwrapped + 1
  }

  @inline(never)
  private mutating func startPiece() {
    let piece = UnsafeMutablePointer<Element>.allocate(capacity: Chunks.size)
    pieces.append(piece)
    next = piece
    end = piece + Chunks.size
  }

  mutating func removeAll(from index: Int) {
    guard index < count else { return }
    forget(from: index)
    while pieces.count - 1 > index / Chunks.size { pieces.removeLast().deallocate() }
    next = pieces[index / Chunks.size] + index % Chunks.size
    end = pieces[index / Chunks.size] + Chunks.size
  }

  private func forget(from index: Int) {
    let count = count
    var number = index / Chunks.size
    while number < pieces.count {
      let (low, high) = (max(index - number * Chunks.size, 0), min(count - number * Chunks.size, Chunks.size))
      if low < high { (pieces[number] + low).deinitialize(count: high - low) }
      number += 1
    }
  }

  subscript(index: Int) -> Element {
    precondition(0..<count ~= index)
    return pieces[index / Chunks.size][index % Chunks.size]
  }
}
