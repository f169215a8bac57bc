import CLocks

/// A number that several threads read and change. The module `Synchronization` needs iOS 18; apps may have iOS 17.
package struct AtomicNumber: ~Copyable, @unchecked Sendable {
  @usableFromInline
  let place: UnsafeMutablePointer<UInt64>

  @inlinable
  package init(_ number: UInt64 = 0) {
    place = .allocate(capacity: 1)
    place.initialize(to: number)
  }

  @inlinable
  deinit { place.deallocate() }

  @inlinable
  @inline(__always)
  package func load() -> UInt64 { clocks_load(place) }

  @inlinable
  package func store(_ number: UInt64) { clocks_store(place, number) }

  /// Returns the sum; it wraps.
  @inlinable
  @discardableResult
  package func add(_ number: UInt64) -> UInt64 { clocks_add(place, number) }

  /// Stores a number if the expected one is there.
  ///
  /// - Returns: The number that was there.
  @inlinable
  package func exchange(expected: UInt64, with number: UInt64) -> UInt64 { clocks_exchange(place, expected, number) }
}

/// A condition that one thread sets and others read.
package struct AtomicFlag: ~Copyable, Sendable {
  @usableFromInline
  let number = AtomicNumber()

  @inlinable
  package init() {}

  @inlinable
  package var isSet: Bool { number.load() != 0 }

  @inlinable
  package func set() { number.store(1) }
}
