import Sequences
import Traces
import Turns

/// Locates the differences of two values, but not inside secrets.
///
/// It compares records by member, payloads by position, lists by key or longest common subsequence, numbers by bit
/// pattern, and texts by scalar.
struct ValueComparison {
  private(set) var changes: [ValueChange] = []
  private var path: [ValueChange.PathElement]
  private let keys: RowKeys
  /// The field where the path starts, and how many path elements belong to it.
  private let field: String
  private let depth: Int

  private init(_ subject: Reaction.Subject, _ path: [ValueChange.PathElement], _ keys: RowKeys) {
    self.path = path
    self.keys = subject.isOfField ? keys : RowKeys()
    field = subject.name.text
    depth = path.count
  }

  static func changes(
    from a: Value, to b: Value, of subject: Reaction.Subject = Reaction.Subject(.set),
    below path: [ValueChange.PathElement] = [], by keys: RowKeys = RowKeys()
  ) -> [ValueChange] {
    var comparison = ValueComparison(subject, path, keys)
    comparison.compare(a, b)
    return comparison.changes
  }

  private mutating func compare(_ a: Value, _ b: Value) {
    switch (a, b) {
    case (.record(let a), .record(let b)): compare(members: a, b)
    case (.enumeration(let a, let aMembers), .enumeration(let b, let bMembers))
    where a.hasBytes(of: b) && Self.haveSameLabels(aMembers, bMembers):
      for (index, pair) in zip(aMembers, bMembers).enumerated() {
        let name = pair.0.name
        visit(name.isEmpty ? .index(Sides(a: index, b: index)) : .member(name), pair.0.value, pair.1.value)
      }
    case (.list(let a), .list(let b)): compare(lists: a, b)
    default: compare(whole: a, b)
    }
  }

  private static func haveSameLabels(_ a: [Member], _ b: [Member]) -> Bool {
    a.elementsEqual(b) { $0.name == $1.name }
  }

  /// Pairs members by name. Records that differ only in order differ as a whole.
  private mutating func compare(members a: [Member], _ b: [Member]) {
    guard Self.hasDistinctNames(a) && Self.hasDistinctNames(b) else { return compare(whole: .record(a), .record(b)) }
    let found = changes.count
    let inB = Dictionary(uniqueKeysWithValues: b.map { ($0.name, $0.value) })
    let inA = Set(a.map { $0.name })
    for member in a {
      visit(.member(member.name), member.value, inB[member.name])
    }
    for member in b where !inA.contains(member.name) {
      visit(.member(member.name), nil, member.value)
    }
    if changes.count == found, !Self.haveSameLabels(a, b) {
      compare(whole: .record(a), .record(b))
    }
  }

  private static func hasDistinctNames(_ members: [Member]) -> Bool {
    Set(members.map { $0.name }).count == members.count
  }

  private mutating func compare(lists a: [Value], _ b: [Value]) {
    if !keys.isEmpty, let member = keys.member(of: place) {
      let keys = Sides(a: a, b: b).map { $0.keys(member) }
      if let aKeys = keys.a, let bKeys = keys.b {
        return compare(Sides(a: a, b: b), by: member, Sides(a: aKeys, b: bKeys))
      }
    }
    for gap in SequenceAlignment(a, b).gaps(a: a.count, b: b.count) {
      let common = min(gap.a.count, gap.b.count)
      for (left, right) in zip(gap.a, gap.b) { visit(.index(Sides(a: left, b: right)), a[left], b[right]) }
      for left in gap.a.dropFirst(common) { visit(.index(Sides(a: left, b: nil)), a[left], nil) }
      for right in gap.b.dropFirst(common) { visit(.index(Sides(a: nil, b: right)), nil, b[right]) }
    }
  }

  /// Pairs elements by key; another order is one change.
  private mutating func compare(_ lists: Sides<[Value]>, by member: Name, _ keys: Sides<[Value]>) {
    let inB = Dictionary(uniqueKeysWithValues: zip(keys.b, lists.b.indices))
    let inA = Set(keys.a)
    for (index, key) in keys.a.enumerated() {
      visit(.index(Sides(a: index, b: inB[key])), lists.a[index], inB[key].map { lists.b[$0] })
    }
    for (index, key) in keys.b.enumerated() where !inA.contains(key) {
      visit(.index(Sides(a: nil, b: index)), nil, lists.b[index])
    }
    let order = Sides(a: keys.a.filter { inB[$0] != nil }, b: keys.b.filter(inA.contains))
    let start = order.a.commonPrefix(with: order.b)
    guard start < order.a.count else { return }
    let end = order.a.commonSuffix(with: order.b, after: start)
    changes.append(
      ValueChange(
        path: path + [.index(Sides(a: nil, b: nil)), .member(member)],
        sides: order.map { .list(Array($0[start..<$0.count - end])) }))
  }

  private var place: String { path.dropFirst(depth).place(in: field) }

  private mutating func visit(_ element: ValueChange.PathElement, _ a: Value?, _ b: Value?) {
    path.append(element)
    if let a, let b { compare(a, b) } else { changes.append(ValueChange(path: path, sides: Sides(a: a, b: b))) }
    path.removeLast()
  }

  private mutating func compare(whole a: Value, _ b: Value) {
    if a != b {
      changes.append(ValueChange(path: path, sides: Sides(a: a, b: b), notes: TextNote.notes(on: a, b)))
    }
  }
}

extension [Value] {
  /// Nil if an element lacks the member, or if two values are equal.
  fileprivate func keys(_ member: Name) -> [Value]? {
    let keys = compactMap { element -> Value? in
      guard case .record(let members) = element else { return nil }
      return members.first { $0.name == member }?.value
    }
    return keys.count == count && Set(keys).count == count ? keys : nil
  }
}
