/// Hashes records in place to 128 bits and collects the mentioned instances: equivalent to the canonical bytes,
/// except the instances' numbers.
///
/// It writes tags and lengths before the parts, so that different contents differ.
struct KeyWriter: SnapshotWriter {
  static let changes = false
  static let tellsStanding = false

  private(set) var hash = KeyHash()
  private(set) var mentioned: [InstanceID] = []
  var kept: [InstanceID] { found.kept }
  private var found = Mentions(gathersNames: false)
  private var isInKeepingField = false

  mutating func begin() { hash = KeyHash() }

  /// Linear in the number of mentions removed.
  mutating func forgetMentions(from first: Int) {
    while mentioned.count > first { mentioned.removeLast() }
  }

  private enum Tag: UInt64 {
    case null, bool, integer, double, text, list, record, enumeration, secret, reference, weak, nowhere, signal
    case instance, machine, present, small, standing, broken
  }

  mutating func write(_ id: InstanceID, of snapshot: Snapshot, _ program: Program) {
    let listeners = snapshot.instances.listeners[id.index]
    let heard = (listeners.lastIndex { !$0.isEmpty } ?? -1) + 1
    mark(.instance, heard)
    for port in 0..<heard {
      mark(.list, listeners[port].count)
      for id in listeners[port] { mark(.reference, id) }
    }
    guard var instance = snapshot.instances[id.index] else { return }
    if let machine = instance.machine {
      mark(.machine, Int(snapshot.instances.charts[id.index].template))
      snapshot.write(machine, at: id, program, to: &self)
    } else {
      instance.code(with: &self)
    }
  }

  mutating func writeFields(of id: InstanceID, _ template: Template, in snapshot: Snapshot) {
    for field in template.fields where field.kind == .stored {
      isInKeepingField = field.holdsReferences
      write(snapshot.read(field, of: id))
    }
    isInKeepingField = false
  }

  /// Collects the roots and what waiting work keeps alive.
  ///
  /// - Returns: Their range in `kept`.
  mutating func findStarts(of snapshot: Snapshot) -> Range<Int> {
    let first = found.kept.count
    for root in snapshot.roots { found.kept.append(root) }
    snapshot.findKeptByWork(&found)
    return first..<found.kept.count
  }

  /// Collects what an instance keeps alive, except by its fields alone.
  mutating func findKeptBesideFields(by id: InstanceID, in snapshot: Snapshot) {
    snapshot.findKeptBesideFields(by: id, &found)
  }

  /// Writes a machine's configuration and its properties' data, which change far more often than the rest.
  mutating func writeStanding(of id: InstanceID, in instances: InstanceTable) {
    states("configuration", instances.charts[id.index].active)
    let count = instances.watched[id.index].count
    mark(.standing, count << 1 | (instances.charts[id.index].isFinished ? 1 : 0))
    for index in 0..<count {
      if instances.watched[id.index][index].isBroken { mark(.broken) }
      write(instances.watched[id.index][index].memory)
    }
  }

  /// Writes the contents of a `SnapshotFrame` without making one; of the roots only their number.
  mutating func writeFrame(of snapshot: Snapshot, since origin: Int) {
    mark(.integer, snapshot.time - origin)
    mark(.integer, Int(bitPattern: UInt(snapshot.seed)))
    mark(.bool, snapshot.reversesObservers ? 1 : 0)
    mark(.present, snapshot.fault == nil ? 0 : 1)
    if let fault = snapshot.fault { write(fault) }
    write(snapshot.store)
    mark(.list, snapshot.services.count)
    for var setting in snapshot.services { setting.code(with: &self) }
    mark(.list, snapshot.roots.count)
  }

  // MARK: Parts

  mutating func begin(_ name: String) { write(name) }
  mutating func label(_ text: String) { write(text) }
  mutating func bool(_ name: String, _ part: Bool) { mark(.bool, part ? 1 : 0) }
  mutating func int(_ name: String, _ part: Int) { mark(.integer, part) }
  mutating func text(_ name: String, _ part: String) { write(part) }
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

  mutating func states(_ name: String, _ part: StateSet) {
    if part.isSmall {
      mark(.small)
      return hash.update(part.first)
    }
    let states = part.states
    mark(.list, states.count)
    for state in states { mark(.integer, state) }
  }

  /// Does nothing, because fields change at other times and are written separately.
  mutating func fields(_ name: String, of id: InstanceID, _ template: Template, in snapshot: Snapshot) {}

  // MARK: Values

  @inline(__always)
  private mutating func write(_ value: Value) {
    switch value {
    case .null: mark(.null)
    case .bool(let truth): mark(.bool, truth ? 1 : 0)
    case .int(let number): mark(.integer, number)
    default: writeLarge(value)
    }
  }

  private mutating func writeLarge(_ value: Value) {
    switch value {
    case .null, .bool, .int: write(value)
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
      write(member.name.text)
      write(member.value)
    }
  }

  private mutating func mark(_ tag: Tag, _ id: InstanceID) {
    mark(tag)
    mentioned.append(id)
    if isInKeepingField, tag == .reference { found.kept.append(id) }
  }

  private mutating func write(_ text: String) {
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { write(UnsafeRawBufferPointer($0)) }
    if isWritten == nil { write(String(decoding: Array(text.utf8), as: UTF8.self)) }
  }

  private mutating func write(_ bytes: UnsafeRawBufferPointer) {
    mark(.text, bytes.count)
    bytes.forEachWord { hash.update($0) }
  }

  /// One word for a small number, else two.
  @inline(__always)
  private mutating func mark(_ tag: Tag, _ number: Int = 0) {
    let word = UInt64(bitPattern: Int64(number))
    if word >> 48 == 0 { hash.update(tag.rawValue << 56 | word) } else { markLarge(tag, word) }
  }

  private mutating func markLarge(_ tag: Tag, _ word: UInt64) {
    hash.update(tag.rawValue << 56 | 1 << 55)
    hash.update(word)
  }
}
