/// A simulation between two turns, as one value: instances, agenda, clock, seed, store, settings and fault.
///
/// It holds no class instance, closure or task. Identifiers of instances mean something only inside it, and its numbers only
/// with the program that ran it.
public struct Snapshot: Sendable {
  /// Virtual time in milliseconds since the machine was opened.
  public internal(set) var time = 0
  package internal(set) var seed: UInt64
  /// What made the model fault, once it has; such a snapshot runs nothing more.
  public internal(set) var fault: String?
  /// What the app persists, sorted by the UTF-8 bytes of the keys.
  public internal(set) var store: [Member]
  /// How services answer, where that differs from their definitions; sorted by name.
  var services: [ServiceSetting] = []
  /// Whether observers are told in reverse order of registration.
  package var reversesObservers = false
  var instances = InstanceTable()
  var agenda = Agenda()
  /// What keeps everything else alive.
  package internal(set) var roots: [InstanceID] = []
  /// Whose numbers it holds; no part of its value.
  var owner = ProgramID.none

  /// Makes an empty simulation.
  public init(seed: UInt64 = 0, store: [Member] = []) {
    self.seed = seed
    self.store = store
  }

  /// What a restart of the app leaves: the seed, what it persisted, and how the world outside answers.
  package var restarted: Snapshot {
    var snapshot = Snapshot(seed: seed, store: store)
    snapshot.services = services
    snapshot.reversesObservers = reversesObservers
    return snapshot
  }

  /// When the next work is due; `nil` when nothing waits.
  public var nextDue: Int? { agenda.nextDue }
  /// Whether work is due at the time that the clock shows.
  package var isDue: Bool { nextDue.map { $0 <= time } ?? false }
  /// How many pieces of work wait.
  package var workCount: Int { agenda.count }
  /// How many instances are alive. Costs a pass over the table.
  public var instanceCount: Int { instances.count { $0 != nil } }
}

/// How one service answers from now on.
struct ServiceSetting: Hashable, Sendable {
  var service: Name
  var behaviour: ServiceBehaviour
}

/// Which instance a path means. The cost grows with the parts of the path, not with what they could mean.
extension Snapshot {
  /// No path of more parts, or of more bytes, means anything.
  static let longestPath = (parts: 64, bytes: 4_096)

  /// Returns the instance at a path: `user`, `items[3]`, `items[#3238]`, and `items[#3238'2]` for the second with that
  /// identity; `nil` when there is none.
  package func instance(at path: String, _ program: Program) -> InstanceID? {
    check(program)
    if let own = ownedInstance(at: path), path.utf8.count < Snapshot.longestPath.parts { return own }
    var walk = PathWalk(path, self, program)
    return walk?.whole()
  }

  /// Splits a path into the instance that it begins with and the name of a field, subject or region there.
  ///
  /// Names may hold points themselves: the instance that leaves the longest name which it has is taken.
  package func split(_ path: String, _ program: Program) -> (instance: InstanceID, name: String)? {
    check(program)
    if path.utf8.count < Snapshot.longestPath.bytes, !path.utf8.contains(UInt8(ascii: ".")) {
      return ownedInstance(at: "").map { ($0, path) }
    }
    guard var walk = PathWalk(path, self, program) else { return nil }
    return walk.split()
  }

  /// Returns the machine that has a path of its own.
  func ownedInstance(at path: String) -> InstanceID? {
    instances.named.first { instances.places[$0.index].ownPath.map(path.hasBytes) ?? false }
  }
}

/// A walk from the shortest beginning of a path to the longest, each of which is looked up once.
private struct PathWalk {
  let path: String
  let snapshot: Snapshot
  let program: Program
  /// Where the points outside brackets are, in UTF-8 bytes.
  private let points: [Int]
  private let root: InstanceID?
  /// The longest beginning so far that means an instance.
  private var best: (end: Int, instance: InstanceID)?

  /// Begins a walk; `nil` for a path that is too long to mean anything.
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

  /// Returns the instance at a beginning of the path; the shorter ones have been visited.
  private func instance(end: Int) -> InstanceID? {
    let head = text(0, end)
    if let own = snapshot.ownedInstance(at: head) { return own }
    if let root, has(head, root) { return snapshot.child(head, of: root, program) }
    guard let (parent, name) = owner(end: end) else { return nil }
    return snapshot.child(name, of: parent, program)
  }

  /// Returns the longest visited instance before an end, and what follows it there; the root without one.
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
  /// Whether it is of what left its list or outlived what it stood in.
  var isDetached: Bool { utf8.starts(with: "detached ".utf8) }

  var detached: String { isDetached ? self : "detached \(self)" }

  /// Where the points outside brackets are, in UTF-8 bytes.
  fileprivate var pointOffsets: [Int] {
    var depth = 0
    return utf8.enumerated().compactMap { offset, byte in
      if byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "]") { depth -= 1 }
      return byte == UInt8(ascii: ".") && depth <= 0 ? offset : nil
    }
  }
}

/// A model with its type erased: what an instance of a template begins with, and how models of its type are kept.
public final class InitialModel: Sendable {
  let type: ObjectIdentifier
  /// How far apart models lie, in bytes.
  let stride: Int
  let alignment: Int
  /// Puts it into memory that holds nothing.
  let write: @Sendable (_ place: UnsafeMutableRawPointer) -> Void
  /// Copies models into memory that holds nothing.
  let copy: @Sendable (_ models: UnsafeRawPointer, _ count: Int, _ place: UnsafeMutableRawPointer) -> Void
  /// Moves models into memory that holds nothing.
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
  /// How many bytes the identity of everything that it holds takes, which grows as its memory does. Linear.
  package func byteCount(_ program: Program) -> Int {
    let work = agenda.ordered.reduce(0) { $0 + FormWriter.form(of: $1).identityByteCount }
    return instances.indices.reduce(FormWriter.form(of: frame).identityByteCount + work) {
      $0 + (value(of: InstanceID($1), program)?.identityByteCount ?? 0)
    }
  }
}

extension Value {
  /// How many bytes its identity takes, without making them.
  var identityByteCount: Int {
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
