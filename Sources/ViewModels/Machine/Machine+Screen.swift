import Statecharts

extension Machine {
  /// The screen that a user sees. Reads each control and row.
  public func screen(of snapshot: Snapshot) -> ScreenState {
    let view = View(machine: self, snapshot: snapshot)
    let controls = view.top.map { states(of: $0.screen.controls, $0.owner, view) } ?? []
    return ScreenState(
      pages: view.pages, title: view.model.pages.last?.title ?? "", controls: controls, alert: view.alert?.state,
      hud: view.model.hud, tip: view.model.tip)
  }

  /// The controls of all pages; those of rows as `items[N].like`.
  package var controls: [ControlState] {
    screens.flatMap { page in page.screen.controls.flatMap { [$0] + $0.ofRows } }.map {
      ControlState(name: $0.name, kind: $0.stateKind, label: $0.label, value: .null, isEnabled: true)
    }
  }

  package func control(named name: String) -> ControlState? {
    let known = facts.controls[name] ?? (name.utf8.contains(UInt8(ascii: "[")) ? meant(by: name) : nil)
    return known.map {
      ControlState(
        name: Name(name), kind: $0.stateKind, label: $0.label, value: .null, isEnabled: true, takes: $0.takes)
    }
  }

  /// The input that a control of a page calls.
  package func input(ofControl name: String) -> Name? { meant(by: name)?.input }

  private func meant(by name: String) -> Control? {
    screens.lazy.flatMap(\.screen.controls).compactMap { $0.meant(by: name) }.first
  }

  private func states(of controls: [Control], _ owner: InstanceID, _ view: borrowing View) -> [ControlState] {
    controls.compactMap { control in
      let place = View.ControlPlace(control: control, instance: owner)
      let isDisabled = view.disabled(place) != nil
      switch control.kind {
      case .badge(let field) where view.value(field, from: owner) != .bool(true): return nil
      case .refresh where isDisabled, .banner where isDisabled: return nil
      default: break
      }
      var state = ControlState(
        name: control.name, kind: control.stateKind, label: control.label, value: value(of: control, owner, view),
        isEnabled: !isDisabled, rows: rows(of: control, owner, view))
      if case .string(let text) = state.value {
        state.isComposed = view.composed(in: control.name.text, holding: text) != nil
      }
      state.isEdited = view.model.edited == control.name
      return state
    }
  }

  private func value(of control: Control, _ owner: InstanceID, _ view: borrowing View) -> Value {
    switch control.kind {
    case .text(let bound, _, let isSecure):
      let text = Value.string(view.value(bound, from: owner).revealedText)
      return isSecure ? .secret(text) : text
    case .button, .badge: return .null
    case .label(let field), .scroll(_, let field), .banner(_, let field, _): return view.value(field, from: owner)
    case .refresh(_, let isRefreshing, _): return isRefreshing.map { view.value($0, from: owner) } ?? .null
    case .list: return .int(view.items(of: control, owner).count)
    }
  }

  private func rows(of control: Control, _ owner: InstanceID, _ view: borrowing View) -> [[ControlState]] {
    guard case .list(_, _, let controls) = control.kind else { return [] }
    return view.items(of: control, owner).map { row in
      guard case .reference(let row) = row else { return [] }
      return states(of: controls, row, view)
    }
  }
}

/// Controls by name; the first of equal names counts.
final class ControlTable: Sendable {
  private let places: NamePlaces
  private let controls: [Control]

  init(_ controls: [Control]) {
    places = NamePlaces(controls.map(\.name))
    self.controls = controls
  }

  subscript(name: String) -> Control? { places[Name(name)].map { controls[$0] } }
}

extension MachineFacts {
  func control(named name: String, ofPage screen: Int) -> Control? {
    pageControls.indices.contains(screen) ? pageControls[screen][name] : nil
  }
}

extension Control {
  fileprivate var ofRows: [Control] {
    switch kind {
    case .list(_, _, let controls):
      controls.map { Control(name: "\(name)[N].\($0.name)", label: $0.label, kind: $0.kind) }
    case .text, .button, .label, .badge, .refresh, .scroll, .banner: []
    }
  }

  fileprivate var stateKind: ControlState.Kind {
    switch kind {
    case .text(_, _, let isSecure): isSecure ? .secureText : .text
    case .button: .button
    case .label: .label
    case .badge: .badge
    case .refresh: .refresh
    case .scroll: .scroll
    case .banner: .banner
    case .list: .list
    }
  }
}
