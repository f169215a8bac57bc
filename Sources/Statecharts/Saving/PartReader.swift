/// Reads records from their forms. Nothing in a form is trusted: each part must be there and fit.
struct PartReader: PartCoder {
  typealias Failure = SnapshotProblem.Reason
  static let changes = true

  private let reader: FormReader
  /// What the machine that is read was made of.
  private let machine: NameMap.TemplateMap?
  private var members: [Member]
  /// How many members were read.
  private var position = 0
  /// Whether members are found by their names.
  private var isNamed: Bool

  /// Reads the members of a record.
  init(_ reader: FormReader, _ parts: FormParts, of machine: NameMap.TemplateMap? = nil) {
    self.reader = reader
    self.machine = machine
    members = parts.members
    isNamed = true
  }

  /// Reads a whole record.
  static func read<Part: Coded>(
    _ form: Value, _ name: String, as type: Part.Type = Part.self, by reader: FormReader
  ) throws(Failure) -> Part {
    var parts = PartReader(reader, FormParts([Member(name, form)]))
    return try parts.read(name)
  }

  /// Reads a list of records from the next members.
  mutating func list<Part: Coded>(_ name: String, of type: Part.Type) throws(Failure) -> [Part] {
    var parts: [Part] = []
    try list(name, &parts, .asIs)
    return parts
  }

  private mutating func read<Part: Coded>(_ name: String) throws(Failure) -> Part {
    try read(try next(name), name)
  }

  private mutating func read<Part: Coded>(_ form: Value, _ name: String) throws(Failure) -> Part {
    let (word, inner) = try PartReader.open(form, Part.shape, name)
    guard var part = Part.blanks[word] else { throw .unknown("kind of \(name)", word) }
    let outer = (members, position, isNamed)
    (members, position, isNamed) = (inner, 0, Part.shape == .record || Part.shape == .kinds)
    try parts(of: &part)
    (members, position, isNamed) = outer
    return part
  }

  /// Takes a form apart: which case it is, and its members.
  private static func open(
    _ form: Value, _ shape: PartShape, _ name: String
  ) throws(Failure) -> (word: String, members: [Member]) {
    switch (shape, form) {
    case (.plain, _): return ("", [Member(name, form)])
    case (.list, _): return ("", try FormParts.list(form, name).map { Member("", $0) })
    case (.record, _): return ("", try FormParts(form).members)
    case (.words, .string(let word)): return (word, [])
    case (.cases, _), (.kinds, _), (.words, _):
      let (word, parts) = try FormParts.enumeration(form, name)
      return (word, parts.members)
    }
  }

  private mutating func next(_ name: String) throws(Failure) -> Value {
    if isNamed { return try FormParts(members).value(name) }
    defer { position += 1 }
    return try FormParts(members).payload(position)
  }

  // MARK: Parts

  mutating func parts<Part: Coded>(of part: inout Part) throws(Failure) {
    try part.code(with: &self)
    try part.check(reader)
  }

  mutating func label(_ text: inout String) throws(Failure) {
    _ = try FormParts(members).payload(position)
    text = members[position].name
  }

  mutating func outcome(_ label: inout Outcome) throws(Failure) {
    var text = ""
    try self.label(&text)
    guard let outcome = Outcome(rawValue: text) else { throw .wrong("answer", expected: "an outcome") }
    label = outcome
  }

  mutating func event(_ label: inout Work.Event) throws(Failure) {
    try self.label(&label.name)
    label.id = reader.program.event(named: label.name)
  }

  mutating func bool(_ name: String, _ part: inout Bool) throws(Failure) {
    guard case .bool(let truth) = try next(name) else { throw .wrong(name, expected: "true or false") }
    part = truth
  }

  mutating func int(_ name: String, _ part: inout Int, _ meaning: NumberMeaning) throws(Failure) {
    let form = try next(name)
    switch meaning {
    case .bits: part = try FormParts.int(form, name)
    case .count: part = try FormParts.count(form, name)
    case .positive:
      part = try FormParts.count(form, name)
      guard part > 0 else { throw .wrong(name, expected: "an integer from 1") }
    case .state(let owner): part = try state(try FormParts.int(form, name), of: owner, name)
    case .transition(let machine): part = try transition(try FormParts.int(form, name), of: machine)
    case .port(let id): part = try reader.port(try FormParts.int(form, name), of: id)
    }
  }

  mutating func text(_ name: String, _ part: inout String) throws(Failure) {
    guard case .string(let text) = try next(name) else { throw .wrong(name, expected: "a text") }
    part = text
  }

  mutating func states(_ name: String, _ part: inout StateSet) throws(Failure) {
    var states: [Int] = []
    for form in try FormParts.list(try next(name), name) {
      states.append(try state(try FormParts.int(form, name), of: nil, name))
    }
    part = StateSet(states)
  }

  mutating func id(_ name: String, _ part: inout InstanceID, _ hold: Hold) throws(Failure) {
    switch (try next(name), hold) {
    case (.reference(let id), _): part = id
    case (.weak(let id), .weak): part = id ?? .nowhere
    default: throw .wrong(name, expected: "an instance")
    }
  }

  mutating func value(_ name: String, _ part: inout Value, _ hold: Hold) throws(Failure) { part = try next(name) }

  mutating func value(_ name: String, _ part: inout Value?) throws(Failure) { part = try next(name).elements.first }

  mutating func part<Part: Coded>(_ name: String, _ part: inout Part, _ hold: Hold) throws(Failure) {
    part = try read(name)
  }

  mutating func optional<Part: Coded>(_ name: String, _ part: inout Part?) throws(Failure) {
    let form = try next(name)
    part = form == .null ? nil : try read(form, name)
  }

  mutating func extra<Part: Coded>(_ name: String, _ part: inout Part?) throws(Failure) {
    if let form = FormParts(members).optional(name) { part = try read(form, name) }
  }

  mutating func list<Part: Coded>(_ name: String, _ parts: inout [Part], _ hold: Hold) throws(Failure) {
    parts = []
    for form in try FormParts.list(try next(name), name) { parts.append(try read(form, name)) }
  }

  // MARK: Numbers

  private func state(_ number: Int, of owner: InstanceID?, _ name: String) throws(Failure) -> Int {
    guard let map = owner.map(reader.template) ?? machine else { throw .noInstance(owner?.index ?? -1) }
    guard map.states.indices.contains(number) else { throw .wrong(name, expected: "a list of states") }
    guard let state = map.states[number] else { throw .unknown("state", map.stateNames[number]) }
    return state
  }

  /// A delayed transition by its number in the chart of the machine.
  private func transition(_ number: Int, of machine: InstanceID) throws(Failure) -> Int {
    guard let map = reader.template(at: machine) else { throw .noInstance(machine.index) }
    guard map.transitions.indices.contains(number), let transition = map.transitions[number] else {
      throw .unknown("transition", "\(number)")
    }
    return transition
  }
}
