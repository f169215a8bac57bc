/// A machine's place in the tree, in 16 bytes.
enum Place: Hashable, Sendable {
  case root
  /// The path its maker gave: `user`, `view`.
  indirect case fixed(String)
  /// In no field yet. Not traced until a field shows it.
  case nowhere
  case field(FieldPosition)
  /// It lost its list or parent and keeps this path: `detached items[#3238]`.
  indirect case detached(String)

  var parent: InstanceID? {
    switch self {
    case .field(let position): position.parent
    case .root, .fixed, .nowhere, .detached: nil
    }
  }

  /// A path independent of other instances, empty for the root; else nil.
  var ownPath: String? {
    switch self {
    case .root: ""
    case .fixed(let path), .detached(let path): path
    case .nowhere, .field: nil
    }
  }

  /// Like a comparison with `ownPath`, without a copy of it.
  func isOwn(_ wanted: String) -> Bool {
    switch self {
    case .root: wanted.isEmpty
    case .fixed(let path), .detached(let path): path.hasBytes(of: wanted)
    case .nowhere, .field: false
    }
  }

  var isRow: Bool {
    switch self {
    case .field(let position): position.row != nil
    case .detached: true
    case .root, .fixed, .nowhere: false
    }
  }

  func renumbered(_ renumber: (InstanceID) -> InstanceID) -> Place {
    switch self {
    case .root, .fixed, .nowhere, .detached: self
    case .field(let position):
      .field(FieldPosition(in: renumber(position.parent), port: position.port, row: position.row))
    }
  }
}

/// A field of an instance, or a row of its list.
struct FieldPosition: Hashable, Sendable {
  private let instance: Int32
  private let field: Int32
  private let index: Int32

  init(in parent: InstanceID, port: Int, row: Int? = nil) {
    (instance, field, index) = (Int32(parent.index), Int32(port), Int32(row ?? -1))
  }

  var parent: InstanceID { InstanceID(Int(instance)) }
  var port: Int { Int(field) }
  var row: Int? { index < 0 ? nil : Int(index) }
}
