/// Writes records as plain values, the input of canonical bytes.
struct FormWriter: SnapshotWriter {
  static let changes = false
  static let tellsStanding = true

  private(set) var members: [Member] = []
  private var word = ""
  /// Replaces the next member's name.
  private var label: String?
  private let isNamed: Bool

  init(_ shape: PartShape = .record) {
    isNamed = shape == .record || shape == .kinds
  }

  static func form<Part: Coded>(of part: Part) -> Value {
    var (writer, part) = (FormWriter(Part.shape), part)
    part.code(with: &writer)
    return writer.form(Part.shape)
  }

  func form(_ shape: PartShape) -> Value {
    switch shape {
    case .plain: members[0].value
    case .list: .list(members.map(\.value))
    case .record: .record(members)
    case .words where members.isEmpty: .string(word)
    case .cases, .kinds, .words: .enumeration(word, members)
    }
  }

  private mutating func add(_ name: String, _ value: Value) {
    members.append(Member(label ?? (isNamed ? name : ""), value))
    label = nil
  }

  mutating func begin(_ name: String) { word = name }
  mutating func label(_ text: String) { label = text }
  mutating func bool(_ name: String, _ part: Bool) { add(name, .bool(part)) }
  mutating func int(_ name: String, _ part: Int) { add(name, .int(part)) }
  mutating func text(_ name: String, _ part: String) { add(name, .string(part)) }
  mutating func states(_ name: String, _ part: StateSet) { add(name, .list(part.states.map(Value.int))) }
  mutating func id(_ name: String, _ part: inout InstanceID, _ hold: Hold) {
    if case .weak = hold { add(name, .weak(part == .nowhere ? nil : part)) } else { add(name, .reference(part)) }
  }
  mutating func value(_ name: String, _ part: inout Value, _ hold: Hold) { add(name, part) }
  mutating func value(_ name: String, _ part: inout Value?) { add(name, part.map { .list([$0]) } ?? .null) }

  mutating func part<Part: Coded>(_ name: String, _ part: inout Part, _ hold: Hold) {
    add(name, FormWriter.form(of: part))
  }

  mutating func optional<Part: Coded>(_ name: String, _ part: inout Part?) {
    add(name, part.map { FormWriter.form(of: $0) } ?? .null)
  }

  mutating func extra<Part: Coded>(_ name: String, _ part: inout Part?) {
    if let part { add(name, FormWriter.form(of: part)) }
  }

  mutating func list<Part: Coded>(_ name: String, _ parts: inout [Part], _ hold: Hold) {
    add(name, .list(parts.map { FormWriter.form(of: $0) }))
  }

  mutating func fields(_ name: String, of id: InstanceID, _ template: Template, in snapshot: Snapshot) {
    let fields = template.fields.filter { $0.kind == .stored }
    add(name, .record(fields.map { Member($0.name, snapshot.read($0, of: id)) }))
  }
}

protocol SnapshotWriter: PartCoder {
  /// Whether it includes configurations and the data of properties.
  static var tellsStanding: Bool { get }
  mutating func fields(_ name: String, of id: InstanceID, _ template: Template, in snapshot: Snapshot)
}

extension Snapshot {
  /// Returns all of the snapshot as one value: equal values are the same simulation.
  ///
  /// - Precondition: It is a snapshot of the program.
  package func value(_ program: Program) -> Value {
    check(program)
    let instances = instances.indices.map { value(of: InstanceID($0), program) ?? .null }
    return [
      "frame": FormWriter.form(of: frame), "instances": .list(instances),
      "agenda": .list(agenda.ordered.map { FormWriter.form(of: $0) }),
    ]
  }

  /// Data that belongs to no instance and no work.
  var frame: SnapshotFrame {
    SnapshotFrame(
      time: time, seed: Int(bitPattern: UInt(seed)), fault: fault, reversesObservers: reversesObservers,
      store: .record(store),
      services: services, roots: roots)
  }

  func value(of id: InstanceID, _ program: Program) -> Value? {
    guard let instance = instances[id.index] else { return nil }
    let listeners = Value.list(instances.listeners[id.index].map { .list($0.map(Value.reference)) })
    guard let machine = instance.machine else {
      return ["listeners": listeners, "is": FormWriter.form(of: instance)]
    }
    var writer = FormWriter()
    write(machine, at: id, program, to: &writer)
    return ["listeners": listeners, "is": .enumeration("machine", writer.members)]
  }

  func write<Writer: SnapshotWriter>(
    _ machine: MachineInstance, at id: InstanceID, _ program: Program, to writer: inout Writer
  ) {
    let chart = instances.charts[id.index]
    let template = program.templates[Int(chart.template)]
    var (history, machine) = (instances.histories[id.index], machine)
    var place = form(of: instances.places[id.index], program)
    writer.text("template", template.name.text)
    writer.value("place", &place)
    writer.fields("fields", of: id, template, in: self)
    if Writer.tellsStanding { writer.states("configuration", chart.active) }
    writer.list("history", &history)
    if !machine.children.isEmpty { writer.list("children", &machine.children) }
    writer.list("requests", &machine.requests)
    writer.list("invoked", &machine.invoked)
    writer.id("invoker", &machine.invoker, .weak)
    guard Writer.tellsStanding else { return }
    writer.bool("isFinished", chart.isFinished)
    var watched = instances.watched[id.index]
    if !watched.isEmpty { writer.list("properties", &watched) }
  }
}
