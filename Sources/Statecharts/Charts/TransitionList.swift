/// Transitions in the order in which they were chosen. One needs no array; emptying it costs nothing and keeps the places.
struct TransitionList: ~Copyable, Sendable {
  private var first: Int32 = 0
  private var others: [Int32] = []
  private(set) var count = 0

  @inline(__always)
  var isEmpty: Bool { count == 0 }

  @inline(__always)
  subscript(index: Int) -> Int32 { index == 0 ? first : others[index &- 1] }

  @inline(__always)
  mutating func append(_ transition: Int32) {
    if count == 0 { first = transition } else { appendBehind(transition) }
    count &+= 1
  }

  private mutating func appendBehind(_ transition: Int32) {
    if count <= others.count { others[count - 1] = transition } else { others.append(transition) }
  }

  @inline(__always)
  mutating func removeAll() { count = 0 }

  @inline(__always)
  func contains(_ transition: Int32) -> Bool {
    var index = 0
    while index < count {
      if self[index] == transition { return true }
      index &+= 1
    }
    return false
  }
}

/// Elements that are made once and then read where they lie, until their owner ends: reading one copies, retains and, but
/// for debug builds, checks nothing.
struct FixedMemory<Element: ~Copyable & Sendable>: ~Copyable, Sendable {
  // Written before anybody reads it, and never again.
  private nonisolated(unsafe) let start: UnsafeMutablePointer<Element>
  let count: Int

  init(count: Int, _ element: (Int) -> Element) {
    self.count = count
    start = UnsafeMutablePointer.allocate(capacity: count)
    for index in 0..<count { (start + index).initialize(to: element(index)) }
  }

  deinit {
    start.deinitialize(count: count)
    start.deallocate()
  }

  subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress { address(of: index) }
  }

  /// Where an element lies as long as its owner lives.
  @inline(__always)
  func address(of index: Int) -> UnsafePointer<Element> {
    assert(0..<count ~= index, "element \(index) of \(count)")
    return UnsafePointer(start + index)
  }
}

extension FixedMemory {
  init(_ elements: [Element]) {
    self.init(count: elements.count) { elements[$0] }
  }
}
