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
  // Used again for each key.
  private var walk = ReachWalk(places: 0)
  /// By place, the number of each instance in order of reach; -1 for what is not reached.
  private var numbers: [Int32] = []

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
    walk.begin(places: snapshot.instances.count)
    for root in snapshot.roots { visit(root, of: snapshot) }
    for start in snapshot.keptByWork { visit(start, of: snapshot) }
    return fold(snapshot)
  }

  private mutating func visit(_ start: InstanceID, of snapshot: Snapshot) {
    walk.find(CollectionOfOne(start))
    while let id = walk.next(in: snapshot) {
      let kept = look(at: id, of: snapshot).kept
      walk.find(kept)
    }
  }

  private mutating func fold(_ snapshot: Snapshot) -> Fingerprint {
    numbers.removeAll(keepingCapacity: true)
    numbers.append(contentsOf: repeatElement(-1, count: snapshot.instances.count))
    for (number, id) in walk.order.enumerated() { numbers[id.index] = Int32(number) }
    var hash = KeyHash()
    hash.update(UInt64(walk.order.count))
    for id in walk.order {
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

  /// Returns what stands at a place, written if it is not as it was.
  private mutating func look(at id: InstanceID, of snapshot: Snapshot) -> KnownInstance {
    let before = known[id.index]
    if let before, isUnchanged(before, at: id, in: snapshot) { return before }
    var writer = KeyWriter(omittedPorts: omitted.isEmpty ? [] : omittedPorts(of: id, in: snapshot))
    writer.write(id, of: snapshot, program)
    var kept = Mentions(gathersNames: false)
    kept.kept = writer.keptByFields
    snapshot.findKeptBesideFields(by: id, &kept)
    let now = KnownInstance(
      kind: snapshot.instances.kind(of: id) ?? .gone, machine: machine(at: id, in: snapshot, before?.machine),
      listeners: snapshot.instances.listeners[id.index],
      kept: kept.kept, text: KeyText(writer))
    known[id.index] = now
    return now
  }

  private func omittedPorts(of id: InstanceID, in snapshot: Snapshot) -> Set<Int> {
    snapshot.template(of: id).map { omitted.ports(of: $0) } ?? []
  }

  /// Returns a machine as it stands; its model takes the place of the one that was known, where that is of its kind.
  private mutating func machine(at id: InstanceID, in snapshot: Snapshot, _ before: KnownMachine?) -> KnownMachine? {
    let instances = snapshot.instances
    guard let machine = snapshot.machine(id) else {
      if let before { models.remove(before.chart) }
      return nil
    }
    var chart = instances.charts[id.index]
    if let before, before.chart.template == chart.template {
      chart.row = before.chart.row
      models.replace(chart, by: instances.charts[id.index], of: instances.models)
    } else {
      if let before { models.remove(before.chart) }
      chart.row = models.add(chart, of: instances.models)
    }
    return KnownMachine(
      machine: machine, chart: chart, place: instances.places[id.index], history: instances.histories[id.index],
      watched: instances.watched[id.index])
  }

  private func isUnchanged(_ instance: KnownInstance, at id: InstanceID, in snapshot: Snapshot) -> Bool {
    guard instance.listeners == snapshot.instances.listeners[id.index] else { return false }
    if let known = instance.machine { return isUnchanged(known, at: id, in: snapshot) }
    return switch (instance.kind, snapshot.instances.kind(of: id)) {
    case (.stage(let known), .stage(let now)?): known === now
    case (.request(let known), .request(let now)?): known.isSame(as: now)
    case (_, _): false
    }
  }

  private func isUnchanged(_ known: KnownMachine, at id: InstanceID, in snapshot: Snapshot) -> Bool {
    let now = snapshot.instances.charts[id.index]
    return known.chart.stands(as: now)
      && models.hasSameBytes(known.chart, as: snapshot.instances.models, now)
      && known.watched == snapshot.instances.watched[id.index]
      && known.history == snapshot.instances.histories[id.index]
      && known.place.isSame(as: snapshot.instances.places[id.index]) && known.machine == snapshot.machine(id)
  }
}

/// What stood at a place. It is an object: to look at it copies nothing.
private final class KnownInstance: Sendable {
  /// Stages and requests are compared, what is no machine either is looked at each time.
  let kind: Instance.Kind
  let machine: KnownMachine?
  let listeners: [[InstanceID]]
  /// What it keeps alive, in order.
  let kept: [InstanceID]
  let text: KeyText

  init(kind: Instance.Kind, machine: KnownMachine?, listeners: [[InstanceID]], kept: [InstanceID], text: KeyText) {
    self.kind = kind
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
  let watched: [MonitorState]
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
