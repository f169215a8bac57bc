/// Finds a longest common subsequence (Myers, "An O(ND) difference algorithm and its variations", 1986).
///
/// After `cap` edits it keeps the furthest point and restarts there; the subsequence may then be shorter.
struct EditPath {
  let a: [Int32]
  let b: [Int32]
  let cap: Int

  private(set) var isCoarse = false

  /// For each number of edits, how far into `a` each diagonal (`x - y`) reaches from `origin`, or -1.
  private(set) var origin = SequenceAlignment.Pair(a: 0, b: 0)
  private(set) var frontiers: [[Int]] = []

  /// Cost: at most `(n + m) * cap` comparisons and `cap²` words.
  mutating func walk() -> [SequenceAlignment.Pair] {
    var pairs: [SequenceAlignment.Pair] = []
    while origin.a < a.count && origin.b < b.count {
      let diagonal = search()
      let reached = SequenceAlignment.Pair(
        a: origin.a + furthest(frontiers.count - 1, diagonal),
        b: origin.b + furthest(frontiers.count - 1, diagonal) - diagonal)
      var found = trackBack(along: diagonal)
      found.reverse()
      if pairs.isEmpty { pairs = found } else { pairs += found }
      origin = reached
    }
    return pairs
  }

  private var width: Int { a.count - origin.a }
  private var height: Int { b.count - origin.b }

  /// Returns the diagonal that reached the end, or the most advanced one at the cap.
  private mutating func search() -> Int {
    frontiers = []
    for edits in 0...min(cap, width + height) {
      var frontier = [Int](repeating: -1, count: 2 * edits + 1)
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let start = start(of: diagonal, after: edits)
        guard start >= 0 else { continue }
        frontier[diagonal + edits] = slide(from: start, on: diagonal)
      }
      frontiers.append(frontier)
      if furthest(edits, width - height) == width { return width - height }
    }
    isCoarse = true
    return mostAdvanced()
  }

  private func furthest(_ edits: Int, _ diagonal: Int) -> Int {
    abs(diagonal) <= edits && edits >= 0 ? frontiers[edits][diagonal + edits] : -1
  }

  /// Where the diagonal is entered by its last edit; negative if out of reach.
  private func start(of diagonal: Int, after edits: Int) -> Int {
    edits == 0 ? 0 : max(fromRight(diagonal, edits), fromLeft(diagonal, edits))
  }

  /// Where inserting an element of `b` enters the diagonal.
  private func fromRight(_ diagonal: Int, _ edits: Int) -> Int {
    let x = furthest(edits - 1, diagonal + 1)
    return x >= 0 && x - diagonal <= height ? x : -1
  }

  /// Where removing an element of `a` enters the diagonal.
  private func fromLeft(_ diagonal: Int, _ edits: Int) -> Int {
    let x = furthest(edits - 1, diagonal - 1)
    return x >= 0 && x < width ? x + 1 : -1
  }

  private func slide(from start: Int, on diagonal: Int) -> Int {
    var x = start
    while x < width && x - diagonal < height && a[origin.a + x] == b[origin.b + x - diagonal] { x += 1 }
    return x
  }

  private func mostAdvanced() -> Int {
    let edits = frontiers.count - 1
    let reached = stride(from: -edits, through: edits, by: 2).filter { furthest(edits, $0) >= 0 }
    return reached.max { 2 * furthest(edits, $0) - $0 < 2 * furthest(edits, $1) - $1 } ?? 0
  }

  /// In reverse order.
  private func trackBack(along last: Int) -> [SequenceAlignment.Pair] {
    var result: [SequenceAlignment.Pair] = []
    result.reserveCapacity(furthest(frontiers.count - 1, last))
    var diagonal = last
    for edits in stride(from: frontiers.count - 1, through: 0, by: -1) {
      let entered = start(of: diagonal, after: edits)
      for x in stride(from: furthest(edits, diagonal) - 1, through: entered, by: -1) {
        result.append(SequenceAlignment.Pair(a: origin.a + x, b: origin.b + x - diagonal))
      }
      if edits > 0 { diagonal += fromRight(diagonal, edits) == entered ? 1 : -1 }
    }
    return result
  }
}
