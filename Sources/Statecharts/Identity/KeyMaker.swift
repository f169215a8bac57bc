/// Takes the keys of snapshots of one program, one after the other.
///
/// What a machine's fields say, and what stands at a place beside them, is written once for as long as it stays as it is: who goes
/// from step to step, or from state to state of a search, pays for what changed, and for the walk over what is alive.
public struct KeyMaker: Sendable {
  private let program: Program
  /// What the fields of machines said, by when they changed.
  private var knownFields = StampMemory<Passage>()
  /// What stood at places beside the fields, by when it changed.
  private var knownInstances = StampMemory<Passage>()
  /// At how many identifiers all that is known is forgotten.
  private var mostIDs = KeyMaker.manyIDs
  /// It holds the instances of what is known.
  private var writer = KeyWriter()
  /// Every place as it stood when it was last reached.
  private var places: [KnownPlace] = []
  // Used again for each key.
  /// What was reached for this key or, between keys, for the last one, in order.
  private var reached: [InstanceID] = []
  /// From how many the walk of the last key began.
  private var starts = 0
  /// What is found and not looked at yet, as ranges of what is kept; what comes next stands last.
  private var pending: [Range<Int>] = []
  /// What was reached says this.
  private var hash = KeyHash()
  /// By place, the number of each instance in order of reach; `unreached` for all others, and between keys for all.
  private var numbers: [UInt64] = []

  private static let unreached = UInt64.max
  /// How many identifiers are always kept: half a megabyte of them.
  private static let manyIDs = 1 << 16

  /// Makes a maker that has seen no snapshot.
  public init(_ program: Program) { self.program = program }

  /// Returns the key of a snapshot: snapshots of one program that have one behave equally.
  ///
  /// It is folded from what each instance says, in order of reach, and the numbers that the instances it mentions have in that
  /// order; so two snapshots have one key when their canonical bytes are equal, and else but for a chance of about 1 in 2¹²⁸.
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

  /// Visits instances, and all that is kept by what is visited, in the order in which a `ReachWalk` enters them.
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

  /// Whether something stands at a place that was not reached yet.
  private func isNew(_ id: InstanceID, _ snapshot: Snapshot) -> Bool {
    UInt(bitPattern: id.index) < UInt(bitPattern: snapshot.instances.count)
      && numbers[id.index] == KeyMaker.unreached && snapshot.instances.isTaken(id)
  }

  /// Numbers an instance, and takes note of what it keeps.
  ///
  /// - Returns: What comes next of that.
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

  /// Ends the hash of what was reached with the rest of the snapshot, and with the numbers of all that is mentioned.
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

  /// Returns what stands of the charts that were reached, what belongs to no instance, and the work that waits; times count from
  /// the origin.
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

  // MARK: What is known

  /// Takes note of a place as it stands now.
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

  /// Returns what the fields of a machine say, written if it is not known.
  private mutating func passage(ofFieldsOf id: InstanceID, _ stamp: Stamp, _ snapshot: Snapshot) -> Passage {
    if let known = knownFields[stamp] { return known }
    let template = Int(snapshot.instances.charts[id.index].template)
    let start = begin()
    writer.writeFields(of: id, program.templates[template], in: snapshot)
    let passage = passage(from: start)
    knownFields.keep(passage, of: stamp)
    return passage
  }

  /// Returns what stands at a place beside a machine's fields, written if it is not known.
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

  /// Forgets what is known when its identifiers are many, and many times those of one snapshot.
  private mutating func forgetIfFull() {
    if writer.kept.count + writer.mentioned.count < mostIDs { return }
    (knownFields, knownInstances) = (StampMemory(), StampMemory())
    let count = reached.reduce(starts) { $0 + places[$1.index].idCount }
    mostIDs = max(KeyMaker.manyIDs, 32 * count)
    for index in places.indices { places[index] = KnownPlace() }
    writer = KeyWriter()
  }
}

/// What was written of a part of a snapshot. The instances stand in lists of the maker's, so that to copy it counts no reference.
private struct Passage: Sendable {
  /// What it says, as 128 bits.
  let digest: (first: UInt64, second: UInt64)
  /// Where the instances stand that it keeps alive, in order.
  let kept: Range<Int>
  /// Where those stand that it mentions, in order.
  let mentioned: Range<Int>
}

/// What is known of a place.
private struct KnownPlace: Sendable {
  /// Since when it stands as it does; nothing's at first.
  var stamp = Stamp.nothing
  /// What stands there says this, with a machine's fields.
  var digest: (first: UInt64, second: UInt64) = (0, 0)
  var isMachine = false
  /// Where the instances stand that it keeps alive beside what its fields keep.
  var kept = 0..<0
  var keptByFields = 0..<0
  /// Where the instances stand that it mentions beside its fields.
  var mentioned = 0..<0
  var mentionedByFields = 0..<0

  /// How many identifiers are kept for it.
  var idCount: Int { kept.count + keptByFields.count + mentioned.count + mentionedByFields.count }
}

/// Adds the numbers of instances to a hash, as many to a word as have room there.
private struct NumberFold {
  private var hash: KeyHash
  /// What is added for an instance that has no number.
  private let none: UInt64
  private let width: UInt64
  private var word: UInt64 = 0
  private var room: UInt64 = 64

  /// Begins with numbers below a count.
  init(of count: Int, _ hash: KeyHash) {
    self.hash = hash
    none = UInt64(count)
    width = 64 - UInt64(none.leadingZeroBitCount)
  }

  /// Adds the numbers of instances, which stand by place.
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
  /// Returns the key of the snapshot, as a `KeyMaker` does that knows nothing yet.
  ///
  /// - Precondition: It is a snapshot of the program.
  package func fingerprint(_ program: Program) -> Fingerprint {
    var maker = KeyMaker(program)
    return maker.key(of: self)
  }
}

/// 128 bits that stand for a value: the key of whoever searches, in every process and on every platform the same.
///
/// It is taken over the canonical bytes, secrets included, so two values have one fingerprint when they are equal, and only
/// then but for a chance of about 1 in 2¹²⁸. It is never printed: what a secret is could be found by trying. What is printed is a
/// `MaskedDigest`.
public struct Fingerprint: Hashable, Sendable {
  package let first: UInt64
  package let second: UInt64

  /// The fingerprint of a value; linear in its size.
  package init(of value: Value) {
    var hash = KeyHash()
    hash.update(value.canonicalBytes)
    self.init(hash.finalized())
  }

  init(_ halves: (first: UInt64, second: UInt64)) {
    (first, second) = halves
  }

  /// The fingerprint of a pair, from those of its parts.
  package init(_ first: Fingerprint, _ second: Fingerprint) {
    var hash = KeyHash()
    for word in [first.first, first.second, second.first, second.second] { hash.update(word) }
    self.init(hash.finalized())
  }
}
