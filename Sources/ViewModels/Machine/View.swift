import Statecharts

/// A machine's screen over one snapshot: where its controls end, and what stands in the way of using them.
struct View {
  let machine: Machine
  let snapshot: Snapshot
  /// The machine instances of the snapshot, listed once.
  let entries: [Snapshot.MachineEntry]

  init(machine: Machine, snapshot: Snapshot) {
    self.machine = machine
    self.snapshot = snapshot
    entries = snapshot.machines
  }

  struct TextField {
    let instance: InstanceID
    let port: Int
    /// The port of the subject that tells of edits.
    let edited: Int?
    let isSecure: Bool
  }

  struct Button {
    let input: String
    let enabled: (instance: InstanceID, port: Int, name: String)?
  }

  struct FieldPlace {
    let instance: InstanceID
    let port: Int
    let definition: FieldDefinition
  }

  /// Returns the instance at a path; the first of several.
  private func entry(at path: String) -> Snapshot.MachineEntry? {
    entries.first { $0.path.utf8.elementsEqual(path.utf8) }
  }

  var root: InstanceID { entry(at: "")?.id ?? InstanceID(0) }

  var navigation: Ref<Navigation> {
    Ref(entry(at: Navigation.path)?.id ?? InstanceID(0))
  }

  /// The navigation's model as it stands.
  var model: Navigation.Model {
    snapshot.model(of: navigation.id, as: Navigation.Model.self) ?? Navigation.Model()
  }

  /// The alert on top, and the input that its buttons call.
  var alert: (state: AlertState, dismissed: String?)? {
    guard case .list(let parts)? = model.alerts.first, parts.count == 2, case .int(let index) = parts[0],
      case .string(let message) = parts[1], machine.layout.routes.indices.contains(index),
      case .alert(let title, let buttons, let dismissed) = machine.layout.routes[index].kind
    else { return nil }
    return (AlertState(title: title, message: message, buttons: buttons), dismissed)
  }

  /// The pages on the stack; the second of a name is `home'2`.
  var pages: [String] {
    let names = model.pages
    return names.indices.map { index in
      let count = names[...index].count { $0.utf8.elementsEqual(names[index].utf8) }
      return count == 1 ? names[index] : "\(names[index])'\(count)"
    }
  }

  /// Whether the page that shows the controls is on top.
  var showsControls: Bool { model.pages.count <= 1 }

  /// Returns why a control cannot be used now; `nil` when nothing is in the way.
  func obstacle(to name: String) -> String? {
    if let alert { return "covered by the alert '\(alert.state.title)'" }
    if let hud = model.hud { return "covered by the HUD '\(hud)'" }
    if !showsControls { return "not on the page \(pages.last ?? "")" }
    if !machine.layout.controls.contains(where: { $0.name == name }) { return "this variant has no such control" }
    return nil
  }

  /// Returns why a button is disabled; `nil` when it is enabled.
  func disabled(_ button: Button) -> String? {
    guard let enabled = button.enabled else { return nil }
    let value = snapshot.read(enabled.instance, port: enabled.port, machine.program)
    return value == .bool(true) ? nil : "disabled, \(enabled.name) is \(value == .bool(false) ? "false" : "not set")"
  }

  func control(named name: String) -> Control? { machine.layout.controls.first { $0.name == name } }

  func textField(named name: String) -> TextField? {
    guard case .text(let path, let field, let edited, let isSecure)? = control(named: name)?.kind,
      let place = place(path, field)
    else { return nil }
    let subject = edited.flatMap { self.place(path, $0)?.port }
    return TextField(instance: place.instance, port: place.port, edited: subject, isSecure: isSecure)
  }

  func button(named name: String) -> Button? {
    guard case .button(let input, let enabled)? = control(named: name)?.kind else { return nil }
    guard let enabled else { return Button(input: input, enabled: nil) }
    guard let place = place(enabled.path, enabled.field) else { return nil }
    return Button(input: input, enabled: (place.instance, place.port, enabled.field))
  }

  /// Returns the text that a field shows; nothing is an empty text.
  func text(of field: TextField) -> String {
    let value = snapshot.read(field.instance, port: field.port, machine.program)
    return String(value) ?? Secret<String>(value)?.revealed ?? ""
  }

  /// Returns where a field or subject of the instance at a path is.
  func place(_ path: String, _ name: String) -> (instance: InstanceID, port: Int)? {
    guard let entry = entry(at: path),
      let port = machine.program.templates[entry.template].port(named: name)
    else { return nil }
    return (entry.id, port)
  }

  /// Returns the field that the console calls by a path: `name`, `user.name`.
  func field(at path: String) -> FieldPlace? {
    for entry in entries where entry.path != Navigation.path {
      let prefix = entry.path.isEmpty ? "" : entry.path + "."
      guard path.utf8.starts(with: prefix.utf8) else { continue }
      let name = String(decoding: path.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
      let template = machine.program.templates[entry.template]
      guard let port = template.port(named: name), port < template.fields.count else { continue }
      return FieldPlace(instance: entry.id, port: port, definition: template.fields[port])
    }
    return nil
  }
}
