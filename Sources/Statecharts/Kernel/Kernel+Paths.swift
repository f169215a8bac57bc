/// Paths are given to one machine each, from its birth to its removal, and none twice in one step.
extension Kernel {
  /// The paths that machines of their own have or had since the step began.
  struct GivenPaths: Sendable {
    private var paths: Set<Name> = []
    /// What the detached ones begin with.
    private var beginnings: Set<Name> = []
    /// The ordinal from which on to look for a free one, by path.
    private var next: [Name: Int] = [:]

    init(_ paths: [String]) {
      for path in paths { insert(path) }
    }

    func contains(_ path: String) -> Bool { paths.contains(Name(path)) }

    mutating func insert(_ path: String) {
      paths.insert(Name(path))
      if path.isDetached { for beginning in path.beginnings { beginnings.insert(Name(beginning)) } }
    }

    /// Whether a detached one goes on behind a path.
    func goesOn(behind path: String) -> Bool { beginnings.contains(Name(path)) }

    /// Whether a path goes on behind one that was given away.
    func isBelowGiven(_ path: String) -> Bool { path.beginnings.contains { contains($0) } }

    /// Returns the path, or the same with the lowest ordinal that is free: `home'2`.
    mutating func free(_ wanted: String, where isFree: (GivenPaths, String) -> Bool) -> String {
      if !contains(wanted), isFree(self, wanted) { return wanted }
      let (base, first) = wanted.ordinal
      var ordinal = next[Name(base)] ?? max(2, first + 1)
      while contains(base.numbered(ordinal)) || !isFree(self, base.numbered(ordinal)) { ordinal += 1 }
      next[Name(base)] = ordinal
      return base.numbered(ordinal)
    }
  }

  /// Returns the path if no machine has it, nor had it since the step began; else the same with the lowest ordinal that is
  /// free: `home'2`.
  mutating func freePath(_ wanted: String, besides others: [String] = []) -> String {
    findGivenPaths()
    let (snapshot, program) = (snapshot, program)
    return givenPaths!.free(wanted) { _, path in
      !others.contains(Name(path)) && !snapshot.hasRow(at: path, program)
    }
  }

  /// Gives a path away, or one with an ordinal when it is taken.
  mutating func give(_ wanted: String) -> String {
    let path = freePath(wanted)
    givenPaths!.insert(path)
    return path
  }

  /// Gives a path to what left its place. What stands below one detached instance is never called as another one.
  ///
  /// - Parameter isLast: Whether it has the path already, below one that is gone.
  mutating func detach(at wanted: String, isLast: Bool = false) -> Place {
    findGivenPaths()
    // No field is called by an ordinal, so what stands below another one has no path with one by itself.
    let isReserved = !isLast && givenPaths!.isBelowGiven(wanted)
    let path = givenPaths!.free(wanted) { given, path in
      !given.goesOn(behind: path) && !(isReserved && path.hasBytes(of: wanted))
    }
    givenPaths!.insert(path)
    return .detached(path)
  }

  /// Returns the place of a machine that is made at a path.
  mutating func place(at path: String) -> Place { path.isEmpty ? .root : .fixed(give(path)) }

  private mutating func findGivenPaths() {
    if givenPaths != nil { return }
    let instances = snapshot.instances
    givenPaths = GivenPaths(instances.named.compactMap { instances.places[$0.index].ownPath })
  }
}

extension Snapshot {
  /// Whether a machine that stands in a field is called by a path.
  fileprivate func hasRow(at path: String, _ program: Program) -> Bool {
    guard let id = instance(at: path, program), case .field? = instances.place(of: id) else { return false }
    return Name(self.path(of: id, program)) == path
  }
}

extension String {
  /// Whether a list's row is called so: `items[3]`, `items[3]'2`, `items[#3238]`.
  var isOfRow: Bool { ordinal.base.utf8.last == UInt8(ascii: "]") }

  /// What may stand for an instance or a list in it: `a` and `a.items` of `a.items[3]`.
  fileprivate var beginnings: [String] {
    let bytes = Array(utf8)
    return bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") || bytes[$0] == UInt8(ascii: "[") }.map {
      String(decoding: bytes[..<$0], as: UTF8.self)
    }
  }

  /// The path with an ordinal; that of a row which is known by its identity stands in the brackets: `items[#3238'2]`.
  fileprivate func numbered(_ ordinal: Int) -> String {
    isOfIdentity ? "\(dropLast())'\(ordinal)]" : "\(self)'\(ordinal)"
  }

  private var isOfIdentity: Bool {
    guard utf8.last == UInt8(ascii: "]"), let open = utf8.lastIndex(of: UInt8(ascii: "[")) else { return false }
    return utf8[utf8.index(after: open)] == UInt8(ascii: "#")
  }

  /// A path without its ordinal, and that: `home` and 2 of `home'2`, and 1 where there is none.
  fileprivate var ordinal: (base: String, number: Int) {
    let bytes = Array(utf8)
    guard let mark = bytes.lastIndex(of: UInt8(ascii: "'")), mark > 0,
      let number = Int(String(decoding: bytes[(mark + 1)...], as: UTF8.self)), number > 1,
      String(number).utf8.elementsEqual(bytes[(mark + 1)...])
    else { return (self, 1) }
    return (String(decoding: bytes[..<mark], as: UTF8.self), number)
  }
}
