import Statecharts
import Traces
import ViewModels

/// What names and values in a command mean: the open machine as it stands.
///
/// It is made once for a line, and handed on without a copy.
final class Scene: Sendable {
  let view: View
  let names: NamedValues

  init(_ machine: Machine, _ snapshot: Snapshot, _ names: NamedValues) {
    view = View(machine: machine, snapshot: snapshot)
    self.names = names
  }

  var machine: Machine { view.machine }
  var snapshot: Snapshot { view.snapshot }

  /// The controls of all pages, whether they are shown or not.
  var knownControls: [ControlState] { machine.controls }
  var controls: [ControlState] { machine.screen(of: snapshot).controls }
  var fields: [FieldState] { machine.fields(of: snapshot) }

  /// What `send` takes, also of a page that is the second of its name.
  var inputs: [InputState] { machine.inputs(of: snapshot) }

  /// What `send` takes by a name, also of a row, and of a page that is the second of its name.
  func input(named name: String) -> InputState? {
    machine.input(named: name) ?? inputs.first { $0.name == name }
  }

  /// The command that a word names, a row's too, also as a control of the page that is shown.
  func command(_ word: Word) throws(Mistake) -> CommandState {
    if let command = presentCommand(word.text) { return command }
    throw unknownCommand(word)
  }

  /// Why a word names no command.
  func unknownCommand(_ word: Word) -> Mistake {
    if let field = field(at: word.text) { return word.mistake(.notACommand(field.path.text)) }
    // The commands of another row are no help.
    let row = word.text.utf8.lastIndex(of: UInt8(ascii: "]")).map { word.text[...$0] } ?? ""
    let names = commandNames(for: word.text).filter { $0.beginsWithBytes(of: row) }
    return word.mistake(.unknown(.command, word.text, nearest: word.nearest(among: names)))
  }

  /// The command that a name means now, a row's too, also as a control of the page that is shown.
  func presentCommand(_ name: String) -> CommandState? {
    machine.command(named: name, of: snapshot) ?? machine.command(named: path(ofControl: name), of: snapshot)
  }

  func field(at path: String) -> FieldState? { machine.field(at: path, of: snapshot) }

  /// Where what a control shows is, when it is of the page that is shown: `goods.items[0].likes` for `items[0].likes`.
  func path(ofControl name: String) -> String {
    let page = machine.screen(of: snapshot).pages.last ?? ""
    return "\(page).\(name)"
  }

  /// What a path is called on the page that is shown, where a control has that name: `items[0].like` for
  /// `goods.items[0].like`.
  func nameOnPage(of path: String) -> String? {
    let front = self.path(ofControl: "")
    guard path.beginsWithBytes(of: front) else { return nil }
    let name = String(Substring(path.utf8.dropFirst(front.utf8.count)))
    return machine.control(named: name) == nil ? nil : name
  }

  /// The path of what a look names: a path, or a name as the page that is shown has it.
  func path(named name: String) -> String {
    let onPage = path(ofControl: name)
    return !isPath(name) && isPath(onPage) ? onPage : name
  }

  /// Whether there is a field or a region, of a row too.
  func isFieldOrRegion(_ path: String) -> Bool {
    field(at: path) != nil || machine.state(ofRegionAt: path, in: snapshot) != nil
  }

  /// Whether there is a field or a region there, or something below.
  private func isPath(_ path: String) -> Bool {
    isFieldOrRegion(path) || !machine.fields(of: snapshot, below: path).isEmpty
      || fields.contains { PathSelection([path]).contains($0.path.text) }
  }

  /// How a bare word reads for a control: as its field does, as a text when no field has its name.
  func shape(ofControl control: ControlState) -> Shape {
    view.shape(ofFieldAt: control.name.text) ?? (control.kind == .secureText ? .secret(.string) : .string)
  }

  /// The fields, services and `%let` names whose samples complete after `$`.
  func samples(of owner: String) -> [NameMeaning] {
    names.entries.compactMap { entry in
      guard entry.owner.map({ Name($0) == owner }) ?? true,
        let reference = names.reference(to: entry.value, of: owner)
      else { return nil }
      var meaning = meaning(of: entry)
      meaning.reference = reference
      return meaning
    }
  }
}

extension Scene {
  /// The rows of the open machine's lists, and their fields.
  var rowFields: [FieldState] {
    fields.filter(\.listsRows).flatMap { list in
      machine.fields(of: snapshot, below: list.path.text).dropFirst().flatMap { row in
        [row] + machine.fields(of: snapshot, below: row.path.text)
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
