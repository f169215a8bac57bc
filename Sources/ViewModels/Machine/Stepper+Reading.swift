import Statecharts

/// For hosts that keep a machine running, such as an app.
extension Stepper {
  /// Borrows the current state while `body` runs.
  package mutating func look<Result>(_ body: (borrowing View) -> Result) -> Result {
    View.look(machine, at: &kernel, body)
  }

  /// The virtual time of the next work; nil without work, or after a crash.
  package var nextDue: Int? { hasCrashed ? nil : kernel.snapshot.nextDue }
  package var fault: String? { kernel.snapshot.fault }
  package var store: [Member] { kernel.snapshot.store }

  /// From now on, notes each machine that is made.
  package mutating func noteMadeMachines() { kernel.watchers.made = [] }

  /// The machines made since the last call. A number may have belonged to a machine that is gone.
  package mutating func takeMadeMachines() -> [InstanceID] {
    guard let made = kernel.watchers.made, !made.isEmpty else { return [] }
    kernel.watchers.made = []
    return made
  }

  /// Whether instances ended since the last call.
  package mutating func takeEnds() -> Bool {
    defer { kernel.watchers.haveEnded = false }
    return kernel.watchers.haveEnded
  }
}

extension View {
  /// A page of the stack. Without an instance, it has no view model.
  package struct OpenPage: Hashable, Sendable {
    package let name: Name
    package let title: String
    package let instance: InstanceID?
  }

  package var openPages: [OpenPage] {
    model.pages.map { OpenPage(name: $0.name, title: $0.title, instance: $0.model?.owner) }
  }

  package var alertState: AlertState? { alert?.state }
  package var hud: String? { model.hud }
  package var tip: String? { model.tip }
  package var rootInstance: InstanceID { root }

  /// The stimulus of a user who calls an input: a tap on its control if the top page has one, else the program's call.
  package func stimulus(calling input: Name, of instance: InstanceID, _ value: Value) -> Stimulus {
    if let (name, control) = control(calling: input, of: instance) {
      switch control.kind {
      case .list, .banner: if let index = Int(value) { return .tap(control: "\(name)[\(index)]", nil) }
      default: return .tap(control: name, value == .null ? nil : value)
      }
    }
    let path = snapshot.path(of: instance, machine.program)
    return .send(input: path.isEmpty ? input.text : "\(path).\(input)", value == .null ? nil : value)
  }

  private func control(calling input: Name, of instance: InstanceID) -> (name: String, control: Control)? {
    guard let (owner, screen) = top else { return nil }
    if owner == instance, let control = screen.controls.first(where: { $0.input == input }) {
      return (control.name.text, control)
    }
    for list in screen.controls {
      guard case .list(_, _, let controls) = list.kind, let control = controls.first(where: { $0.input == input }),
        let index = items(of: list, owner).firstIndex(of: .reference(instance))
      else { continue }
      return ("\(list.name)[\(index)].\(control.name)", control)
    }
    return nil
  }

  /// The stimulus of a user who changes a field; nil if no control of the top page edits it.
  package func stimulus(editing port: Int, of instance: InstanceID, _ value: Value) -> Stimulus? {
    guard let (owner, screen) = top, let template = snapshot.template(of: instance) else { return nil }
    let own = machine.program.templates[template].fields[port].name
    func shows(_ bound: Bound) -> Bool {
      guard let place = place(bound, from: owner) else { return false }
      return place.instance == instance && place.port == port
    }
    for control in screen.controls {
      switch control.kind {
      case .text(let bound, _, _) where shows(bound) || owner == instance && control.name == own:
        return .set(control: control.name.text, value)
      case .scroll(_, let bound) where shows(bound): return .tap(control: control.name.text, value)
      default: break
      }
    }
    return nil
  }
}

extension Machine {
  /// The regions of an instance, by their own names.
  package func regions(of instance: InstanceID, in snapshot: Snapshot) -> [(region: Name, state: String)] {
    snapshot.machineEntry(instance, program).map { regions(of: $0, at: "", snapshot) } ?? []
  }

  /// Whether a control of any page edits a field with this name.
  package func edits(_ field: Name) -> Bool {
    screens.contains { page in
      page.screen.controls.contains { control in
        switch control.kind {
        case .text(let bound, _, _): bound.field == field || control.name == field
        case .scroll(_, let bound): bound.field == field
        default: false
        }
      }
    }
  }

  /// The services that the outside answers.
  package var outsideServices: [Name] { program.services.filter { $0.instance == nil }.map(\.name) }

  /// The inputs that have the name of a field of their view model: `Login.name`.
  package var inputsNamedAsFields: [Name] {
    templates.flatMap { defined in
      defined.inputs.filter { input in defined.fields.contains { $0.name == input.name } }.map {
        "\(defined.template.name).\($0.name)"
      }
    }
  }
}

extension ViewModel {
  package static func port(ofField path: AnyKeyPath) -> Int? { Tokens.table(of: Self.self).port(of: path) }
}
