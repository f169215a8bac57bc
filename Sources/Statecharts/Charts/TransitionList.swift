/// Transitions in selection order. A single one needs no array; emptying is free and keeps the capacity.
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

/// Elements that are initialised once and read in place. Reading one copies and retains nothing, and checks bounds
/// only in debug builds.
struct FixedMemory<Element: ~Copyable & Sendable>: ~Copyable, Sendable {
  // Initialised before the first read and never changed, so sharing is safe.
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

  /// Valid as long as the owner.
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
