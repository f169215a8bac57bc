import Statecharts

extension Machine {
  public func screen(of snapshot: Snapshot) -> ScreenState {
    let view = View(machine: self, snapshot: snapshot)
    let model = view.model
    return ScreenState(
      pages: view.pages, title: model.titles.last ?? layout.title,
      controls: view.showsControls ? layout.controls.map { state(of: $0, view) } : [], alert: view.alert?.state,
      hud: model.hud, tip: model.tip)
  }

  /// The names of the controls that some page has, whether it is shown or not.
  public var controls: [String] { layout.controls.map(\.name) }

  private func state(of control: Control, _ view: View) -> ControlState {
    switch control.kind {
    case .text(_, _, _, let isSecure):
      let text = Value.string(view.textField(named: control.name).map(view.text) ?? "")
      return ControlState(
        name: control.name, kind: isSecure ? .secureText : .text, label: control.label,
        value: isSecure ? .secret(text) : text, isEnabled: true)
    case .button:
      let button = view.button(named: control.name)
      return ControlState(
        name: control.name, kind: .button, label: control.label, value: .null,
        isEnabled: button.map { view.disabled($0) == nil } ?? false)
    case .label(let path, let field):
      let place = view.place(path, field)
      let value = place.map { view.snapshot.read($0.instance, port: $0.port, program) } ?? .null
      return ControlState(name: control.name, kind: .label, label: control.label, value: value, isEnabled: true)
    }
  }
}
