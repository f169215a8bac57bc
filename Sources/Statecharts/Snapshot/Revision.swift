import Locks
import Turns

/// Groups changes: each turn has its own revision, unique in the process over all kernels. Never print or save it.
struct Revision: Equatable, Sendable {
  fileprivate let number: UInt64

  static let unknown = Revision(number: 0)

  /// A kernel reserves this many numbers at a time, so that it rarely uses the shared counter.
  private static let runLength: UInt64 = 1 << 12
  private static let taken = AtomicNumber()

  static func first() -> Revision {
    Revision(number: taken.add(runLength) &+ 1)
  }

  /// Requires that the caller reserved the run.
  @inline(__always)
  var next: Revision {
    let next = number &+ 1
    return next & (Revision.runLength - 1) == 0 ? Revision.first() : Revision(number: next)
  }
}

/// Identifies a place's content: equal stamps mean equal content, in every snapshot.
struct Stamp: Equatable, Sendable {
  let place: Int
  let changed: Revision
  let modelChanged: Revision

  static let nothing = Stamp(place: -1, changed: .unknown, modelChanged: .unknown)

  var ofModel: Stamp {
    modelChanged == .unknown ? self : Stamp(place: place, changed: .unknown, modelChanged: modelChanged)
  }

  var besideModel: Stamp {
    changed == .unknown ? self : Stamp(place: place, changed: changed, modelChanged: .unknown)
  }

  var isUnknown: Bool { changed == .unknown && modelChanged == .unknown }

  fileprivate var hash: Int {
    let revisions = KeyHash.lane(KeyHash.lane(1, changed.number), modelChanged.number)
    return Int(truncatingIfNeeded: KeyHash.lane(revisions, UInt64(truncatingIfNeeded: place)))
  }
}

/// A lossy cache by stamp; the caller can recompute lost entries.
struct StampMemory<Found: Sendable>: Sendable {
  /// In pairs; the newer entry comes first.
  private var slots: [(stamp: Stamp, found: Found)?] = []
  private var puts = 0

  private static var most: Int { 1 << 12 }

  subscript(stamp: Stamp) -> Found? {
    if slots.isEmpty { return nil }
    let slot = pair(of: stamp)
    if case let known? = slots[slot], known.stamp == stamp { return known.found }
    if case let known? = slots[slot + 1], known.stamp == stamp { return known.found }
    return nil
  }

  mutating func keep(_ found: Found, of stamp: Stamp) {
    guard !stamp.isUnknown else { return }
    if puts >= slots.count / 2, slots.count < Self.most { grow() }
    put((stamp, found))
  }

  private mutating func put(_ known: (stamp: Stamp, found: Found)) {
    let slot = pair(of: known.stamp)
    puts += 1
    slots[slot + 1] = slots[slot]
    slots[slot] = known
  }

  private mutating func grow() {
    let known = slots
    slots = Array(repeating: nil, count: max(64, known.count * 4))
    puts = 0
    for case let known? in known { put(known) }
  }

  private func pair(of stamp: Stamp) -> Int { stamp.hash & (slots.count - 2) }
}
