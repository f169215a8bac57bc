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
