/// A path belongs to one machine from birth to removal, and is not reused in the same step.
extension Kernel {
  struct GivenPaths: Sendable {
    private var paths: Set<Name> = []
    private var beginnings: Set<Name> = []
    private var next: [Name: Int] = [:]

    init(_ paths: [String]) {
      for path in paths { insert(path) }
    }

    func contains(_ path: String) -> Bool { paths.contains(Name(path)) }

    mutating func insert(_ path: String) {
      paths.insert(Name(path))
      if path.isDetached { for beginning in path.beginnings { beginnings.insert(Name(beginning)) } }
    }

    func goesOn(behind path: String) -> Bool { beginnings.contains(Name(path)) }

    func isBelowGiven(_ path: String) -> Bool { path.beginnings.contains { contains($0) } }

    mutating func free(_ wanted: String, where isFree: (GivenPaths, String) -> Bool) -> String {
      if !contains(wanted), isFree(self, wanted) { return wanted }
      let (base, first) = wanted.ordinal
      var ordinal = next[Name(base)] ?? max(2, first + 1)
      while contains(base.numbered(ordinal)) || !isFree(self, base.numbered(ordinal)) { ordinal += 1 }
      next[Name(base)] = ordinal
      return base.numbered(ordinal)
    }
  }

  /// Returns the path if no machine has had it since the step began; else with the lowest free ordinal: `home'2`.
  mutating func freePath(_ wanted: String, besides others: [String] = []) -> String {
    findGivenPaths()
    let (snapshot, program) = (snapshot, program)
    return givenPaths!.free(wanted) { _, path in
      !others.contains(Name(path)) && !snapshot.hasRow(at: path, program)
    }
  }

  mutating func give(_ wanted: String) -> String {
    let path = freePath(wanted)
    givenPaths!.insert(path)
    return path
  }

  /// Gives a path to an instance that lost its place. Instances below it never get another's path.
  ///
  /// - Parameter isLast: Whether it already has the path, below a removed instance.
  mutating func detach(at wanted: String, isLast: Bool = false) -> Place {
    findGivenPaths()
    // Field names have no ordinals, so what is below another instance's path needs an ordinal of its own.
    let isReserved = !isLast && givenPaths!.isBelowGiven(wanted)
    let path = givenPaths!.free(wanted) { given, path in
      !given.goesOn(behind: path) && !(isReserved && path.hasBytes(of: wanted))
    }
    givenPaths!.insert(path)
    return .detached(path)
  }

  mutating func place(at path: String) -> Place { path.isEmpty ? .root : .fixed(give(path)) }

  private mutating func findGivenPaths() {
    if givenPaths != nil { return }
    let instances = snapshot.instances
    givenPaths = GivenPaths(instances.named.compactMap { instances.places[$0.index].ownPath })
  }
}

extension Snapshot {
  fileprivate func hasRow(at path: String, _ program: Program) -> Bool {
    guard let id = instance(at: path, program), case .field? = instances.place(of: id) else { return false }
    return Name(self.path(of: id, program)) == path
  }
}

extension String {
  /// Whether it names a list's row: `items[3]`, `items[3]'2`, `items[#3238]`.
  var isOfRow: Bool { ordinal.base.utf8.last == UInt8(ascii: "]") }

  /// Its proper prefixes: `a` and `a.items` of `a.items[3]`.
  fileprivate var beginnings: [String] {
    let bytes = Array(utf8)
    return bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") || bytes[$0] == UInt8(ascii: "[") }.map {
      String(decoding: bytes[..<$0], as: UTF8.self)
    }
  }

  /// The ordinal of a row with an identity is inside the brackets: `items[#3238'2]`.
  fileprivate func numbered(_ ordinal: Int) -> String {
    isOfIdentity ? "\(dropLast())'\(ordinal)]" : "\(self)'\(ordinal)"
  }

  private var isOfIdentity: Bool {
    guard utf8.last == UInt8(ascii: "]"), let open = utf8.lastIndex(of: UInt8(ascii: "[")) else { return false }
    return utf8[utf8.index(after: open)] == UInt8(ascii: "#")
  }

  /// `home` and 2 for `home'2`; the number is 1 without an ordinal.
  fileprivate var ordinal: (base: String, number: Int) {
    guard let (base, number) = splitOrdinal, !base.isEmpty else { return (self, 1) }
    return (base, number)
  }

  /// `3238` and 2 for `3238'2`; nil without an ordinal from 2 on.
  var splitOrdinal: (base: String, ordinal: Int)? {
    let bytes = Array(utf8)
    guard let mark = bytes.lastIndex(of: UInt8(ascii: "'")) else { return nil }
    let digits = String(decoding: bytes[(mark + 1)...], as: UTF8.self)
    guard let ordinal = Int(digits), ordinal > 1, String(ordinal) == digits else { return nil }
    return (String(decoding: bytes[..<mark], as: UTF8.self), ordinal)
  }
}
