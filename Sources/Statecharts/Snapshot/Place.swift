/// Where a machine instance stands, seen from the root: what its fields, regions and subjects are called by.
enum Place: Hashable, Sendable {
  /// Where its maker said: empty for the root, else `user`, `view`.
  case fixed(String)
  /// In no field yet. What it does until then is not told: the field that takes it tells what it is.
  case nowhere
  /// In a field of another instance: a row of a list, or, without an index, alone.
  case field(of: InstanceID, String, index: Int?)
  /// It left its list, and something else keeps it.
  case detached(from: InstanceID, String, index: Int?)

  var isRoot: Bool {
    if case .fixed(let path) = self { path.isEmpty } else { false }
  }

  /// The instance whose field it is or was in.
  var parent: InstanceID? {
    switch self {
    case .field(let parent, _, _), .detached(let parent, _, _): parent
    case .fixed, .nowhere: nil
    }
  }

  var isRow: Bool {
    switch self {
    case .field(_, _, let index): index != nil
    case .detached: true
    case .fixed, .nowhere: false
    }
  }

  func renumbered(_ renumber: (InstanceID) -> InstanceID) -> Place {
    switch self {
    case .fixed, .nowhere: self
    case .field(let parent, let name, let index): .field(of: renumber(parent), name, index: index)
    case .detached(let parent, let name, let index): .detached(from: renumber(parent), name, index: index)
    }
  }

  var canonicalValue: Value {
    switch self {
    case .fixed(let path): .string(path)
    case .nowhere: .null
    case .field(let parent, let name, let index): .list([.reference(parent), .string(name), .int(index ?? -1)])
    case .detached(let parent, let name, let index):
      .enumeration("detached", [Member(name, .reference(parent)), Member("", .int(index ?? -1))])
    }
  }
}
