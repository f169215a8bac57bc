import Statecharts

/// Finds the places in which two values differ.
///
/// Records are compared by member, payloads of one case by position, lists by their longest common subsequence and
/// then by position; numbers exactly, by bit pattern; texts by scalar. What is inside a secret is not told apart: it
/// differs or it does not.
struct ValueComparison {
  private(set) var changes: [ValueChange] = []
  private var path: [ValueChange.PathElement] = []

  static func changes(
    from a: Value, to b: Value, below path: [ValueChange.PathElement] = []
  ) -> [ValueChange] {
    var comparison = ValueComparison()
    comparison.path = path
    comparison.compare(a, b)
    return comparison.changes
  }

  private mutating func compare(_ a: Value, _ b: Value) {
    switch (a, b) {
    case (.record(let a), .record(let b)): compare(members: a, b)
    case (.enumeration(let a, let aMembers), .enumeration(let b, let bMembers))
    where a.utf8.elementsEqual(b.utf8) && Self.haveSameLabels(aMembers, bMembers):
      for (index, pair) in zip(aMembers, bMembers).enumerated() {
        let name = pair.0.name
        visit(name.isEmpty ? .index(Sides(a: index, b: index)) : .member(name), pair.0.value, pair.1.value)
      }
    case (.list(let a), .list(let b)): compare(lists: a, b)
    default:
      if a != b { changes.append(ValueChange(path: path, sides: Sides(a: a, b: b), notes: TextNote.notes(on: a, b))) }
    }
  }

  private static func haveSameLabels(_ a: [Member], _ b: [Member]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { $0.name.utf8.elementsEqual($1.name.utf8) }
  }

  /// Members with one name are compared wherever they stand; records that differ only in order differ as a whole.
  private mutating func compare(members a: [Member], _ b: [Member]) {
    guard Self.hasDistinctNames(a) && Self.hasDistinctNames(b) else { return compare(whole: .record(a), .record(b)) }
    let found = changes.count
    let inB = Dictionary(uniqueKeysWithValues: b.map { (ExactString($0.name), $0.value) })
    let inA = Set(a.map { ExactString($0.name) })
    for member in a {
      visit(.member(member.name), member.value, inB[ExactString(member.name)])
    }
    for member in b where !inA.contains(ExactString(member.name)) {
      visit(.member(member.name), nil, member.value)
    }
    if changes.count == found { compare(whole: .record(a), .record(b)) }
  }

  private static func hasDistinctNames(_ members: [Member]) -> Bool {
    Set(members.map { ExactString($0.name) }).count == members.count
  }

  private mutating func compare(lists a: [Value], _ b: [Value]) {
    let alignment = SequenceAlignment(a, b)
    for gap in alignment.gaps(of: Sides(a: a.count, b: b.count)) {
      let common = min(gap.a.count, gap.b.count)
      for (left, right) in zip(gap.a, gap.b) { visit(.index(Sides(a: left, b: right)), a[left], b[right]) }
      for left in gap.a.dropFirst(common) { visit(.index(Sides(a: left, b: nil)), a[left], nil) }
      for right in gap.b.dropFirst(common) { visit(.index(Sides(a: nil, b: right)), nil, b[right]) }
    }
  }

  private mutating func visit(_ element: ValueChange.PathElement, _ a: Value?, _ b: Value?) {
    path.append(element)
    if let a, let b { compare(a, b) } else { changes.append(ValueChange(path: path, sides: Sides(a: a, b: b))) }
    path.removeLast()
  }

  private mutating func compare(whole a: Value, _ b: Value) {
    if a != b { changes.append(ValueChange(path: path, sides: Sides(a: a, b: b))) }
  }
}
