import ViewModels

extension Scene {
  /// The rows of the open machine's lists, and their fields.
  var rowFields: [FieldState] {
    fields.filter(\.listsRows).flatMap { list in
      machine.fields(of: snapshot, below: list.path).dropFirst().flatMap { row in
        [row] + machine.fields(of: snapshot, below: row.path)
      }
    }
  }

  /// The commands, with those of rows once a bracket is typed.
  func commands(withRows: Bool) -> [CommandState] {
    machine.commands(of: snapshot) + (withRows ? machine.rowCommands(of: snapshot) : [])
  }

  /// The names of the commands as one is typed that begins so.
  func commandNames(for text: String) -> [String] {
    commands(withRows: text.namesRow).map(\.name.text).named(as: RowIdentities(text, self))
  }
}

extension [String] {
  /// The names of rows by their identity, where they are typed so.
  func named(as rows: RowIdentities?) -> [String] {
    rows.map { rows in compactMap { rows.name(of: $0) } } ?? self
  }
}

/// The rows of the list that a text has begun to name by identity: `items[#32`.
struct RowIdentities {
  private let list: String
  /// By position: `[#3238]`; nil for a row without an identity.
  private let names: [String?]

  /// Nothing for what names no row so.
  init?(_ text: String, _ scene: Scene) {
    guard let open = text.utf8.firstIndex(of: UInt8(ascii: "[")), text.utf8[open...].starts(with: "[#".utf8) else {
      return nil
    }
    list = String(text[..<open])
    names = scene.machine.rowNames(of: list, scene.snapshot)
  }

  /// `items[3].like` as `items[#3238].like`; nil for what is in no row of the list, or in one without an identity.
  func name(of text: String) -> String? {
    guard let row = FirstRow(text), Name(row.list) == list, names.indices.contains(row.index) else {
      return nil
    }
    return names[row.index].map { list + $0 + row.rest }
  }
}

/// A name through a row at a position, split at its first one: `items[3].images[0]` as `items`, 3 and `.images[0]`.
private struct FirstRow {
  let list: String
  let index: Int
  let rest: String

  init?(_ name: String) {
    guard let open = name.utf8.firstIndex(of: UInt8(ascii: "[")),
      let close = name.utf8[open...].firstIndex(of: UInt8(ascii: "]")),
      let index = Int(name[name.utf8.index(after: open)..<close])
    else { return nil }
    list = String(name[..<open])
    self.index = index
    rest = String(name[name.utf8.index(after: close)...])
  }
}
