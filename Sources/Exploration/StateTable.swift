import Statecharts

/// The states of a search: the key of each, and how it was reached first.
///
/// States are numbered in the order in which they were found. 24 bytes each, and a slot of 4 in a table that is at most
/// half full.
struct StateTable: Sendable {
  private var keys: [Fingerprint] = []
  private var parents: [UInt32] = []
  private var drives: [Drive] = []
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
  mutating func add(_ key: Fingerprint, from parent: Int, by drive: Drive) -> Int {
    if keys.count >= slots.count / 2 { grow() }
    keys.append(key)
    parents.append(UInt32(parent))
    drives.append(drive)
    slots[slot(of: key)] = UInt32(keys.count)
    return keys.count - 1
  }

  /// The ways from the first state to another, in order.
  func drives(to state: Int) -> [Drive] {
    var (result, state): ([Drive], Int) = ([], state)
    while state != 0 {
      result.append(drives[state])
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

/// A move by its place among those of a state, and whether it is held.
struct Drive: Hashable, Sendable {
  /// Twice the place, and one when it is held.
  private let code: UInt32

  init(move: Int, isHeld: Bool) {
    code = UInt32(move) << 1 | (isHeld ? 1 : 0)
  }

  var move: Int { Int(code >> 1) }
  var isHeld: Bool { code & 1 == 1 }
}
