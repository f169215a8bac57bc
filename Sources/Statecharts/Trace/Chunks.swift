/// A list that only grows at its end, and never moves what is in it: its elements stand in pieces of equal size.
struct Chunks<Element: Sendable>: ~Copyable, Sendable {
  // Nobody else knows the memory, and the list has no copies.
  private nonisolated(unsafe) var pieces: [UnsafeMutablePointer<Element>] = []
  private nonisolated(unsafe) var next: UnsafeMutablePointer<Element>?
  private nonisolated(unsafe) var end: UnsafeMutablePointer<Element>?
  private static var size: Int { 256 }

  init() {}

  deinit {
    forget(from: 0)
    for piece in pieces { piece.deallocate() }
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
    for (number, piece) in pieces.enumerated() {
      let (low, high) = (max(index - number * Chunks.size, 0), min(count - number * Chunks.size, Chunks.size))
      if low < high { (piece + low).deinitialize(count: high - low) }
    }
  }

  subscript(index: Int) -> Element {
    precondition(0..<count ~= index)
    return pieces[index / Chunks.size][index % Chunks.size]
  }
}
