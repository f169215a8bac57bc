import Statecharts
import Traces
import ViewModels

/// The open machine and its state, which give names their meaning. A class, so that it is passed without a copy.
final class Scene: Sendable {
  let view: View
  let names: NamedValues

  init(_ machine: Machine, _ snapshot: Snapshot, _ names: NamedValues) {
    view = View(machine: machine, snapshot: snapshot)
    self.names = names
  }

  var machine: Machine { view.machine }
  var snapshot: Snapshot { view.snapshot }

  var knownControls: [ControlState] { machine.controls }
  var controls: [ControlState] { machine.screen(of: snapshot).controls }
  var fields: [FieldState] { machine.fields(of: snapshot) }

  /// The inputs of all view models, including pages with an ordinal, such as `home'2`.
  var inputs: [InputState] { machine.inputs(of: snapshot) }

  /// Also accepts rows, and pages with an ordinal.
  func input(named name: String) -> InputState? {
    machine.input(named: name) ?? inputs.first { $0.name == name }
  }

  func unknownCommand(_ word: Word) -> Mistake {
    if let field = field(at: word.text) { return word.mistake(.notACommand(field.path.text)) }
    // Commands of other rows are poor suggestions.
    let row = word.text.utf8.lastIndex(of: UInt8(ascii: "]")).map { word.text[...$0] } ?? ""
    let names = commandNames(for: word.text).filter { $0.beginsWithBytes(of: row) }
    return word.mistake(.unknown(.command, word.text, nearest: word.nearest(among: names)))
  }

  /// Also accepts rows, and controls of the shown page.
  func presentCommand(_ name: String) -> CommandState? {
    machine.command(named: name, of: snapshot) ?? machine.command(named: path(ofControl: name), of: snapshot)
  }

  func field(at path: String) -> FieldState? { machine.field(at: path, of: snapshot) }

  /// Turns `items[0].likes` of the shown page into `goods.items[0].likes`.
  func path(ofControl name: String) -> String {
    let page = machine.screen(of: snapshot).pages.last ?? ""
    return "\(page).\(name)"
  }

  /// Turns `goods.items[0].like` into the shown page's `items[0].like`; nil without such a control.
  func nameOnPage(of path: String) -> String? {
    let front = self.path(ofControl: "")
    guard path.beginsWithBytes(of: front) else { return nil }
    let name = String(Substring(path.utf8.dropFirst(front.utf8.count)))
    return machine.control(named: name) == nil ? nil : name
  }

  /// The name itself, or its path on the shown page.
  func path(named name: String) -> String {
    let onPage = path(ofControl: name)
    return !isPath(name) && isPath(onPage) ? onPage : name
  }

  func isFieldOrRegion(_ path: String) -> Bool {
    field(at: path) != nil || machine.state(ofRegionAt: path, in: snapshot) != nil
  }

  private func isPath(_ path: String) -> Bool {
    isFieldOrRegion(path) || !machine.fields(of: snapshot, below: path).isEmpty
      || fields.contains { PathSelection([path]).contains($0.path.text) }
  }

  /// The shape of the control's field; a text without such a field.
  func shape(ofControl control: ControlState) -> Shape {
    view.shape(ofFieldAt: control.name.text) ?? (control.kind == .secureText ? .secret(.string) : .string)
  }

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
  var rowFields: [FieldState] {
    fields.filter(\.listsRows).flatMap { list in
      machine.fields(of: snapshot, below: list.path.text).dropFirst().flatMap { row in
        [row] + machine.fields(of: snapshot, below: row.path.text)
      }
    }
  }

  func commands(withRows: Bool) -> [CommandState] {
    machine.commands(of: snapshot) + (withRows ? machine.rowCommands(of: snapshot) : [])
  }

  func commandNames(for text: String) -> [String] {
    commands(withRows: text.namesRow).map(\.name.text).named(as: RowIdentities(text, self))
  }
}

extension [String] {
  func named(as rows: RowIdentities?) -> [String] {
    rows.map { rows in compactMap { rows.name(of: $0) } } ?? self
  }
}

/// The row identities for a text such as `items[#32`.
struct RowIdentities {
  private let list: String
  /// By position, such as `[#3238]`; nil without an identity.
  private let names: [String?]

  /// Nil unless the text names a row by identity.
  init?(_ text: String, _ scene: Scene) {
    guard let open = text.utf8.firstIndex(of: UInt8(ascii: "[")), text.utf8[open...].starts(with: "[#".utf8) else {
      return nil
    }
    list = String(text[..<open])
    names = scene.machine.rowNames(of: list, scene.snapshot)
  }

  /// Turns `items[3].like` into `items[#3238].like`; nil without an identity.
  func name(of text: String) -> String? {
    guard let open = text.utf8.firstIndex(of: UInt8(ascii: "[")), Name(String(text[..<open])) == list,
      let close = text.utf8[open...].firstIndex(of: UInt8(ascii: "]")),
      let index = Int(text[text.utf8.index(after: open)..<close]), names.indices.contains(index)
    else { return nil }
    return names[index].map { list + $0 + text[text.utf8.index(after: close)...] }
  }
}
