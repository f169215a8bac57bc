extension Array where Element: Equatable {
  /// How many first elements are equal.
  @inlinable
  package func commonPrefix(with other: [Element]) -> Int {
    let limit = Swift.min(count, other.count)
    return (0..<limit).first { self[$0] != other[$0] } ?? limit
  }

  /// How many last elements are equal, not counting the first `start` ones.
  @inlinable
  package func commonSuffix(with other: [Element], after start: Int) -> Int {
    let limit = Swift.min(count, other.count) - start
    return (0..<limit).first { self[count - 1 - $0] != other[other.count - 1 - $0] } ?? limit
  }
}
