/// Makes a snapshot of its form. Nothing in a form is trusted: names, numbers, types and references are all checked.
///
/// A migration leaves out what has no counterpart, and with it whatever cannot do without it.
struct FormReader {
  typealias Reason = SnapshotProblem.Reason

  let program: Program
  let names: NameMap
  let isMigrating: Bool
  /// Whether the snapshot faulted: a chart whose instance faulted while it was set up stands in no state.
  private(set) var isFaulted = false
  /// A phrase for each thing that was left out.
  private(set) var dropped: [String] = []
  /// What the machines of the form were made of, by their places.
  private var templates: [Int: NameMap.TemplateMap] = [:]
  /// Which places the form holds, and whether they are left out.
  private(set) var places: [Place] = []
  /// The paths that machines of the form have of their own.
  var paths = Kernel.GivenPaths([])
  /// The names of the fields in which machines of the form stand, by their places; in a migration, which may lose them.
  var fieldNames: [Int: String] = [:]
  /// The places of machines that stand in their initial states without having run.
  var begunAnew: Set<Int> = []

  enum Place {
    case free
    case held
    case lost
  }

  init(program: Program, names: NameMap, isMigrating: Bool) {
    self.program = program
    self.names = names
    self.isMigrating = isMigrating
  }

  mutating func snapshot(_ form: SnapshotForm) throws(SnapshotProblem) -> Snapshot {
    try readPlaces(form)
    var snapshot = try located(.frame) { () throws(Reason) in try frame(form.frame) }
    snapshot.owner = program.id
    isFaulted = snapshot.fault != nil
    snapshot.instances = try instances(form.instances)
    try checkNesting(snapshot, form.instances)
    try located(.frame) { () throws(Reason) in snapshot.roots = try roots(snapshot.roots) }
    try readWork(form.work, into: &snapshot)
    return snapshot
  }

  /// The roots that are still there; one of them must be of the program's first template, the machine that was opened.
  private func roots(_ saved: [InstanceID]) throws(Reason) -> [InstanceID] {
    guard saved.contains(where: { isHeld($0) && template(at: $0)?.index == 0 }) else {
      throw .unknown("root of view model", program.templates.first?.name ?? "")
    }
    for root in saved where !isHeld(root) && !isMigrating { throw .noInstance(root.index) }
    return saved.filter(isHeld)
  }

  // MARK: Names

  /// Whether a place is held and stays.
  func isHeld(_ id: InstanceID) -> Bool {
    guard places.indices.contains(id.index), case .held = places[id.index] else { return false }
    return true
  }

  func template(at id: InstanceID) -> NameMap.TemplateMap? { templates[id.index] }

  /// The port that a port of an instance is now.
  func port(_ number: Int, of id: InstanceID) throws(Reason) -> Int {
    if let template = templates[id.index] {
      guard template.ports.indices.contains(number), let port = template.ports[number] else {
        throw .unknown("port", "\(number) of instance \(id.index)")
      }
      return port
    }
    guard 0..<FormReader.portsOfOthers ~= number else { throw .unknown("port", "\(number)") }
    return number
  }

  /// More ports than any instance has that is no machine.
  static let portsOfOthers = 8

  mutating func drop(_ phrase: String) {
    if !dropped.contains(phrase) { dropped.append(phrase) }
  }

  /// A signal's plan, made again from the definition.
  func nodes(of signal: SignalValue) throws(Reason) -> SignalNodes {
    if case .wiring(let name, _) = signal, program.wirings[name] == nil { throw .unknown("wiring", name) }
    do throws(CaptureMisfit) {
      return SignalNodes(try program.link(for: signal), captures: signal.targets)
    } catch {
      throw .misfit(signal.name)
    }
  }

  // MARK: Places

  private mutating func readPlaces(_ form: SnapshotForm) throws(SnapshotProblem) {
    guard form.instances.count <= program.limits.instances else {
      throw SnapshotProblem(.frame, .tooMany("instances", limit: program.limits.instances))
    }
    guard form.work.count <= program.limits.agenda else {
      throw SnapshotProblem(.frame, .tooMany("pieces of work", limit: program.limits.agenda))
    }
    var next = 0
    for (position, entry) in form.instances.enumerated() {
      guard entry.place >= next, entry.place < program.limits.instances else {
        throw SnapshotProblem(.instance(position), .wrong("instance", expected: "the next place of the table"))
      }
      places += Array(repeating: .free, count: entry.place - next) + [.held]
      next = entry.place + 1
      if let name = FormReader.templateName(of: entry.value) { templates[entry.place] = names[name] }
    }
  }

  static func templateName(of instance: Value) -> String? {
    guard case .enumeration("machine", let members)? = instance["is"] else { return nil }
    return members.first { $0.name == "template" }?.value.plain?.text
  }

  // MARK: Instances

  private mutating func instances(_ entries: [SnapshotForm.Entry]) throws(SnapshotProblem) -> InstanceTable {
    var table = InstanceTable(places: places.count)
    var lost: [InstanceID] = []
    for (position, entry) in entries.enumerated() {
      do throws(Reason) {
        try checkReferences(entry.value)
        try read(entry.value, into: &table, at: entry.place)
      } catch {
        guard isMigrating else { throw SnapshotProblem(.instance(position), error) }
        drop(error.phrase)
        lost.append(InstanceID(entry.place))
      }
    }
    if isMigrating {
      lost += requestsOfReset(table)
      lose(lost, entries)
    }
    for (position, entry) in entries.enumerated() {
      guard case .held = places[entry.place], table[entry.place] != nil else {
        table.remove(at: entry.place, leaving: .gone)
        continue
      }
      try located(.instance(position)) { () throws(Reason) in
        try complete(&table, at: entry.place, entry.value)
      }
      detach(entry.place, in: &table)
    }
    return table
  }

  /// Every instance that is mentioned must be there.
  private func checkReferences(_ value: Value) throws(Reason) {
    for id in value.mentions.all where !isHeld(id) { throw .noInstance(id.index) }
  }

  /// Marks places as left out, and those that cannot do without them.
  private mutating func lose(_ first: [InstanceID], _ entries: [SnapshotForm.Entry]) {
    var dependents: [Int: [Int]] = [:]
    for entry in entries where templates[entry.place] == nil {
      for id in (entry.value["is"] ?? .null).mentions.all { dependents[id.index, default: []].append(entry.place) }
    }
    var pending = first.map(\.index)
    while let place = pending.popLast() {
      guard case .held = places[place] else { continue }
      places[place] = .lost
      pending += dependents[place] ?? []
    }
  }

  /// The requests of machines that had to begin anew.
  private mutating func requestsOfReset(_ table: InstanceTable) -> [InstanceID] {
    var ids: [InstanceID] = []
    for place in table.indices {
      guard case .request(let request)? = table[place], begunAnew.contains(request.owner.index) else { continue }
      drop("request '\(request.name)' went with its state")
      ids.append(InstanceID(place))
    }
    return ids
  }

  // MARK: Work

  private mutating func readWork(_ forms: [Value], into snapshot: inout Snapshot) throws(SnapshotProblem) {
    var last = 0
    var agenda: [Work] = []
    for (position, form) in forms.enumerated() {
      do throws(Reason) {
        try checkReferences(form)
        let work: Work = try PartReader.read(form, "work", by: self)
        guard work.due >= last else { throw .wrong("due", expected: "as late as the work before it") }
        last = work.due
        if case .elapsed(let machine, _) = work.target, begunAnew.contains(machine.index) {
          drop("work '\(work.name)' went with its state")
        } else {
          agenda.append(work)
        }
      } catch {
        guard isMigrating else { throw SnapshotProblem(.work(position), error) }
        drop("work '\(form["name"]?.plain?.text ?? "")' went with it: \(error.phrase)")
      }
    }
    snapshot.agenda = Agenda(agenda, at: snapshot.time)
  }

  private func located<Result>(
    _ part: SnapshotProblem.Part, _ read: () throws(Reason) -> Result
  ) throws(SnapshotProblem) -> Result {
    do throws(Reason) {
      return try read()
    } catch {
      throw SnapshotProblem(part, error)
    }
  }
}

extension FormReader {
  /// Reads what belongs to no instance and no work.
  mutating func frame(_ form: Value) throws(Reason) -> Snapshot {
    let frame: SnapshotFrame = try PartReader.read(form, "frame", by: self)
    var snapshot = Snapshot(seed: UInt64(UInt(bitPattern: frame.seed)), store: try FormParts(frame.store).members)
    snapshot.time = frame.time
    snapshot.fault = frame.fault
    snapshot.reversesObservers = frame.reversesObservers
    snapshot.roots = frame.roots
    for setting in frame.services {
      guard program.serviceIndex(named: setting.service) != nil else {
        guard isMigrating else { throw .unknown("service", setting.service) }
        drop("the setting of service '\(setting.service)'")
        continue
      }
      snapshot.services.append(setting)
    }
    return snapshot
  }
}
