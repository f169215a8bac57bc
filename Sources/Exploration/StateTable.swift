import Statecharts
import ViewModels

/// The states of a search by key, and how each was first reached. A state takes 24 bytes, and a 4-byte slot in a
/// hash table at most half full.
struct StateTable: Sendable {
  private var keys: [Fingerprint] = []
  private var parents: [UInt32] = []
  private var numbers: [Move.Number] = []
  /// Indexed by key bits, with linear probing: the state's number plus one; 0 is free.
  private var slots: [UInt32] = Array(repeating: 0, count: 1 << 10)

  var count: Int { keys.count }
  var byteCount: Int { keys.count * 24 + slots.count * 4 }

  func index(of key: Fingerprint) -> Int? {
    let slot = slot(of: key)
    return slots[slot] == 0 ? nil : Int(slots[slot]) - 1
  }

  @discardableResult
  mutating func add(_ key: Fingerprint, from parent: Int, by number: Move.Number) -> Int {
    if keys.count >= slots.count / 2 { grow() }
    keys.append(key)
    parents.append(UInt32(parent))
    numbers.append(number)
    slots[slot(of: key)] = UInt32(keys.count)
    return keys.count - 1
  }

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
  /// A move's index in its state, and whether it is held.
  struct Number: Hashable, Sendable {
    private let code: UInt32

    init(_ place: Int, isHeld: Bool) {
      code = UInt32(place) << 1 | (isHeld ? 1 : 0)
    }

    var place: Int { Int(code >> 1) }
    var isHeld: Bool { code & 1 == 1 }
  }
}

extension UnsafeMutablePointer where Pointee: ~Copyable {
  /// Moves a value to the heap until it is freed. An interrupted search is not freed, because that takes longer
  /// than a user waits after Ctrl-C.
  package static func kept(_ value: consuming Pointee) -> UnsafeMutablePointer {
    let place = allocate(capacity: 1)
    place.initialize(to: value)
    return place
  }
}
