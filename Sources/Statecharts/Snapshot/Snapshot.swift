/// A simulation between two turns, as a value: instances, agenda, clock, seed, store, settings and fault.
///
/// It holds no closures and no tasks. Identifiers are valid only in it, and its numbers only with its program.
public struct Snapshot: Sendable {
  /// Virtual time in milliseconds since the start.
  public internal(set) var time = 0
  package internal(set) var seed: UInt64
  /// The reason of the model's fault; such a snapshot runs nothing.
  public internal(set) var fault: String?
  /// The app's persisted data, sorted by the keys' UTF-8 bytes.
  public internal(set) var store: [Member]
  /// The settings that differ from the definitions, sorted by name.
  var services: [ServiceSetting] = []
  /// Whether observers run in reverse order of registration.
  package var reversesObservers = false
  var instances = InstanceTable()
  var agenda = Agenda()
  /// The instances that keep all others alive.
  package internal(set) var roots: [InstanceID] = []
  /// The program of its numbers; not part of its value.
  var owner = ProgramID.none

  /// Makes an empty simulation.
  public init(seed: UInt64 = 0, store: [Member] = []) {
    self.seed = seed
    self.store = store
  }

  /// A snapshot with only what an app restart keeps: seed, store and service settings.
  package var restarted: Snapshot {
    var snapshot = Snapshot(seed: seed, store: store)
    snapshot.services = services
    snapshot.reversesObservers = reversesObservers
    return snapshot
  }

  /// The time of the next work; nil without work.
  public var nextDue: Int? { agenda.nextDue }
  package var isDue: Bool { nextDue.map { $0 <= time } ?? false }
  package var workCount: Int { agenda.count }
  /// Costs a pass over the table.
  public var instanceCount: Int { instances.count { $0 != nil } }
}

struct ServiceSetting: Hashable, Sendable {
  var service: Name
  var behaviour: ServiceBehaviour
}

/// The resolution of paths. Its cost grows with the path's parts, not with their readings.
extension Snapshot {
  package static let longestPath = (parts: 64, bytes: 4_096)

  /// Returns the instance at a path: `user`, `items[3]`, `items[#3238]`, or `items[#3238'2]` for the second with
  /// that identity.
  package func instance(at path: String, _ program: Program) -> InstanceID? {
    check(program)
    if let own = ownedInstance(at: path), path.utf8.count < Snapshot.longestPath.parts { return own }
    var walk = PathWalk(path, self, program)
    return walk?.whole()
  }

  /// Splits a path into an instance and a field, subject or region.
  ///
  /// Names may contain dots; the reading with the longest existing name wins.
  package func split(_ path: String, _ program: Program) -> (instance: InstanceID, name: String)? {
    check(program)
    if path.utf8.count < Snapshot.longestPath.bytes, !path.utf8.contains(UInt8(ascii: ".")) {
      return ownedInstance(at: "").map { ($0, path) }
    }
    guard var walk = PathWalk(path, self, program) else { return nil }
    return walk.split()
  }

  func ownedInstance(at path: String) -> InstanceID? {
    instances.named.first { instances.places[$0.index].isOwn(path) }
  }
}

/// Resolves the prefixes of a path from the shortest to the longest, each once.
private struct PathWalk {
  let path: String
  let snapshot: Snapshot
  let program: Program
  private let points: [Int]
  private let root: InstanceID?
  /// The longest prefix so far that is an instance.
  private var best: (end: Int, instance: InstanceID)?

  init?(_ path: String, _ snapshot: Snapshot, _ program: Program) {
    guard path.utf8.count <= Snapshot.longestPath.bytes else { return nil }
    points = path.pointOffsets
    guard points.count < Snapshot.longestPath.parts else { return nil }
    self.path = path
    self.snapshot = snapshot
    self.program = program
    root = snapshot.ownedInstance(at: "")
  }

  mutating func whole() -> InstanceID? {
    for point in points { visit(end: point) }
    return instance(end: path.utf8.count)
  }

  mutating func split() -> (instance: InstanceID, name: String)? {
    if let root, points.isEmpty || has(path, root) { return (root, path) }
    for point in points { visit(end: point) }
    return owner(end: path.utf8.count)
  }

  private mutating func visit(end: Int) {
    if let instance = instance(end: end) { best = (end, instance) }
  }

  private func instance(end: Int) -> InstanceID? {
    let head = text(0, end)
    if let own = snapshot.ownedInstance(at: head) { return own }
    if let root, has(head, root) { return snapshot.child(head, of: root, program) }
    guard let (parent, name) = owner(end: end) else { return nil }
    return snapshot.child(name, of: parent, program)
  }

  /// The longest visited instance before an end and the rest; the root if there is none.
  private func owner(end: Int) -> (instance: InstanceID, name: String)? {
    if let best { return (best.instance, text(best.end + 1, end)) }
    return root.map { ($0, text(0, end)) }
  }

  private func text(_ start: Int, _ end: Int) -> String {
    let bytes = path.utf8
    let low = bytes.index(bytes.startIndex, offsetBy: min(start, end))
    return String(decoding: bytes[low..<bytes.index(bytes.startIndex, offsetBy: end)], as: UTF8.self)
  }

  private func has(_ name: String, _ id: InstanceID) -> Bool {
    snapshot.template(of: id).map { program.templates[$0].port(named: Name(name)) != nil } ?? false
  }
}

extension String {
  var isDetached: Bool { utf8.starts(with: "detached ".utf8) }

  var detached: String { isDetached ? self : "detached \(self)" }

  /// Byte offsets of the dots outside brackets.
  fileprivate var pointOffsets: [Int] {
    var depth = 0
    return utf8.enumerated().compactMap { offset, byte in
      if byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "]") { depth -= 1 }
      return byte == UInt8(ascii: ".") && depth <= 0 ? offset : nil
    }
  }
}

/// A type-erased initial model, with operations for models of its type.
public final class InitialModel: Sendable {
  let type: ObjectIdentifier
  let stride: Int
  let alignment: Int
  let write: @Sendable (_ place: UnsafeMutableRawPointer) -> Void
  let copy: @Sendable (_ models: UnsafeRawPointer, _ count: Int, _ place: UnsafeMutableRawPointer) -> Void
  let move: @Sendable (_ models: UnsafeMutableRawPointer, _ count: Int, _ place: UnsafeMutableRawPointer) -> Void
  let destroy: @Sendable (_ models: UnsafeMutableRawPointer, _ count: Int) -> Void

  /// Erases the type of a model.
  public init<Model: Sendable>(_ model: Model) {
    type = ObjectIdentifier(Model.self)
    stride = MemoryLayout<Model>.stride
    alignment = MemoryLayout<Model>.alignment
    write = { $0.initializeMemory(as: Model.self, to: model) }
    copy = { models, count, place in
      place.initializeMemory(as: Model.self, from: models.assumingMemoryBound(to: Model.self), count: count)
    }
    move = { models, count, place in
      place.moveInitializeMemory(as: Model.self, from: models.assumingMemoryBound(to: Model.self), count: count)
    }
    destroy = { models, count in models.assumingMemoryBound(to: Model.self).deinitialize(count: count) }
  }
}

extension Snapshot {
  /// The size of its identity in bytes, which grows with its memory. Linear.
  package func byteCount(_ program: Program) -> Int {
    let work = agenda.ordered.reduce(0) { $0 + FormWriter.form(of: $1).identityByteCount }
    return instances.indices.reduce(FormWriter.form(of: frame).identityByteCount + work) {
      $0 + (value(of: InstanceID($1), program)?.identityByteCount ?? 0)
    }
  }
}

extension Value {
  package var identityByteCount: Int {
    switch self {
    case .null, .bool: 1
    case .int, .double, .reference, .weak: 9
    case .string(let text): 9 + text.utf8.count
    case .list(let values): values.reduce(9) { $0 + $1.identityByteCount }
    case .record(let members): members.identityByteCount
    case .enumeration(let name, let members): 9 + name.utf8.count + members.identityByteCount
    case .secret(let value): 1 + value.identityByteCount
    case .signal(let signal): 1 + FormWriter.form(of: signal).identityByteCount
    }
  }
}

extension [Member] {
  fileprivate var identityByteCount: Int { reduce(9) { $0 + 9 + $1.name.utf8.count + $1.value.identityByteCount } }
}
