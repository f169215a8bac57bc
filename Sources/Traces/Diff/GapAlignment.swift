import Statecharts

/// Aligns two sequences whose ends differ: small ones by their longest common subsequence, larger ones by anchors, the
/// elements unique to both, and then the gaps between them.
struct GapAlignment {
  private let a: [Int]
  private let b: [Int]
  private let distinct: Int
  private let cap: Int

  private(set) var pairs: [SequenceAlignment.Pair] = []
  private(set) var coarse: [SequenceAlignment.Stretch] = []

  init(_ sides: Sides<[Value]>, cap: Int) {
    var numbers = Numbering()
    a = sides.a.map { numbers.number(of: $0) }
    b = sides.b.map { numbers.number(of: $0) }
    distinct = numbers.count
    self.cap = max(cap, 1)
  }

  mutating func align() {
    var next = SequenceAlignment.Pair(a: 0, b: 0)
    let anchors = a.count + b.count > cap ? anchors() : []
    for anchor in anchors + [SequenceAlignment.Pair(a: a.count, b: b.count)] {
      close(SequenceAlignment.Stretch(a: next.a..<anchor.a, b: next.b..<anchor.b))
      if anchor.a < a.count { pairs.append(anchor) }
      next = SequenceAlignment.Pair(a: anchor.a + 1, b: anchor.b + 1)
    }
  }

  /// The longest chain of elements that occur exactly once on either side and keep their order: patience.
  private func anchors() -> [SequenceAlignment.Pair] {
    let inA = onlyPlaces(in: a)
    let inB = onlyPlaces(in: b)
    let unique = a.indices.compactMap { place -> SequenceAlignment.Pair? in
      guard inA[a[place]] == place, let other = inB[a[place]] else { return nil }
      return SequenceAlignment.Pair(a: place, b: other)
    }
    return unique.longestIncreasing()
  }

  /// Where each number occurs, nil when that is nowhere or more than once.
  private func onlyPlaces(in sequence: [Int]) -> [Int?] {
    var places = [Int?](repeating: nil, count: distinct)
    var counts = [Int](repeating: 0, count: distinct)
    for (place, number) in sequence.enumerated() {
      counts[number] += 1
      places[number] = counts[number] == 1 ? place : nil
    }
    return places
  }

  /// Aligns a gap by its longest common subsequence; what the other side lacks altogether cannot be part of it.
  private mutating func close(_ gap: SequenceAlignment.Stretch) {
    guard !gap.a.isEmpty && !gap.b.isEmpty else { return }
    let inA = Set(a[gap.a])
    let inB = Set(b[gap.b])
    let kept = Sides(a: gap.a.filter { inB.contains(a[$0]) }, b: gap.b.filter { inA.contains(b[$0]) })
    var path = EditPath(kept.a.map { a[$0] }, kept.b.map { b[$0] }, cap: cap)
    path.walk()
    pairs += path.pairs.map { SequenceAlignment.Pair(a: kept.a[$0.a], b: kept.b[$0.b]) }
    if path.isCoarse { coarse.append(gap) }
  }
}

/// Gives equal values equal numbers, counting from 0.
private struct Numbering {
  private var numbers: [Value: Int] = [:]
  var count: Int { numbers.count }

  mutating func number(of value: Value) -> Int {
    if let known = numbers[value] { return known }
    let new = numbers.count
    numbers[value] = new
    return new
  }
}

extension [SequenceAlignment.Pair] {
  /// The longest subsequence that ascends in `b`, of pairs that ascend in `a`; `n log n`.
  func longestIncreasing() -> [SequenceAlignment.Pair] {
    var tops: [Int] = []
    var previous = [Int?](repeating: nil, count: count)
    for index in indices {
      var low = 0
      var high = tops.count
      while low < high {
        let middle = (low + high) / 2
        if self[tops[middle]].b < self[index].b { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? tops[low - 1] : nil
      if low == tops.count { tops.append(index) } else { tops[low] = index }
    }
    return chain(endingAt: tops.last, previous)
  }

  private func chain(endingAt last: Int?, _ previous: [Int?]) -> [SequenceAlignment.Pair] {
    var result: [SequenceAlignment.Pair] = []
    var current = last
    while let index = current {
      result.append(self[index])
      current = previous[index]
    }
    return result.reversed()
  }
}
