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
