import Statecharts
import ViewModels

/// The states of a search: the key of each, and how it was reached first.
///
/// States are numbered in the order in which they were found. 24 bytes each, and a slot of 4 in a table that is at most
/// half full.
struct StateTable: Sendable {
  private var keys: [Fingerprint] = []
  private var parents: [UInt32] = []
  private var numbers: [Move.Number] = []
  /// By the low bits of a key and on: the state's number and one; 0 is free.
  private var slots: [UInt32] = Array(repeating: 0, count: 1 << 10)

  var count: Int { keys.count }
  var byteCount: Int { keys.count * 24 + slots.count * 4 }

  /// Returns the number of the state that has a key; nil when there is none.
  func index(of key: Fingerprint) -> Int? {
    let slot = slot(of: key)
    return slots[slot] == 0 ? nil : Int(slots[slot]) - 1
  }

  /// Adds a state that is not there.
  ///
  /// - Returns: Its number.
  @discardableResult
  mutating func add(_ key: Fingerprint, from parent: Int, by number: Move.Number) -> Int {
    if keys.count >= slots.count / 2 { grow() }
    keys.append(key)
    parents.append(UInt32(parent))
    numbers.append(number)
    slots[slot(of: key)] = UInt32(keys.count)
    return keys.count - 1
  }

  /// The ways from the first state to another, in order.
  func moves(to state: Int) -> [Move.Number] {
    var (result, state): ([Move.Number], Int) = ([], state)
    while state != 0 {
      result.append(numbers[state])
      state = Int(parents[state])
    }
    return result.reversed()
  }

  private func slot(of key: Fingerprint) -> Int {
    var slot = Int(truncatingIfNeeded: key.first) & (slots.count - 1)
    while slots[slot] != 0, keys[Int(slots[slot]) - 1] != key { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for (index, key) in keys.enumerated() { slots[slot(of: key)] = UInt32(index + 1) }
  }
}

extension Move {
  /// A move by its place among those of a state, and whether it is held.
  struct Number: Hashable, Sendable {
    /// Twice the place, and one when it is held.
    private let code: UInt32

    init(_ place: Int, isHeld: Bool) {
      code = UInt32(place) << 1 | (isHeld ? 1 : 0)
    }

    var place: Int { Int(code >> 1) }
    var isHeld: Bool { code & 1 == 1 }
  }
}

extension UnsafeMutablePointer where Pointee: ~Copyable {
  /// Puts a value into a place of its own, where it stays until somebody frees it: a search that a person waits for goes with the
  /// process, since to free it state by state takes longer than a person waits who has pressed Ctrl-C.
  package static func kept(_ value: consuming Pointee) -> UnsafeMutablePointer {
    let place = allocate(capacity: 1)
    place.initialize(to: value)
    return place
  }
}
