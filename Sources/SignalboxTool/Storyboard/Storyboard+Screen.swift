import Console
import Diagrams
import Statecharts
import Traces
import ViewModels

extension Storyboard.Screen {
  /// In columns.
  private static let widestText = 200

  /// The screen of a state, with the first rows of long lists.
  init(_ machine: Machine, _ snapshot: Snapshot) {
    let screen = machine.screen(of: snapshot)
    self.init(pages: screen.pages.map(\.text), title: screen.title, controls: screen.controls.map { Self.control($0) })
    alert = screen.alert.map { Storyboard.Alert(title: $0.title, message: $0.message, buttons: $0.buttons) }
    hud = screen.hud
    tip = screen.tip
    fault = snapshot.fault
  }

  private static func control(_ state: ControlState, in row: String = "") -> Storyboard.Control {
    let name = "\(row)\(state.name)"
    let (kind, value): (Storyboard.Control.Kind, String) =
      switch state.kind {
      case .text, .secureText: (.field, state.value.shown(toWidth: widestText))
      case .button: (.button, "")
      case .refresh: (.button, state.value == .bool(true) ? "refreshing" : "")
      case .label, .scroll: (.text, state.value.shown(toWidth: widestText))
      case .badge: (.badge, "")
      case .banner, .list: (.list, RowsDrawing(state, page: 1).title)
      }
    let count = if case .list(let pictures) = state.value { pictures.count } else { state.rows.count }
    let marks = [
      (!state.isEnabled, "disabled"), (state.isEdited, "editing"), (state.isComposed, "composing"),
      (kind == .list && count > RowsDrawing.rowsOnPage, "only the first \(RowsDrawing.rowsOnPage) are shown"),
    ]
    var control = Storyboard.Control(
      kind, name: name, label: state.label, value: value, marks: marks.filter(\.0).map(\.1))
    control.rows = rows(of: state).enumerated().map { index, row in
      row.map { Self.control($0, in: "\(name)[\(index)].") }
    }
    return control
  }

  private static func rows(of state: ControlState) -> [[ControlState]] {
    guard state.kind == .banner, case .list(let pictures) = state.value else {
      return Array(state.rows.prefix(RowsDrawing.rowsOnPage))
    }
    return pictures.prefix(RowsDrawing.rowsOnPage).map { picture in
      [ControlState(name: "picture", kind: .label, label: "", value: picture, isEnabled: true)]
    }
  }
}
