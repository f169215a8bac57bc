/// Aligns small sequences by their longest common subsequence, large ones first by their unique common elements.
struct GapAlignment {
  private let a: [Int32]
  private let b: [Int32]
  private let distinct: Int
  private let cap: Int

  /// For each number, the last gap where each side had it.
  private var lastGaps: (a: [Int32], b: [Int32])
  private var gapCount: Int32 = 0

  private(set) var pairs: [SequenceAlignment.Pair] = []
  private(set) var coarse: [SequenceAlignment.Stretch] = []

  init(_ a: [Int32], _ b: [Int32], below count: Int, cap: Int) {
    self.a = a
    self.b = b
    distinct = count
    lastGaps = (Array(repeating: 0, count: count), Array(repeating: 0, count: count))
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

  /// Puts `first` before the pairs, in the pairs' memory.
  consuming func pairs(behind first: [SequenceAlignment.Pair], isSwapped: Bool) -> [SequenceAlignment.Pair] {
    var result = pairs
    pairs = []
    for index in result.indices {
      let pair = result[index]
      result[index] = (isSwapped ? .init(a: pair.b, b: pair.a) : pair).moved(by: first.count)
    }
    if !first.isEmpty { result.insert(contentsOf: first, at: 0) }
    return result
  }

  /// Elements that occur once on each side and keep their order (patience).
  private func anchors() -> [SequenceAlignment.Pair] {
    let inA = onlyPlaces(in: a)
    let inB = onlyPlaces(in: b)
    let unique = a.indices.compactMap { place -> SequenceAlignment.Pair? in
      let number = Int(a[place])
      guard inA[number] == place, inB[number] >= 0 else { return nil }
      return SequenceAlignment.Pair(a: place, b: Int(inB[number]))
    }
    return unique.longestIncreasing()
  }

  /// -1 if absent, -2 if repeated.
  private func onlyPlaces(in sequence: [Int32]) -> [Int32] {
    var places = [Int32](repeating: -1, count: distinct)
    for (place, number) in sequence.enumerated() {
      places[Int(number)] = places[Int(number)] == -1 ? Int32(place) : -2
    }
    return places
  }

  /// Aligns a gap without the elements that the other side lacks there.
  private mutating func close(_ gap: SequenceAlignment.Stretch) {
    guard !gap.a.isEmpty && !gap.b.isEmpty else { return }
    gapCount += 1
    for number in a[gap.a] { lastGaps.a[Int(number)] = gapCount }
    for number in b[gap.b] { lastGaps.b[Int(number)] = gapCount }
    let kept = (a: kept(gap.a, of: a, lastGaps.b), b: kept(gap.b, of: b, lastGaps.a))
    var path = EditPath(a: kept.a.numbers, b: kept.b.numbers, cap: cap)
    var found = path.walk()
    for index in found.indices {
      let pair = found[index]
      found[index] = SequenceAlignment.Pair(
        a: kept.a.places.map { Int($0[pair.a]) } ?? gap.a.lowerBound + pair.a,
        b: kept.b.places.map { Int($0[pair.b]) } ?? gap.b.lowerBound + pair.b)
    }
    if pairs.isEmpty { pairs = found } else { pairs += found }
    if path.isCoarse { coarse.append(gap) }
  }

  /// The elements that the other side also has in this gap; nil places mean all.
  private func kept(
    _ gap: Range<Int>, of sequence: [Int32], _ others: [Int32]
  ) -> (places: [Int32]?, numbers: [Int32]) {
    if gap.allSatisfy({ others[Int(sequence[$0])] == gapCount }) {
      return (nil, gap.count == sequence.count ? sequence : Array(sequence[gap]))
    }
    var (places, numbers): ([Int32], [Int32]) = ([], [])
    places.reserveCapacity(gap.count)
    numbers.reserveCapacity(gap.count)
    for place in gap where others[Int(sequence[place])] == gapCount {
      places.append(Int32(place))
      numbers.append(sequence[place])
    }
    return (places, numbers)
  }
}

extension [SequenceAlignment.Pair] {
  /// Ascending in `b`, for pairs ascending in `a`; `n log n`.
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
    guard let last = tops.last else { return [] }
    return sequence(first: last) { previous[$0] }.map { self[$0] }.reversed()
  }
}
