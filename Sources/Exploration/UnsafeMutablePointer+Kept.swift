extension UnsafeMutablePointer where Pointee: ~Copyable {
  /// Puts a value into a place of its own, where it stays until somebody frees it: a search that a person waits for goes with the
  /// process, since to free it state by state takes longer than a person waits who has pressed Ctrl-C.
  package static func kept(_ value: consuming Pointee) -> UnsafeMutablePointer {
    let place = allocate(capacity: 1)
    place.initialize(to: value)
    return place
  }
}
