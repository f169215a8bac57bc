import Sequences
import Traces
import Turns

/// Pairs the corresponding reactions of one step.
struct ReactionAlignment {
  enum Row: Hashable {
    case both(a: Int, b: Int)
    case only(DiffSide, Int)
    /// In another order at one instant. The neighbour is the nearest pair between the two positions; the row is at
    /// the earlier position.
    case reordered(a: Int, b: Int, neighbour: SequenceAlignment.Pair)
  }

  /// In table cells. Larger steps are aligned by equal reactions, then by equal subjects.
  private static let cap = 250_000

  let rows: [Row]

  init(_ a: [Reaction], _ b: [Reaction]) {
    let prefix = zip(a, b).prefix { $0.looksLike($1) }.count
    let rest = Sides(a: a[prefix...], b: b[prefix...])
    let suffix = zip(rest.a.reversed(), rest.b.reversed()).prefix { $0.looksLike($1) }.count
    let middle = rest.map { Array($0.dropLast(suffix)) }
    let (cells, overflows) = (middle.a.count + 1).multipliedReportingOverflow(by: middle.b.count + 1)
    let isCoarse = overflows || cells > Self.cap
    let pairs = isCoarse ? Self.coarsePairs(middle) : Self.finePairs(middle)
    rows =
      (0..<prefix).map { .both(a: $0, b: $0) }
      + PairedRows(middle, pairs).rows.map { $0.moved(by: prefix) }
      + (0..<suffix).map { .both(a: a.count - suffix + $0, b: b.count - suffix + $0) }
  }

  private static func finePairs(_ sides: Sides<[Reaction]>) -> [SequenceAlignment.Pair] {
    guard isSwapped(sides) else { return ReactionTable(sides).pairs() }
    return ReactionTable(sides.swapped).pairs().map { SequenceAlignment.Pair(a: $0.b, b: $0.a) }
  }

  /// Makes the result independent of which run comes first.
  private static func isSwapped(_ sides: Sides<[Reaction]>) -> Bool {
    guard sides.a.count == sides.b.count else { return sides.a.count > sides.b.count }
    guard let place = sides.a.indices.first(where: { !sides.a[$0].looksLike(sides.b[$0]) }) else { return false }
    let firsts = sides.map { $0[place] }
    guard firsts.a.offset == firsts.b.offset else { return firsts.a.offset > firsts.b.offset }
    return firsts.b.content.precedes(firsts.a.content)
  }

  private static func coarsePairs(_ sides: Sides<[Reaction]>) -> [SequenceAlignment.Pair] {
    let contents = sides.map { $0.map { Value.list([.int($0.offset), $0.content]) } }
    let subjects = sides.map {
      $0.map { Value.list([.string($0.subject.kind.rawValue), .string($0.subject.name.text)]) }
    }
    let exact = SequenceAlignment(contents.a, contents.b)
    let similar = exact.gaps(a: sides.a.count, b: sides.b.count).flatMap { gap in
      SequenceAlignment(Array(subjects.a[gap.a]), Array(subjects.b[gap.b])).pairs.map {
        SequenceAlignment.Pair(a: gap.a.lowerBound + $0.a, b: gap.b.lowerBound + $0.b)
      }
    }
    return (exact.pairs + similar).sorted { $0.a < $1.a }
  }
}

extension ReactionAlignment.Row {
  fileprivate func moved(by offset: Int) -> Self {
    switch self {
    case .both(let a, let b): .both(a: a + offset, b: b + offset)
    case .only(let side, let place): .only(side, place + offset)
    case .reordered(let a, let b, let neighbour):
      .reordered(a: a + offset, b: b + offset, neighbour: neighbour.moved(by: offset))
    }
  }
}

private struct PairedRows {
  private(set) var rows: [ReactionAlignment.Row] = []

  init(_ sides: Sides<[Reaction]>, _ pairs: [SequenceAlignment.Pair]) {
    let crossed = Self.crossed(sides, pairs)
    let skipped = Set(crossed.map(\.later))
    let starts = Dictionary(uniqueKeysWithValues: crossed.map { ($0.earlier, $0.row) })
    var next = SequenceAlignment.Pair(a: 0, b: 0)
    for pair in pairs + [SequenceAlignment.Pair(a: sides.a.count, b: sides.b.count)] {
      let gap =
        (next.a..<pair.a).map { Place(side: .a, index: $0) } + (next.b..<pair.b).map { Place(side: .b, index: $0) }
      rows += gap.filter { !skipped.contains($0) }.map { starts[$0] ?? .only($0.side, $0.index) }
      if pair.a < sides.a.count { rows.append(.both(a: pair.a, b: pair.b)) }
      next = SequenceAlignment.Pair(a: pair.a + 1, b: pair.b + 1)
    }
  }

  private struct Place: Hashable {
    let side: DiffSide
    let index: Int
  }

  private struct Crossing {
    var earlier: Place
    var later: Place
    var row: ReactionAlignment.Row
  }

  private static func crossed(_ sides: Sides<[Reaction]>, _ pairs: [SequenceAlignment.Pair]) -> [Crossing] {
    let paired = Sides(a: Set(pairs.map(\.a)), b: Set(pairs.map(\.b)))
    let free = Sides(
      a: sides.a.indices.filter { !paired.a.contains($0) }, b: sides.b.indices.filter { !paired.b.contains($0) })
    var crossings: [Crossing] = []
    var taken = Sides<Set<Int>>(a: [], b: [])
    for isInstant in [true, false] {
      var waiting = Dictionary(grouping: free.b.filter { !taken.b.contains($0) }) {
        key(of: sides.b[$0], isInstant: isInstant)
      }
      for a in free.a where !taken.a.contains(a) {
        let key = key(of: sides.a[a], isInstant: isInstant)
        guard let b = waiting[key]?.first else { continue }
        waiting[key]?.removeFirst()
        taken.a.insert(a)
        taken.b.insert(b)
        crossings.append(crossing(a, b, pairs, isInstant: isInstant))
      }
    }
    return crossings
  }

  private static func key(of reaction: Reaction, isInstant: Bool) -> Value {
    isInstant ? .list([.int(reaction.offset), reaction.content]) : reaction.content
  }

  private static func crossing(
    _ a: Int, _ b: Int, _ pairs: [SequenceAlignment.Pair], isInstant: Bool
  ) -> Crossing {
    let before = Sides(a: pairs.countBelow { $0.a < a }, b: pairs.countBelow { $0.b < b })
    let isFirstInA = before.a <= before.b
    let isCrosswise = isInstant && before.a != before.b
    let places = Sides(a: Place(side: .a, index: a), b: Place(side: .b, index: b))
    return Crossing(
      earlier: isFirstInA ? places.a : places.b,
      later: isFirstInA ? places.b : places.a,
      row: isCrosswise
        ? .reordered(a: a, b: b, neighbour: pairs[min(before.a, before.b)]) : .both(a: a, b: b))
  }
}

extension [SequenceAlignment.Pair] {
  /// The condition must hold for a prefix of the list.
  fileprivate func countBelow(_ condition: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
