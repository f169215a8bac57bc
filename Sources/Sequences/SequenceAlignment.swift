/// A common subsequence, the longest if affordable. The order of elements breaks ties, so swapping the sequences
/// swaps the pairs.
@usableFromInline
package struct SequenceAlignment: Equatable {
  /// 32-bit places, because a run of millions of steps has as many pairs.
  @usableFromInline
  package struct Pair: Hashable, Sendable {
    @usableFromInline let first: Int32
    @usableFromInline let second: Int32

    @inlinable
    package init(a: Int, b: Int) {
      first = Int32(a)
      second = Int32(b)
    }

    @inlinable package var a: Int { Int(first) }
    @inlinable package var b: Int { Int(second) }
  }

  package struct Stretch: Hashable {
    package let a: Range<Int>
    package let b: Range<Int>
  }

  /// How many edits a search tries before it keeps its result and restarts.
  @usableFromInline package static let defaultCap = 1_024

  package private(set) var pairs: [Pair] = []
  /// Where the search stopped at its cap, so that more elements might match.
  package private(set) var coarse: [Stretch] = []

  /// Aligns equal ends, then elements unique on each side, then the gaps. `precedes` orders all elements.
  ///
  /// Linear for few differences, at worst `(n + m) * cap` with `cap²` words.
  @inlinable
  package init<Element: Hashable>(
    _ a: [Element], _ b: [Element], cap: Int = defaultCap, by precedes: (Element, Element) -> Bool
  ) {
    var numbers = Numbering<Element>()
    let (numberedA, numberedB) = (a.map { numbers.number(of: $0) }, b.map { numbers.number(of: $0) })
    self.init(numbered: numberedA, numberedB, below: numbers.count, cap: cap) { precedes(b[$0], a[$0]) }
  }

  /// Elements are numbers from 0. `isSecondFirst` says whether the second sequence's element at a place precedes
  /// the first's.
  @usableFromInline
  package init(
    numbered a: [Int32], _ b: [Int32], below count: Int, cap: Int = defaultCap, isSecondFirst: (Int) -> Bool
  ) {
    let prefix = a.commonPrefix(with: b)
    pairs = (0..<prefix).map { Pair(a: $0, b: $0) }
    guard prefix < a.count || prefix < b.count else { return }
    let suffix = a.commonSuffix(with: b, after: prefix)
    let (middleA, middleB) = (a[prefix..<a.count - suffix], b[prefix..<b.count - suffix])
    let isSwapped = Self.isSwapped(middleA, middleB) { isSecondFirst(prefix + $0) }
    var gaps = GapAlignment(
      Array(isSwapped ? middleB : middleA), Array(isSwapped ? middleA : middleB), below: count, cap: cap)
    gaps.align()
    coarse = gaps.coarse.map { (isSwapped ? $0.swapped : $0).moved(by: prefix) }
    pairs = gaps.pairs(behind: pairs, isSwapped: isSwapped)
    for place in 0..<suffix { pairs.append(Pair(a: a.count - suffix + place, b: b.count - suffix + place)) }
  }

  /// The shorter sequence goes first, else the one first in the order of elements.
  private static func isSwapped(_ a: ArraySlice<Int32>, _ b: ArraySlice<Int32>, isSecondFirst: (Int) -> Bool) -> Bool {
    guard a.count == b.count else { return a.count > b.count }
    return zip(a, b).enumerated().first { $1.0 != $1.1 }.map { isSecondFirst($0.offset) } ?? false
  }
}

extension SequenceAlignment {
  /// The elements without a partner; `a` and `b` are lengths.
  package func gaps(a: Int, b: Int) -> [Stretch] {
    var result: [Stretch] = []
    var next = Pair(a: 0, b: 0)
    for pair in pairs + [Pair(a: a, b: b)] {
      if pair.a > next.a || pair.b > next.b { result.append(Stretch(a: next.a..<pair.a, b: next.b..<pair.b)) }
      next = Pair(a: pair.a + 1, b: pair.b + 1)
    }
    return result
  }
}

extension SequenceAlignment.Pair {
  @inlinable
  package func moved(by offset: Int) -> Self { Self(a: a + offset, b: b + offset) }
}

extension SequenceAlignment.Stretch {
  var swapped: Self { Self(a: b, b: a) }

  package func moved(by offset: Int) -> Self {
    Self(a: a.lowerBound + offset..<a.upperBound + offset, b: b.lowerBound + offset..<b.upperBound + offset)
  }
}

extension Array where Element: Equatable {
  @inlinable
  package func commonPrefix(with other: [Element]) -> Int {
    let limit = Swift.min(count, other.count)
    return (0..<limit).first { self[$0] != other[$0] } ?? limit
  }

  @inlinable
  package func commonSuffix(with other: [Element], after start: Int) -> Int {
    let limit = Swift.min(count, other.count) - start
    return (0..<limit).first { self[count - 1 - $0] != other[other.count - 1 - $0] } ?? limit
  }
}

/// Gives equal elements equal numbers, from 0.
@usableFromInline
package struct Numbering<Element: Hashable> {
  @usableFromInline var numbers: [Element: Int32] = [:]

  @inlinable
  package init() {}

  @inlinable package var count: Int { numbers.count }

  @inlinable
  package mutating func number(of element: Element) -> Int32 {
    if let known = numbers[element] { return known }
    let new = Int32(numbers.count)
    numbers[element] = new
    return new
  }
}
