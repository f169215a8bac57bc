/// Computes keys of a program's snapshots.
///
/// It caches the hashes of fields and instances until they change, so a key costs the changes and a walk over live
/// instances.
public struct KeyMaker: Sendable {
  private let program: Program
  private var knownFields = StampMemory<Passage>()
  private var knownInstances = StampMemory<Passage>()
  /// The number of identifiers at which the caches are cleared.
  private var mostIDs = KeyMaker.manyIDs
  private var writer = KeyWriter()
  private var places: [KnownPlace] = []
  // Reused for each key.
  private var reached: [InstanceID] = []
  private var starts = 0
  /// A stack of found but unvisited ranges of the writer's `kept`.
  private var pending: [Range<Int>] = []
  private var hash = KeyHash()
  /// By place: the visit number of each instance, else `unreached`. Between keys all are `unreached`.
  private var numbers: [UInt64] = []

  private static let unreached = UInt64.max
  /// Always kept: half a megabyte of identifiers.
  private static let manyIDs = 1 << 16

  /// Makes keys for snapshots of a program.
  public init(_ program: Program) { self.program = program }

  /// Returns the key of a snapshot: snapshots of one program with one key behave equally.
  ///
  /// It hashes each reachable instance and the visit numbers of the instances it mentions. Equal canonical bytes
  /// give equal keys; others collide with a probability of about 2⁻¹²⁸.
  ///
  /// - Precondition: It is a snapshot of the program.
  public mutating func key(of snapshot: Snapshot) -> Fingerprint {
    snapshot.check(program)
    forgetIfFull()
    begin(places: snapshot.instances.count)
    let starts = writer.findStarts(of: snapshot)
    self.starts = starts.count
    visit(starts, of: snapshot)
    let key = fold(snapshot)
    for id in reached { numbers[id.index] = KeyMaker.unreached }
    return key
  }

  private mutating func begin(places count: Int) {
    reached.removeAll(keepingCapacity: true)
    hash = KeyHash()
    if numbers.count >= count { return }
    numbers.append(contentsOf: repeatElement(KeyMaker.unreached, count: count - numbers.count))
    places.append(contentsOf: repeatElement(KnownPlace(), count: count - places.count))
  }

  // MARK: The walk

  private mutating func visit(_ starts: Range<Int>, of snapshot: Snapshot) {
    var next = starts
    while true {
      if next.isEmpty {
        guard let rest = pending.popLast() else { return }
        next = rest
      }
      let id = writer.kept[next.lowerBound]
      next = next.lowerBound + 1..<next.upperBound
      guard isNew(id, snapshot) else { continue }
      if !next.isEmpty { pending.append(next) }
      next = enter(id, snapshot)
    }
  }

  private func isNew(_ id: InstanceID, _ snapshot: Snapshot) -> Bool {
    UInt(bitPattern: id.index) < UInt(bitPattern: snapshot.instances.count)
      && numbers[id.index] == KeyMaker.unreached && snapshot.instances.isTaken(id)
  }

  private mutating func enter(_ id: InstanceID, _ snapshot: Snapshot) -> Range<Int> {
    let place = id.index
    numbers[place] = UInt64(reached.count)
    reached.append(id)
    let stamp = snapshot.instances.stamp(of: id)
    if places[place].stamp != stamp || stamp.isUnknown { look(at: id, stamp, snapshot) }
    hash.update(places[place].digest)
    if places[place].keptByFields.isEmpty { return places[place].kept }
    if !places[place].kept.isEmpty { pending.append(places[place].kept) }
    return places[place].keptByFields
  }

  // MARK: Folding

  /// Adds the rest of the snapshot and the numbers of all mentioned instances to the hash.
  private mutating func fold(_ snapshot: Snapshot) -> Fingerprint {
    let origin = program.readsClock ? 0 : snapshot.time
    let rest = passageOfRest(of: snapshot, since: origin)
    hash.update(rest.digest)
    hash.update(UInt64(reached.count))
    var fold = NumberFold(of: reached.count, hash)
    writer.mentioned.withUnsafeBufferPointer { mentioned in
      numbers.withUnsafeBufferPointer { numbers in
        for id in reached {
          fold.add(mentioned[places[id.index].mentioned], numbers)
          fold.add(mentioned[places[id.index].mentionedByFields], numbers)
        }
        fold.add(mentioned[rest.mentioned], numbers)
        snapshot.roots.withUnsafeBufferPointer { fold.add($0[...], numbers) }
      }
    }
    writer.forgetMentions(from: rest.mentioned.lowerBound)
    return Fingerprint(fold.finalized())
  }

  private mutating func passageOfRest(of snapshot: Snapshot, since origin: Int) -> Passage {
    let start = begin()
    for id in reached where places[id.index].isMachine { writer.writeStanding(of: id, in: snapshot.instances) }
    writer.writeFrame(of: snapshot, since: origin)
    if snapshot.agenda.isEmpty { return passage(from: start) }
    for var work in snapshot.agenda.ordered {
      work.due -= origin
      work.code(with: &writer)
    }
    return passage(from: start)
  }

  // MARK: Caches

  private mutating func look(at id: InstanceID, _ stamp: Stamp, _ snapshot: Snapshot) {
    let instance = passage(besideFieldsOf: id, stamp.besideModel, snapshot)
    var place = KnownPlace(stamp: stamp, digest: instance.digest, kept: instance.kept, mentioned: instance.mentioned)
    if snapshot.instances.charts[id.index].template >= 0 {
      let fields = passage(ofFieldsOf: id, stamp.ofModel, snapshot)
      var hash = KeyHash()
      hash.update(instance.digest)
      hash.update(fields.digest)
      place.digest = hash.finalized()
      place.isMachine = true
      (place.keptByFields, place.mentionedByFields) = (fields.kept, fields.mentioned)
    }
    places[id.index] = place
  }

  private mutating func passage(ofFieldsOf id: InstanceID, _ stamp: Stamp, _ snapshot: Snapshot) -> Passage {
    if let known = knownFields[stamp] { return known }
    let template = Int(snapshot.instances.charts[id.index].template)
    let start = begin()
    writer.writeFields(of: id, program.templates[template], in: snapshot)
    let passage = passage(from: start)
    knownFields.keep(passage, of: stamp)
    return passage
  }

  private mutating func passage(besideFieldsOf id: InstanceID, _ stamp: Stamp, _ snapshot: Snapshot) -> Passage {
    if let known = knownInstances[stamp] { return known }
    let start = begin()
    writer.write(id, of: snapshot, program)
    writer.findKeptBesideFields(by: id, in: snapshot)
    let passage = passage(from: start)
    knownInstances.keep(passage, of: stamp)
    return passage
  }

  private mutating func begin() -> (kept: Int, mentioned: Int) {
    writer.begin()
    return (writer.kept.count, writer.mentioned.count)
  }

  private func passage(from start: (kept: Int, mentioned: Int)) -> Passage {
    Passage(
      digest: writer.hash.finalized(), kept: start.kept..<writer.kept.count,
      mentioned: start.mentioned..<writer.mentioned.count)
  }

  /// Clears the caches when they hold many more identifiers than one snapshot needs.
  private mutating func forgetIfFull() {
    if writer.kept.count + writer.mentioned.count < mostIDs { return }
    (knownFields, knownInstances) = (StampMemory(), StampMemory())
    let count = reached.reduce(starts) { $0 + places[$1.index].idCount }
    mostIDs = max(KeyMaker.manyIDs, 32 * count)
    for index in places.indices { places[index] = KnownPlace() }
    writer = KeyWriter()
  }
}

/// A cached part of a snapshot. Its instances are ranges of the writer's lists, so copying it counts no references.
private struct Passage: Sendable {
  let digest: (first: UInt64, second: UInt64)
  let kept: Range<Int>
  let mentioned: Range<Int>
}

private struct KnownPlace: Sendable {
  var stamp = Stamp.nothing
  /// The hash of the part; for a machine it includes the fields.
  var digest: (first: UInt64, second: UInt64) = (0, 0)
  var isMachine = false
  /// The instances that it keeps alive, except by its fields.
  var kept = 0..<0
  var keptByFields = 0..<0
  var mentioned = 0..<0
  var mentionedByFields = 0..<0

  var idCount: Int { kept.count + keptByFields.count + mentioned.count + mentionedByFields.count }
}

/// Packs as many instance numbers into a word as fit.
private struct NumberFold {
  private var hash: KeyHash
  private let none: UInt64
  private let width: UInt64
  private var word: UInt64 = 0
  private var room: UInt64 = 64

  init(of count: Int, _ hash: KeyHash) {
    self.hash = hash
    none = UInt64(count)
    width = 64 - UInt64(none.leadingZeroBitCount)
  }

  @inline(__always)
  mutating func add(_ mentioned: Slice<UnsafeBufferPointer<InstanceID>>, _ numbers: UnsafeBufferPointer<UInt64>) {
    for id in mentioned {
      let isPlace = UInt(bitPattern: id.index) < UInt(bitPattern: numbers.count)
      add(isPlace ? min(numbers[id.index], none) : none)
    }
  }

  @inline(__always)
  private mutating func add(_ number: UInt64) {
    if room < width { endWord() }
    word = word &<< width | number
    room &-= width
  }

  private mutating func endWord() {
    hash.update(word)
    (word, room) = (0, 64)
  }

  consuming func finalized() -> (first: UInt64, second: UInt64) {
    hash.update(word)
    return hash.finalized()
  }
}

extension KeyHash {
  @inline(__always)
  fileprivate mutating func update(_ digest: (first: UInt64, second: UInt64)) {
    update(digest.first)
    update(digest.second)
  }
}

extension Snapshot {
  /// Returns the key without a cache.
  ///
  /// - Precondition: It is a snapshot of the program.
  package func fingerprint(_ program: Program) -> Fingerprint {
    var maker = KeyMaker(program)
    return maker.key(of: self)
  }
}

/// A 128-bit key of a value's canonical bytes, secrets included, equal in every process and on every platform.
///
/// Never print it, because a reader could find a secret by trial; print a `MaskedDigest`.
public struct Fingerprint: Hashable, Sendable, BitwiseCopyable {
  package let first: UInt64
  package let second: UInt64

  package init(of value: Value) {
    var hash = KeyHash()
    hash.update(value.canonicalBytes)
    self.init(hash.finalized())
  }

  init(_ halves: (first: UInt64, second: UInt64)) {
    (first, second) = halves
  }

  package init(_ first: Fingerprint, _ second: Fingerprint) {
    var hash = KeyHash()
    for word in [first.first, first.second, second.first, second.second] { hash.update(word) }
    self.init(hash.finalized())
  }
}
