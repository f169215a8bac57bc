import Statecharts

/// A machine's top page in a snapshot, which it borrows. Noncopyable, so that queries copy neither.
package struct View: ~Copyable, Sendable {
  package let machine: Machine
  private let lent: LentSnapshot
  let navigation: Ref<Navigation>
  /// Points into the snapshot.
  private nonisolated(unsafe) let modelPlace: UnsafePointer<Navigation.Model>

  package init(machine: consuming Machine, snapshot: consuming Snapshot) {
    self.init(machine: machine, LentSnapshot(snapshot))
  }

  init(machine: consuming Machine, _ lent: consuming LentSnapshot) {
    let id = lent.snapshot.instance(at: Navigation.path, machine.program) ?? InstanceID(0)
    navigation = Ref(id)
    modelPlace = lent.snapshot.location(of: id, as: Navigation.Model.self) ?? Navigation.nothing
    self.machine = machine
    self.lent = lent
  }

  /// Borrows the kernel's snapshot while `body` runs.
  static func look<Result>(_ machine: Machine, at kernel: inout Kernel, _ body: (borrowing View) -> Result) -> Result {
    kernel.lendingSnapshot { lent in
      let view = View(machine: machine, lent)
      let result = body(view)
      lent = view.end()
      return result
    }
  }

  consuming func end() -> LentSnapshot { lent }

  package var snapshot: Snapshot { _read { yield lent.snapshot } }

  var model: Navigation.Model { unsafeAddress { modelPlace } }

  struct TextField: Sendable {
    let instance: InstanceID
    let port: Int
    /// The port of the subject that reports edits.
    let edited: Int?
    let isSecure: Bool
  }

  struct FieldPlace {
    let instance: InstanceID
    let port: Int
    let definition: FieldDefinition
  }

  func entry(_ id: InstanceID) -> Snapshot.MachineEntry? { snapshot.machineEntry(id, machine.program) }

  var root: InstanceID { snapshot.instance(at: "", machine.program) ?? InstanceID(0) }

  var top: (owner: InstanceID, screen: Screen)? {
    guard let model = model.pages.last?.model, machine.screens.indices.contains(model.screen) else { return nil }
    return (model.owner, machine.screens[model.screen].screen)
  }

  var pages: [Name] { model.pages.map(\.name) }

  var alert: (state: AlertState, buttons: [AlertButton])? {
    guard let shown = model.alerts.first, machine.screens.indices.contains(shown.screen) else { return nil }
    let routes = machine.screens[shown.screen].screen.routes
    guard routes.indices.contains(shown.route), case .alert(let title, let buttons) = routes[shown.route].kind else {
      return nil
    }
    return (AlertState(title: title, message: shown.message, buttons: buttons.map(\.title)), buttons)
  }

  // MARK: Obstacles

  var cover: Refusal.Cover? {
    if let alert { return .alert(title: alert.state.title) }
    if let hud = model.hud, model.hudCovers { return .hud(hud) }
    return nil
  }

  func absence(of name: String) -> Refusal {
    let isOnTop = top?.screen.controls.contains { $0.meant(by: name) != nil } ?? false
    if isOnTop { return missingRow(name) }
    let isKnown = machine.screens.contains { $0.screen.controls.contains { $0.meant(by: name) != nil } }
    return isKnown ? .notOnPage(pages.last?.text ?? "") : .unknownControl
  }

  private func missingRow(_ name: String) -> Refusal {
    let list = ControlName(name).base
    guard let owner = top?.owner, let control = top?.screen.controls.first(where: { $0.name == list }) else {
      return .noRow()
    }
    return .noRow(list: list, count: items(of: control, owner).count)
  }

  // MARK: Reading

  func place(_ bound: Bound, from owner: InstanceID) -> (instance: InstanceID, port: Int)? {
    guard let instance = bound.path.isEmpty ? owner : child(bound.path.text, of: owner),
      let template = snapshot.template(of: instance),
      let port = machine.program.templates[template].port(named: bound.field)
    else { return nil }
    return (instance, port)
  }

  func value(_ bound: Bound, from owner: InstanceID) -> Value {
    place(bound, from: owner).map { snapshot.read($0.instance, port: $0.port, machine.program) } ?? .null
  }

  func items(of control: Control, _ owner: InstanceID) -> [Value] {
    guard let rows = control.rows, case .list(let values) = value(rows, from: owner) else { return [] }
    return values
  }

  func textField(named name: String) -> TextField? { place(of: name).flatMap { textField(at: $0) } }

  func textField(at place: ControlPlace) -> TextField? {
    guard case .text(let bound, let edited, let isSecure) = place.control.kind,
      let text = self.place(bound, from: place.instance)
    else { return nil }
    let subject = edited.flatMap { self.place(Bound(path: bound.path, field: $0), from: place.instance)?.port }
    return TextField(instance: text.instance, port: text.port, edited: subject, isSecure: isSecure)
  }

  func text(of field: TextField) -> String {
    snapshot.read(field.instance, port: field.port, machine.program).revealedText
  }

  /// A field is preferred to the path, because two pages of one kind each have their own instance.
  private func child(_ name: String, of owner: InstanceID) -> InstanceID? {
    if let child = snapshot.child(name, of: owner, machine.program), snapshot.template(of: child) != nil {
      return child
    }
    let prefix = entry(owner)?.path ?? ""
    return snapshot.instance(at: prefix.isEmpty ? name : "\(prefix).\(name)", machine.program)
  }

  /// The field at a path: `name`, `user.name`, `items[3].total`.
  func field(at path: String) -> FieldPlace? {
    guard let place = split(path) else { return nil }
    return machine.program.withTemplate(place.template) { template -> FieldPlace? in
      guard let port = template.port(named: place.name), port < template.fields.count else { return nil }
      return FieldPlace(instance: place.instance, port: port, definition: template.fields[port])
    }
  }

  package func shape(ofFieldAt path: String) -> Shape? {
    guard let place = split(path) else { return nil }
    let port = machine.program.withTemplate(place.template) { $0.port(named: place.name) }
    let fields = machine.fieldFacts(of: place.template)
    return port.flatMap { fields.indices.contains($0) ? fields[$0].shape : nil }
  }

  /// The owner of an input: `login`, `goods.pullDown`, `items[3].like`.
  func input(named name: String) -> (owner: InstanceID, input: Name)? {
    guard let place = split(name) else { return nil }
    return machine.templates[place.template].inputPlaces[place.name].map { _ in (place.instance, place.name) }
  }

  private func split(_ path: String) -> (instance: InstanceID, template: Int, name: Name)? {
    guard let (instance, name) = snapshot.split(path, machine.program), instance != navigation.id,
      let template = snapshot.template(of: instance)
    else { return nil }
    return (instance, template, Name(name))
  }
}
