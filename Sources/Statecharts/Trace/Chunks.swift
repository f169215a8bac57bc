/// A list that only grows at its end, and never moves what is in it: its elements stand in pieces of equal size.
struct Chunks<Element: Sendable>: ~Copyable, Sendable {
  // Nobody else knows the memory, and the list has no copies.
  private nonisolated(unsafe) var pieces: [UnsafeMutablePointer<Element>] = []
  private nonisolated(unsafe) var next: UnsafeMutablePointer<Element>?
  private nonisolated(unsafe) var end: UnsafeMutablePointer<Element>?
  private static var size: Int { 256 }

  init() {}

  // It runs as generic code wherever a list is destroyed: an empty list costs a comparison.
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

  /// Removes what stands at and behind an index.
  mutating func removeAll(from index: Int) {
    guard index < count else { return }
    forget(from: index)
    while pieces.count - 1 > index / Chunks.size { pieces.removeLast().deallocate() }
    next = pieces[index / Chunks.size] + index % Chunks.size
    end = pieces[index / Chunks.size] + Chunks.size
  }

  /// Ends the elements at and behind an index.
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
