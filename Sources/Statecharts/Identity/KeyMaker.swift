/// Takes the keys of snapshots of one program, one after the other.
///
/// What stands at a place since a revision is written once: who goes from step to step, or from state to state of a search, pays
/// for what changed, and for the walk over what is alive.
public struct KeyMaker: Sendable {
  private let program: Program
  private let omitted: OmittedFields
  /// What stood at places, by when they changed.
  private var known = StampMemory<KnownInstance>()
  // Used again for each key.
  private var walk = ReachWalk(places: 0)
  /// What stands where the walk came, in its order.
  private var found: [KnownInstance] = []
  /// By place, the number of each instance in order of reach; -1 for what is not reached.
  private var numbers: [Int32] = []
  private var writer = KeyWriter()

  /// Makes a maker that has seen no snapshot.
  public init(_ program: Program) {
    self.init(program, omitting: OmittedFields())
  }

  /// Makes a maker whose keys leave fields out, and the instances that nothing else keeps.
  package init(_ program: Program, omitting omitted: OmittedFields) {
    self.program = program
    self.omitted = omitted
  }

  /// Returns the key of a snapshot: snapshots of one program that have one behave equally.
  ///
  /// It is folded from what each instance says, in order of reach, and the numbers that the instances it mentions have in that
  /// order; so two snapshots have one key when their canonical bytes are equal, and else but for a chance of about 1 in 2¹²⁸.
  ///
  /// - Precondition: It is a snapshot of the program.
  public mutating func key(of snapshot: Snapshot) -> Fingerprint {
    snapshot.check(program)
    found.removeAll(keepingCapacity: true)
    walk.begin(places: snapshot.instances.count)
    for root in snapshot.roots { visit(root, of: snapshot) }
    for start in snapshot.keptByWork { visit(start, of: snapshot) }
    return fold(snapshot)
  }

  private mutating func visit(_ start: InstanceID, of snapshot: Snapshot) {
    walk.find(CollectionOfOne(start))
    while let id = walk.next(in: snapshot) {
      let instance = look(at: id, of: snapshot)
      walk.find(instance.kept)
      found.append(instance)
    }
  }

  private mutating func fold(_ snapshot: Snapshot) -> Fingerprint {
    numbers.removeAll(keepingCapacity: true)
    numbers.append(contentsOf: repeatElement(-1, count: snapshot.instances.count))
    for (number, id) in walk.order.enumerated() { numbers[id.index] = Int32(number) }
    var hash = KeyHash()
    hash.update(UInt64(walk.order.count))
    for instance in found { hash.update(instance.digest, instance.mentioned, numbers) }
    writeRest(of: snapshot)
    hash.update(writer.hash.finalized(), writer.mentioned, numbers)
    return Fingerprint(hash.finalized())
  }

  /// Writes what a snapshot says beside what it says of its instances, and where their charts stand; times count from now, unless
  /// code reads the clock.
  private mutating func writeRest(of snapshot: Snapshot) {
    let origin = program.readsClock ? 0 : snapshot.time
    var frame = snapshot.frame
    writer.begin()
    for id in walk.order where snapshot.instances.charts[id.index].template >= 0 {
      writer.writeStanding(of: id, in: snapshot.instances)
    }
    frame.time -= origin
    frame.code(with: &writer)
    for var work in snapshot.agenda.ordered {
      work.due -= origin
      work.code(with: &writer)
    }
  }

  /// Returns what stands at a place, written if it is not known.
  private mutating func look(at id: InstanceID, of snapshot: Snapshot) -> KnownInstance {
    let stamp = snapshot.instances.stamp(of: id)
    if let instance = known[stamp] { return instance }
    writer.begin(omittedPorts: omitted.isEmpty ? [] : omittedPorts(of: id, in: snapshot))
    writer.write(id, of: snapshot, program)
    var kept = Mentions(gathersNames: false)
    kept.kept = writer.keptByFields.copied
    snapshot.findKeptBesideFields(by: id, &kept)
    let instance = KnownInstance(
      kept: kept.kept, digest: writer.hash.finalized(), mentioned: writer.mentioned.copied)
    known.keep(instance, of: stamp)
    return instance
  }

  private func omittedPorts(of id: InstanceID, in snapshot: Snapshot) -> Set<Int> {
    snapshot.template(of: id).map { omitted.ports(of: $0) } ?? []
  }
}

/// What stands at a place, but for where its chart stands. It is an object: to look at it copies nothing.
private final class KnownInstance: Sendable {
  /// What it keeps alive, in order.
  let kept: [InstanceID]
  /// What it says, as 128 bits.
  let digest: (first: UInt64, second: UInt64)
  /// The instances that it mentions, in order.
  let mentioned: [InstanceID]

  init(kept: [InstanceID], digest: (first: UInt64, second: UInt64), mentioned: [InstanceID]) {
    self.kept = kept
    self.digest = digest
    self.mentioned = mentioned
  }
}

extension [InstanceID] {
  /// The same in memory of its own, no more than it needs.
  fileprivate var copied: [InstanceID] { withUnsafeBufferPointer { Array($0) } }
}

extension KeyHash {
  /// Adds what was written, with the numbers of the instances that it mentions; -1 for what is not reached.
  fileprivate mutating func update(
    _ digest: (first: UInt64, second: UInt64), _ mentioned: [InstanceID], _ numbers: [Int32]
  ) {
    update(digest.first)
    update(digest.second)
    for id in mentioned {
      update(UInt64(bitPattern: Int64(numbers.indices.contains(id.index) ? numbers[id.index] : -1)))
    }
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
