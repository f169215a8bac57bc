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
    instances.named.first { instances.places[$0.index].ownPath.map { Name($0) == path } ?? false }
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
    snapshot.template(of: id).map { program.templates[$0].port(named: name) != nil } ?? false
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
