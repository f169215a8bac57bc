/// Takes the keys of snapshots of one program, one after the other.
///
/// What stands at a place just as it did in the last snapshot is known and not written again: who goes from step to step, or
/// from state to state of a search, pays for what changed, and for the walk over what is alive.
public struct KeyMaker: Sendable {
  private let program: Program
  private let omitted: OmittedFields
  /// What stood at each place when it was last looked at.
  private var known: [KnownInstance?] = []
  /// The models of the machines among them.
  private var models = ModelTable()

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
    while known.count < snapshot.instances.count { known.append(nil) }
    var walk = ReachWalk(places: snapshot.instances.count)
    let look = { (id: InstanceID, pending: inout Mentions, maker: inout KeyMaker) in
      maker.look(at: id, of: snapshot)
      if let found = maker.known[id.index] { pending.kept += found.kept }
    }
    for root in snapshot.roots { walk.visit(root, in: snapshot) { look($0, &$1, &self) } }
    walk.visitWork(of: snapshot) { look($0, &$1, &self) }
    return fold(walk.order, snapshot)
  }

  private func fold(_ order: [InstanceID], _ snapshot: Snapshot) -> Fingerprint {
    var numbers = [Int32](repeating: -1, count: snapshot.instances.count)
    for (number, id) in order.enumerated() { numbers[id.index] = Int32(number) }
    var hash = KeyHash()
    hash.update(UInt64(order.count))
    for id in order {
      if let instance = known[id.index] { hash.update(instance.text, numbers) }
    }
    hash.update(frame(of: snapshot), numbers)
    return Fingerprint(hash.finalized())
  }

  /// What a snapshot says beside its instances; times count from now, unless code reads the clock.
  private func frame(of snapshot: Snapshot) -> KeyText {
    let origin = program.readsClock ? 0 : snapshot.time
    var (writer, frame) = (KeyWriter(), snapshot.frame)
    frame.time -= origin
    frame.code(with: &writer)
    for var work in snapshot.agenda.ordered {
      work.due -= origin
      work.code(with: &writer)
    }
    return KeyText(writer)
  }

  private mutating func look(at id: InstanceID, of snapshot: Snapshot) {
    if let instance = known[id.index], isUnchanged(instance, at: id, in: snapshot) { return }
    if let machine = known[id.index]?.machine { models.remove(machine.chart) }
    let omitted = omitted.isEmpty ? [] : omittedPorts(of: id, in: snapshot)
    var (writer, kept) = (KeyWriter(omittedPorts: omitted), Mentions(gathersNames: false))
    writer.write(id, of: snapshot, program)
    snapshot.findKept(by: id, program, omittedPorts: omitted, &kept)
    var stage: Box<Stage>?
    if case .stage(let known)? = snapshot.instances.kind(of: id) { stage = known }
    known[id.index] = KnownInstance(
      stage: stage, machine: machine(at: id, in: snapshot), listeners: snapshot.instances.listeners[id.index],
      kept: kept.kept, text: KeyText(writer))
  }

  private func omittedPorts(of id: InstanceID, in snapshot: Snapshot) -> Set<Int> {
    snapshot.template(of: id).map { omitted.ports(of: $0) } ?? []
  }

  private mutating func machine(at id: InstanceID, in snapshot: Snapshot) -> KnownMachine? {
    guard let machine = snapshot.machine(id) else { return nil }
    var chart = snapshot.instances.charts[id.index]
    chart.row = models.add(chart, of: snapshot.instances.models)
    return KnownMachine(
      machine: machine, chart: chart, place: snapshot.instances.places[id.index],
      history: snapshot.instances.histories[id.index])
  }

  private func isUnchanged(_ instance: KnownInstance, at id: InstanceID, in snapshot: Snapshot) -> Bool {
    guard instance.listeners == snapshot.instances.listeners[id.index] else { return false }
    if let known = instance.machine { return isUnchanged(known, at: id, in: snapshot) }
    guard let known = instance.stage, case .stage(let now)? = snapshot.instances.kind(of: id) else { return false }
    return known === now
  }

  private func isUnchanged(_ known: KnownMachine, at id: InstanceID, in snapshot: Snapshot) -> Bool {
    let instances = snapshot.instances
    let now = instances.charts[id.index]
    return known.chart.stands(as: now) && known.place.isSame(as: instances.places[id.index])
      && known.history == instances.histories[id.index] && known.machine == snapshot.machine(id)
      && models.hasSameBytes(known.chart, as: instances.models, now)
  }
}

/// What stood at a place. It is an object: to look at it copies nothing.
private final class KnownInstance: Sendable {
  /// As what it can be compared at once; what is neither is looked at each time.
  let stage: Box<Stage>?
  let machine: KnownMachine?
  let listeners: [[InstanceID]]
  /// What it keeps alive, in order.
  let kept: [InstanceID]
  let text: KeyText

  init(stage: Box<Stage>?, machine: KnownMachine?, listeners: [[InstanceID]], kept: [InstanceID], text: KeyText) {
    self.stage = stage
    self.machine = machine
    self.listeners = listeners
    self.kept = kept
    self.text = text
  }
}

/// A machine as it stood; the row of its model is the maker's.
private struct KnownMachine: Sendable {
  let machine: MachineInstance
  let chart: ChartState
  let place: Place
  let history: [HistoryEntry]
}

/// What something says, as 128 bits, and the instances that it mentions, in order.
private struct KeyText: Sendable {
  let digest: (first: UInt64, second: UInt64)
  let mentioned: [InstanceID]

  init(_ writer: KeyWriter) {
    digest = writer.hash.finalized()
    mentioned = writer.mentioned
  }
}

extension KeyHash {
  /// Adds a text, with the numbers of the instances that it mentions; -1 for what is not reached.
  fileprivate mutating func update(_ text: KeyText, _ numbers: [Int32]) {
    update(text.digest.first)
    update(text.digest.second)
    for id in text.mentioned {
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
