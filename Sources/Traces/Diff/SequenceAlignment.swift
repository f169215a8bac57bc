import Statecharts

/// Which elements of two sequences are the same ones: a common subsequence, the longest where that is affordable.
///
/// Exchanging the sequences exchanges the pairs: ties are broken by what the elements are, never by which side they
/// are on.
package struct SequenceAlignment: Equatable {
  /// Two places; a run of millions of steps has as many of these.
  package struct Pair: Hashable {
    private var first: Int32
    private var second: Int32

    package init(a: Int, b: Int) {
      first = Int32(a)
      second = Int32(b)
    }

    package var a: Int { Int(first) }
    package var b: Int { Int(second) }
  }

  /// A stretch in which the search stopped at its cap, so that fewer elements may be paired than could be.
  struct Stretch: Hashable {
    var a: Range<Int>
    var b: Range<Int>
  }

  /// How many edits are searched through before what was found so far is kept and the search goes on from there.
  package static let defaultCap = 1_024

  /// In ascending order on both sides.
  package private(set) var pairs: [Pair] = []
  private(set) var coarse: [Stretch] = []

  /// Aligns equal elements: equal ends first; if much is left, elements that occur once on either side; then the gaps.
  ///
  /// Cost: linear when the sequences are equal or differ in few places; `(n + m) * cap` at worst, with `cap²` words.
  package init(_ a: [Value], _ b: [Value], cap: Int = defaultCap) {
    var numbers = Numbering()
    let numbered = Sides(a: a.map { numbers.number(of: $0) }, b: b.map { numbers.number(of: $0) })
    self.init(numbered: numbered, below: numbers.count, cap: cap) { b[$0].precedes(a[$0]) }
  }

  /// Aligns elements that stand for themselves as numbers from 0 on: equal elements have equal numbers.
  ///
  /// - Parameter isSecondFirst: Whether, at a place where both have another element, that of the second comes first in the
  ///   order of values.
  init(numbered sides: Sides<[Int32]>, below count: Int, cap: Int = defaultCap, isSecondFirst: (Int) -> Bool) {
    let (a, b) = (sides.a, sides.b)
    let prefix = a.commonPrefix(with: b)
    pairs = (0..<prefix).map { Pair(a: $0, b: $0) }
    guard prefix < a.count || prefix < b.count else { return }
    let suffix = a.commonSuffix(with: b, after: prefix)
    let middle = Sides(a: a[prefix..<a.count - suffix], b: b[prefix..<b.count - suffix])
    let isSwapped = Self.isSwapped(middle) { isSecondFirst(prefix + $0) }
    var gaps = GapAlignment((isSwapped ? middle.swapped : middle).map(Array.init), below: count, cap: cap)
    gaps.align()
    coarse = gaps.coarse.map { (isSwapped ? $0.swapped : $0).moved(by: prefix) }
    pairs = gaps.pairs(behind: pairs, isSwapped: isSwapped)
    for place in 0..<suffix { pairs.append(Pair(a: a.count - suffix + place, b: b.count - suffix + place)) }
  }

  /// The search takes the shorter sequence first, of two equally long ones the one that comes first in the order of
  /// values.
  private static func isSwapped(_ sides: Sides<ArraySlice<Int32>>, isSecondFirst: (Int) -> Bool) -> Bool {
    guard sides.a.count == sides.b.count else { return sides.a.count > sides.b.count }
    return zip(sides.a, sides.b).enumerated().first { $1.0 != $1.1 }.map { isSecondFirst($0.offset) } ?? false
  }
}

/// Gives equal values equal numbers, counting from 0.
struct Numbering {
  private var numbers: [Value: Int32] = [:]
  var count: Int { numbers.count }

  mutating func number(of value: Value) -> Int32 {
    if let known = numbers[value] { return known }
    let new = Int32(numbers.count)
    numbers[value] = new
    return new
  }
}

extension SequenceAlignment {
  /// What lies between two neighbouring pairs, before the first, and behind the last: elements without a partner.
  func gaps(of counts: Sides<Int>) -> [Stretch] {
    var result: [Stretch] = []
    var next = Pair(a: 0, b: 0)
    for pair in pairs + [Pair(a: counts.a, b: counts.b)] {
      if pair.a > next.a || pair.b > next.b { result.append(Stretch(a: next.a..<pair.a, b: next.b..<pair.b)) }
      next = Pair(a: pair.a + 1, b: pair.b + 1)
    }
    return result
  }
}

extension SequenceAlignment.Pair {
  func moved(by offset: Int) -> Self { Self(a: a + offset, b: b + offset) }
}

extension SequenceAlignment.Stretch {
  var swapped: Self { Self(a: b, b: a) }

  func moved(by offset: Int) -> Self {
    Self(a: a.lowerBound + offset..<a.upperBound + offset, b: b.lowerBound + offset..<b.upperBound + offset)
  }
}

extension Array where Element: Equatable {
  func commonPrefix(with other: [Element]) -> Int {
    let limit = Swift.min(count, other.count)
    return (0..<limit).first { self[$0] != other[$0] } ?? limit
  }

  /// How many last elements are equal, not counting the first `start` ones.
  func commonSuffix(with other: [Element], after start: Int) -> Int {
    let limit = Swift.min(count, other.count) - start
    return (0..<limit).first { self[count - 1 - $0] != other[other.count - 1 - $0] } ?? limit
  }
}
