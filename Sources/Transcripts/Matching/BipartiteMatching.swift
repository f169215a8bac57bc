/// Places every element of a left side on a different one of a right side, by augmenting paths found breadth first.
struct BipartiteMatching {
  private var rightOfLeft: [Int?]
  private var leftOfRight: [Int?]
  /// The right elements that no path may touch.
  private var isForced: [Bool]

  init(left: Int, right: Int) {
    rightOfLeft = Array(repeating: nil, count: left)
    leftOfRight = Array(repeating: nil, count: right)
    isForced = Array(repeating: false, count: right)
  }

  /// The pairs that were found, in the order of the left side.
  var pairs: [(left: Int, right: Int)] {
    rightOfLeft.enumerated().compactMap { left, right in right.map { (left, $0) } }
  }

  func isPlaced(_ left: Int) -> Bool { rightOfLeft[left] != nil }

  /// Places an element for good.
  mutating func force(_ left: Int, _ right: Int) {
    rightOfLeft[left] = right
    leftOfRight[right] = left
    isForced[right] = true
  }

  /// Places one more element, moving others where needed; costs at most the number of edges.
  ///
  /// - Returns: whether there is a place for it beside those already placed.
  mutating func place<E: Error>(_ start: Int, candidates: (Int) throws(E) -> [Int]) throws(E) -> Bool {
    var cameFrom: [Int?] = Array(repeating: nil, count: leftOfRight.count)
    var queue = [start]
    var head = 0
    while head < queue.count {
      let left = queue[head]
      head += 1
      for right in try candidates(left) where cameFrom[right] == nil && !isForced[right] {
        cameFrom[right] = left
        guard let owner = leftOfRight[right] else {
          follow(back: right, cameFrom)
          return true
        }
        queue.append(owner)
      }
    }
    return false
  }

  private mutating func follow(back end: Int, _ cameFrom: [Int?]) {
    var right: Int? = end
    while let current = right, let left = cameFrom[current] {
      right = rightOfLeft[left]
      rightOfLeft[left] = current
      leftOfRight[current] = left
    }
  }
}
