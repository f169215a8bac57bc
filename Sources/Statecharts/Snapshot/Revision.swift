import Synchronization
import Turns

/// What changed together: each turn begins another revision, and no two turns of a process the same, whichever kernel runs them.
///
/// It is neither printed nor saved.
struct Revision: Equatable, Sendable {
  fileprivate let number: UInt64

  /// That of what nobody saw change.
  static let unknown = Revision(number: 0)

  /// How many numbers a kernel takes at a time.
  private static let runLength: UInt64 = 1 << 12
  private static let taken = Atomic<UInt64>(0)

  /// The first of a run of revisions that nobody else has.
  static func first() -> Revision {
    Revision(number: taken.wrappingAdd(runLength, ordering: .relaxed).newValue &+ 1)
  }

  /// The one that follows for whoever took the first of the run.
  @inline(__always)
  var next: Revision {
    let next = number &+ 1
    return next & (Revision.runLength - 1) == 0 ? Revision.first() : Revision(number: next)
  }
}

/// A place as it stood from a revision on: what stands there is the same wherever the stamp is.
struct Stamp: Equatable, Sendable {
  let place: Int
  let changed: Revision
  let modelChanged: Revision

  /// That of no place.
  static let nothing = Stamp(place: -1, changed: .unknown, modelChanged: .unknown)

  /// The stamp of what stands there as its model alone; the whole where nobody knows when the model changed.
  var ofModel: Stamp {
    modelChanged == .unknown ? self : Stamp(place: place, changed: .unknown, modelChanged: modelChanged)
  }

  /// The stamp of what stands there beside the model; the whole where nobody knows when that changed.
  var besideModel: Stamp {
    changed == .unknown ? self : Stamp(place: place, changed: changed, modelChanged: .unknown)
  }

  /// Whether nobody knows when it changed.
  var isUnknown: Bool { changed == .unknown && modelChanged == .unknown }

  fileprivate var hash: Int {
    let revisions = KeyHash.lane(KeyHash.lane(1, changed.number), modelChanged.number)
    return Int(truncatingIfNeeded: KeyHash.lane(revisions, UInt64(truncatingIfNeeded: place)))
  }
}

/// Keeps what was found out about places as they stood; what it forgets is found out again.
struct StampMemory<Found: Sendable>: Sendable {
  /// In pairs; of a pair the first was found out later.
  private var slots: [(stamp: Stamp, found: Found)?] = []
  /// How often something was put in since it grew.
  private var puts = 0

  /// How many slots there are at most.
  private static var most: Int { 1 << 12 }

  /// What was found out about a place as it stands; nil when it is not known.
  subscript(stamp: Stamp) -> Found? {
    if slots.isEmpty { return nil }
    let slot = pair(of: stamp)
    if case let known? = slots[slot], known.stamp == stamp { return known.found }
    if case let known? = slots[slot + 1], known.stamp == stamp { return known.found }
    return nil
  }

  /// Keeps what was found out, unless nobody knows when the place changed.
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
