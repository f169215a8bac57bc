extension Sequence {
  /// The first element of each key, in order.
  func distinct<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var known: Set<Key> = []
    return filter { known.insert(key($0)).inserted }
  }
}
