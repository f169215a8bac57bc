import CLocks

/// A value that one thread at a time uses.
package struct Locked<Value: Sendable>: ~Copyable, @unchecked Sendable {
  @usableFromInline
  let lock: UnsafeMutableRawPointer
  @usableFromInline
  let place: UnsafeMutablePointer<Value>

  @inlinable
  package init(_ value: Value) {
    lock = clocks_make_lock()
    place = .allocate(capacity: 1)
    place.initialize(to: value)
  }

  @inlinable
  deinit {
    place.deinitialize(count: 1)
    place.deallocate()
    clocks_free_lock(lock)
  }

  /// The body must not lock the same value again.
  @inlinable
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    clocks_take(lock)
    defer { clocks_give(lock) }
    return try body(&place.pointee)
  }
}
