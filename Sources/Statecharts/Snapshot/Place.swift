/// Where a machine instance stands, seen from the root: what its fields, regions and subjects are called by.
enum Place: Hashable, Sendable {
  /// Where its maker said: empty for the root, else `user`, `view`.
  case fixed(String)
  /// In no field yet. What it does until then is not told: the field that takes it tells what it is.
  case nowhere
  /// In a field of another instance: a row of a list, or, without an index, alone.
  case field(of: InstanceID, String, index: Int?)
  /// It left the list, or outlived the instance, that it stood in: what it is called from then on, `detached items[#3238]`.
  case detached(String)

  var isRoot: Bool {
    if case .fixed(let path) = self { path.isEmpty } else { false }
  }

  /// The instance whose field it is in.
  var parent: InstanceID? {
    switch self {
    case .field(let parent, _, _): parent
    case .fixed, .nowhere, .detached: nil
    }
  }

  /// The path that it has whatever becomes of others; `nil` for what stands in a field, or nowhere.
  var ownPath: String? {
    switch self {
    case .fixed(let path), .detached(let path): path
    case .nowhere, .field: nil
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
    case .fixed, .nowhere, .detached: self
    case .field(let parent, let name, let index): .field(of: renumber(parent), name, index: index)
    }
  }

  /// What a snapshot file says of it.
  var form: Value {
    switch self {
    case .fixed(let path): .string(path)
    case .nowhere: .null
    case .field(let parent, let name, let index): .list([.reference(parent), .string(name), .int(index ?? -1)])
    case .detached(let path): .enumeration("detached", [Member("", .string(path))])
    }
  }
}
