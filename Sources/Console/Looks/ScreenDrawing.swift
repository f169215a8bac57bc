import Traces
import ViewModels

/// The simulated screen in ASCII, aligned for wide characters.
struct ScreenDrawing {
  /// In columns.
  static let widestText = 32

  private let screen: ScreenState
  private let page: Int
  private let width: Int

  /// - Parameter page: Which ten rows of long lists, from 1.
  init(_ screen: ScreenState, page: Int = 1, width: Int) {
    self.screen = screen
    self.page = page
    self.width = width
  }

  var pageCount: Int { screen.controls.map { RowsDrawing($0, page: 1).pageCount }.max() ?? 1 }

  var lines: [String] {
    let (hud, tip) = (screen.hud.map { box(["hud", $0]) }, screen.tip.map { ["tip: \($0.escapedForDisplay)"] })
    let lines = heading + controls + (hud ?? []) + alert + (tip ?? [])
    return lines.map { $0.truncated(toWidth: max(width, 22) - 2).trimmingBlanks }  // two blanks stand in front
  }

  private var heading: [String] {
    let stack = screen.pages.map(\.text.escapedForDisplay).joined(separator: " > ")
    let title = "== \(screen.title.escapedForDisplay) =="
    return screen.title.isEmpty ? [stack] : [stack, title]
  }

  // MARK: Controls

  private var controls: [String] {
    let nameWidth = screen.controls.map(\.name.text.escapedForDisplay.displayWidth).max() ?? 0
    let labelWidth = screen.controls.filter(\.showsLabelBefore).map(\.label.escapedForDisplay.displayWidth).max() ?? 0
    return screen.controls.flatMap { control in
      let name = control.name.text.escapedForDisplay.padded(toWidth: nameWidth)
      let rows = RowsDrawing(control, page: page, width: max(width, 22) - 4).lines
      return ["\(name)  \(body(of: control, labelWidth))"] + rows.map { "  " + $0 }
    }
  }

  private func body(of control: ControlState, _ labelWidth: Int) -> String {
    let label = control.label.escapedForDisplay
    let mark =
      (control.isEnabled ? "" : "  disabled")
      + (control.isComposed ? "  composing" : control.isEdited ? "  editing" : "")
    return switch control.kind {
    case .text: "\(before(label, labelWidth))[\(text(of: control.value))]\(mark)"
    case .secureText: "\(before(label, labelWidth))[\(control.value.secretText)]\(mark)"
    case .button: "( \(label) )\(mark)"
    case .refresh: "( \(label) )\(control.value == .bool(true) ? "  refreshing" : "")"
    case .label, .scroll: "\(before(label, labelWidth))\(text(of: control.value))\(mark)"
    case .badge: "<\(label)>"
    case .banner, .list: "\(before(label, labelWidth))\(RowsDrawing(control, page: page).title)"
    }
  }

  private func before(_ label: String, _ width: Int) -> String {
    width == 0 ? "" : label.padded(toWidth: width) + " "
  }

  private func text(of value: Value) -> String { value.shown(toWidth: Self.widestText) }

  // MARK: What covers it

  private var alert: [String] {
    guard let alert = screen.alert else { return [] }
    let texts = ["alert", alert.title, alert.message].filter { !$0.isEmpty }
    return box(texts + [alert.buttons.map { "( \($0) )" }.joined(separator: "  ")])
  }

  /// Never cuts, so that messages are complete.
  private func wrapped(_ text: String, toWidth width: Int) -> [String] {
    var lines = [""]
    for character in text {
      let isFull = (lines.last ?? "").displayWidth + String(character).displayWidth > width
      if isFull { lines.append("") }
      lines[lines.count - 1].append(character)
    }
    return lines
  }

  private func box(_ texts: [String]) -> [String] {
    let inside = max(width, 22) - 6  // the frame, and the two blanks in front of all talk
    let name = texts.first ?? ""
    let lines = texts.dropFirst().flatMap { wrapped($0.escapedForDisplay, toWidth: inside) }
    let widest = max(lines.map(\.displayWidth).max() ?? 0, name.displayWidth + 1)
    let top = "+- \(name) " + String(repeating: "-", count: widest - name.displayWidth - 1) + "+"
    let bottom = "+" + String(repeating: "-", count: widest + 2) + "+"
    return [top] + lines.map { "| \($0.padded(toWidth: widest)) |" } + [bottom]
  }
}

extension ControlState {
  fileprivate var showsLabelBefore: Bool { ![.button, .refresh, .badge].contains(kind) }
}

extension Value {
  /// The value on a screen, in at most so many columns, with secrets masked.
  package func shown(toWidth width: Int) -> String {
    switch self {
    case .string(let text): text.escapedForDisplay.truncated(toWidth: width)
    case .null: ""
    case .secret: secretText
    default: ValuePrinter(.folded).text(of: self).truncated(toWidth: width)
    }
  }

  /// Whether a secret is empty is not secret, because guards often depend on it.
  var secretText: String {
    [.null, .string(""), .list([])].contains(revealed) ? "<secret, empty>" : "<secret>"
  }
}
