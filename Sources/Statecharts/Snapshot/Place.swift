/// Where a machine stands, seen from the root, in 16 bytes.
enum Place: Hashable, Sendable {
  /// It was opened: names in it have no path before them.
  case root
  /// Where its maker said: `user`, `view`.
  indirect case fixed(String)
  /// In no field yet. What it does until then is not told: the field that takes it tells what it is.
  case nowhere
  /// In a field of another instance.
  case field(FieldPosition)
  /// It left the list, or outlived the instance, that it stood in: what it is called from then on, `detached items[#3238]`.
  indirect case detached(String)

  /// The instance whose field it is in.
  var parent: InstanceID? {
    switch self {
    case .field(let position): position.parent
    case .root, .fixed, .nowhere, .detached: nil
    }
  }

  /// The path that it has whatever becomes of others, empty for the root; `nil` for what stands in a field, or nowhere.
  var ownPath: String? {
    switch self {
    case .root: ""
    case .fixed(let path), .detached(let path): path
    case .nowhere, .field: nil
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

/// A row of a list in a field of an instance, or, without a row, what stands alone in the field.
struct FieldPosition: Hashable, Sendable {
  private let instance: Int32
  private let field: Int32
  /// -1 for what stands alone.
  private let index: Int32

  init(in parent: InstanceID, port: Int, row: Int? = nil) {
    (instance, field, index) = (Int32(parent.index), Int32(port), Int32(row ?? -1))
  }

  var parent: InstanceID { InstanceID(Int(instance)) }
  var port: Int { Int(field) }
  var row: Int? { index < 0 ? nil : Int(index) }
}
