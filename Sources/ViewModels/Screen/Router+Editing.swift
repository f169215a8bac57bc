import Statecharts

/// Which text field is being edited. Beginning, ending and the return key tell of an edit, though the text is what it was,
/// as `rac_textSignal` sends for every editing event of UIKit.
extension Router {
  /// Begins to edit a text field; the one that was being edited ends.
  func beginEditing(_ name: String, _ turn: borrowing TurnContext, _ navigation: Ref<Navigation>) {
    endEditing(turn, navigation)
    turn.handle(of: navigation).edited = name
    tellEdit(of: name, turn, navigation)
  }

  /// Presses the return key: the field tells of it, and then that it ends.
  func pressReturn(_ turn: borrowing TurnContext, _ navigation: Ref<Navigation>) {
    guard let name = turn.handle(of: navigation).edited else { return }
    tellEdit(of: name, turn, navigation)
    endEditing(turn, navigation)
  }

  /// Ends editing; does nothing when no text field is being edited.
  func endEditing(_ turn: borrowing TurnContext, _ navigation: Ref<Navigation>) {
    guard let name = turn.handle(of: navigation).edited else { return }
    turn.handle(of: navigation).edited = nil
    tellEdit(of: name, turn, navigation)
  }

  private func tellEdit(of name: String, _ turn: borrowing TurnContext, _ navigation: Ref<Navigation>) {
    guard let (screen, owner) = topScreen(turn, navigation),
      let control = screen.controls.first(where: { $0.name == name }),
      case .text(let bound, let edited?, _) = control.kind
    else { return }
    let path = [turn.path(of: owner), bound.path].filter { !$0.isEmpty }.joined(separator: ".")
    let view = bound.path.isEmpty ? owner : turn.machine(at: path)
    guard let view, let text = turn.port(bound.field, of: view), let subject = turn.port(edited, of: view) else {
      return
    }
    let value = turn.read(view, port: text)
    turn.send(.string(String(value) ?? Secret<String>(value)?.revealed ?? ""), by: view, port: subject)
  }
}
