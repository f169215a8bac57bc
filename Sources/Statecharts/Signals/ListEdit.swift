/// A change of a list in place. Indexes ascend; those of an insertion are places in the list as it will be.
package enum ListEdit: Hashable, Sendable {
  case insert([Value], at: [Int])
  case remove(at: [Int])
  case replace(at: [Int], with: [Value])

  var indexes: [Int] {
    switch self {
    case .insert(_, let indexes), .remove(let indexes), .replace(let indexes, _): indexes
    }
  }

  /// Returns the list after the edit, and what observers are told of it; `nil` when an index is out of range, or there
  /// are not as many values as indexes.
  func applied(to list: [Value]) -> (list: [Value], change: FieldChange)? {
    guard zip(indexes, indexes.dropFirst()).allSatisfy(<), indexes.allSatisfy({ $0 >= 0 }) else { return nil }
    switch self {
    case .insert(let values, let indexes): return ListEdit.inserted(values, at: indexes, into: list)
    case .remove(let indexes):
      guard indexes.allSatisfy(list.indices.contains) else { return nil }
      let isRemoved = Set(indexes)
      let rest = list.indices.filter { !isRemoved.contains($0) }.map { list[$0] }
      return (rest, FieldChange(kind: .removal, indexes: indexes, old: .list(indexes.map { list[$0] })))
    case .replace(let indexes, let values):
      guard indexes.count == values.count, indexes.allSatisfy(list.indices.contains) else { return nil }
      var result = list
      for (index, value) in zip(indexes, values) { result[index] = value }
      let old = Value.list(indexes.map { list[$0] })
      return (result, FieldChange(kind: .replacement, indexes: indexes, new: .list(values), old: old))
    }
  }

  private static func inserted(
    _ values: [Value], at indexes: [Int], into list: [Value]
  ) -> (list: [Value], change: FieldChange)? {
    guard indexes.count == values.count else { return nil }
    var result: [Value] = []
    var rest = list[...]
    for (index, value) in zip(indexes, values) {
      let kept = index - result.count
      guard kept <= rest.count else { return nil }
      result += rest.prefix(kept)
      rest = rest.dropFirst(kept)
      result.append(value)
    }
    return (result + rest, FieldChange(kind: .insertion, indexes: indexes, new: .list(values)))
  }
}
