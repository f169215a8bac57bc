/// Writes a record as 128 bits and the instances that it mentions, straight from where it stands: what its canonical bytes would
/// say, but for the numbers of the instances.
///
/// Every part that those tell is written behind a tag for its kind, with lengths, so that no two things are written alike.
struct KeyWriter: SnapshotWriter {
  typealias Failure = Never
  static let changes = false
  static let tellsStanding = false

  private(set) var hash = KeyHash()
  /// The instances that are mentioned, in order.
  private(set) var mentioned: [InstanceID] = []
  /// Those of them that the machine's fields keep alive.
  private(set) var keptByFields: [InstanceID] = []
  /// Whether a field is written that may keep instances.
  private var isInKeepingField = false
  /// The fields of the instance that are not written.
  private var omittedPorts: Set<Int> = []

  /// Begins anew, in the same memory.
  mutating func begin(omittedPorts: Set<Int> = []) {
    hash = KeyHash()
    mentioned.removeAll(keepingCapacity: true)
    keptByFields.removeAll(keepingCapacity: true)
    self.omittedPorts = omittedPorts
  }

  /// What stands in front of a number.
  private enum Tag: UInt64 {
    case null, bool, integer, double, text, list, record, enumeration, secret, reference, weak, nowhere, signal
    case instance, machine, present, small
  }

  /// Writes what stands at a place.
  mutating func write(_ id: InstanceID, of snapshot: Snapshot, _ program: Program) {
    let listeners = snapshot.instances.listeners[id.index]
    let heard = (listeners.lastIndex { !$0.isEmpty } ?? -1) + 1
    mark(.instance, heard)
    for port in 0..<heard {
      mark(.list, listeners[port].count)
      for id in listeners[port] { mark(.reference, id) }
    }
    if let machine = snapshot.machine(id) {
      mark(.machine, machine.template)
      snapshot.write(machine, at: id, program, to: &self)
    } else if var kind = snapshot.instances.kind(of: id) {
      kind.code(with: &self)
    }
  }

  /// Writes where a machine's chart stands and what its properties know, which changes far more often than the rest.
  mutating func writeStanding(of id: InstanceID, in instances: InstanceTable) {
    var active = instances.charts[id.index].active
    states("configuration", &active)
    mark(.bool, instances.charts[id.index].isFinished ? 1 : 0)
    let watched = instances.watched[id.index]
    mark(.list, watched.count)
    for state in watched {
      write(state.memory)
      mark(.bool, state.isBroken ? 1 : 0)
    }
  }

  // MARK: Parts

  mutating func begin(_ name: String) { write(name) }
  mutating func label(_ text: inout String) { write(text) }
  mutating func bool(_ name: String, _ part: inout Bool) { mark(.bool, part ? 1 : 0) }
  mutating func int(_ name: String, _ part: inout Int, _ meaning: NumberMeaning) { mark(.integer, part) }
  mutating func text(_ name: String, _ part: inout String) { write(part) }
  mutating func id(_ name: String, _ part: inout InstanceID, _ hold: Hold) {
    if part == .nowhere { mark(.nowhere) } else { mark(.reference, part) }
  }
  mutating func value(_ name: String, _ part: inout Value, _ hold: Hold) { write(part) }
  mutating func value(_ name: String, _ part: inout Value?) {
    mark(.present, part == nil ? 0 : 1)
    if let part { write(part) }
  }
  mutating func optional<Part: Coded>(_ name: String, _ part: inout Part?) {
    mark(.present, part == nil ? 0 : 1)
    part?.code(with: &self)
  }
  mutating func list<Part: Coded>(_ name: String, _ parts: inout [Part], _ hold: Hold) {
    mark(.list, parts.count)
    for var part in parts { part.code(with: &self) }
  }

  /// The states of one word, as most charts have them, are one word.
  mutating func states(_ name: String, _ part: inout StateSet) {
    if part.isSmall {
      mark(.small)
      return hash.update(part.first)
    }
    let states = part.states
    mark(.list, states.count)
    for state in states { mark(.integer, state) }
  }

  mutating func fields(_ name: String, of id: InstanceID, _ template: Template, in snapshot: Snapshot) {
    for (port, field) in template.fields.enumerated()
    where field.kind == .stored && (omittedPorts.isEmpty || !omittedPorts.contains(port)) {
      isInKeepingField = field.holdsReferences
      write(snapshot.read(field, of: id))
    }
    isInKeepingField = false
  }

  // MARK: Values

  private mutating func write(_ value: Value) {
    switch value {
    case .null: mark(.null)
    case .bool(let truth): mark(.bool, truth ? 1 : 0)
    case .int(let number): mark(.integer, number)
    case .double(let number):
      mark(.double)
      hash.update(number.identity)
    case .string(let text): write(text)
    case .list(let values):
      mark(.list, values.count)
      for value in values { write(value) }
    case .record(let members): write(members)
    case .enumeration(let name, let members):
      mark(.enumeration)
      write(name)
      write(members)
    case .secret(let value):
      mark(.secret)
      write(value)
    case .reference(let id): mark(.reference, id)
    case .weak(let id?): mark(.weak, id)
    case .weak(nil): mark(.nowhere)
    case .signal(var signal):
      mark(.signal)
      signal.code(with: &self)
    }
  }

  private mutating func write(_ members: [Member]) {
    mark(.record, members.count)
    for member in members {
      write(member.name)
      write(member.value)
    }
  }

  private mutating func mark(_ tag: Tag, _ id: InstanceID) {
    mark(tag)
    mentioned.append(id)
    if isInKeepingField, tag == .reference { keptByFields.append(id) }
  }

  private mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      mark(.text, bytes.count)
      var index = 0
      while index + 8 <= bytes.count {
        hash.update(UInt64(littleEndian: UnsafeRawPointer(bytes.baseAddress! + index).loadUnaligned(as: UInt64.self)))
        index += 8
      }
      var rest: UInt64 = 0
      while index < bytes.count {
        rest = rest << 8 | UInt64(bytes[index])
        index += 1
      }
      if bytes.count & 7 != 0 { hash.update(rest) }
    }
  }

  /// Writes a tag and a number: as one word where it is small, else as two.
  private mutating func mark(_ tag: Tag, _ number: Int = 0) {
    if 0..<1 << 48 ~= number { return hash.update(tag.rawValue << 56 | UInt64(number)) }
    hash.update(tag.rawValue << 56 | 1 << 55)
    hash.update(UInt64(bitPattern: Int64(number)))
  }
}
