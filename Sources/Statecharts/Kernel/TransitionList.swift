/// Transitions in the order in which they were chosen. Emptying it costs nothing and keeps its places.
struct TransitionList: Sendable {
  private var places: [Int32] = []
  private(set) var count = 0

  @inline(__always)
  var isEmpty: Bool { count == 0 }

  @inline(__always)
  subscript(index: Int) -> Int32 { places[index] }

  @inline(__always)
  mutating func append(_ transition: Int32) {
    if count < places.count { places[count] = transition } else { places.append(transition) }
    count &+= 1
  }

  @inline(__always)
  mutating func removeAll() { count = 0 }

  @inline(__always)
  func contains(_ transition: Int32) -> Bool {
    var index = 0
    while index < count {
      if places[index] == transition { return true }
      index &+= 1
    }
    return false
  }

  mutating func remove(at index: Int) {
    for place in index..<count - 1 { places[place] = places[place + 1] }
    count -= 1
  }
}
