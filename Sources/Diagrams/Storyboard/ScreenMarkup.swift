import Traces

/// A screen in HTML: controls that lead on are links.
struct ScreenMarkup {
  private let frame: Storyboard.Frame
  private let sheet: Int
  private let number: (Int) -> String
  private let moves: [Storyboard.Move.Place: [Storyboard.Move]]
  /// The reason that all controls share, such as an alert in front of them.
  private let cover: String?

  /// - Parameter number: The number of a sheet on the page.
  init(_ frame: Storyboard.Frame, sheet: Int, number: @escaping (Int) -> String) {
    self.frame = frame
    self.sheet = sheet
    self.number = number
    moves = Dictionary(grouping: frame.moves, by: \.place)
    let reasons = Set(frame.reasons.values)
    cover = frame.reasons.count > 1 && reasons.count == 1 && frame.moves.allSatisfy(\.isElsewhere) ? reasons.first : nil
  }

  var lines: [String] {
    let screen = frame.screen
    let title =
      screen.title.isEmpty ? [] : ["<p class=\"title\"\(screen.title.language)>\(screen.title.escapedForMarkup)</p>"]
    let controls = screen.controls.flatMap(lines)
    return [
      "<div class=\"screen\">",
      "<p class=\"pages\">\(screen.pages.map { $0.inSpan() }.joined(separator: " &gt; "))</p>",
    ] + title + note(screen.fault.map { "crashed: \($0)" }) + note(cover)
      + (controls.isEmpty ? [] : ["<ul class=\"controls\">"] + controls + ["</ul>"])
      + over("hud", screen.hud) + alert + over("tip", screen.tip) + ["</div>"] + frame.notes.flatMap(note) + others
  }

  private func note(_ text: String?) -> [String] {
    text.map { ["<p class=\"note\">\($0.inSpan())</p>"] } ?? []
  }

  private func over(_ name: String, _ text: String?) -> [String] {
    text.map { ["<p class=\"over\">\(name): \($0.inSpan())</p>"] } ?? []
  }

  // MARK: Controls

  private func lines(of control: Storyboard.Control) -> [String] {
    let moves = moves[.control(control.name)] ?? []
    let marks = control.marks.map { " <span class=\"mark\">\($0.escapedForMarkup)</span>" }.joined()
    let rows = control.rows.enumerated().flatMap { index, row in
      ["<li>"] + link(to: "[\(index)]", "\(control.name)[\(index)]")
        + ["<ul class=\"controls\">"] + row.flatMap(lines) + ["</ul></li>"]
    }
    return ["<li><code class=\"name\">\(control.name.escapedForMarkup)</code> \(body(of: control, moves))\(marks)"]
      + list(moves, beside: control.kind == .button ? main(of: moves) : nil)
      + (rows.isEmpty ? [] : ["<ol class=\"rows\">"] + rows + ["</ol>"]) + ["</li>"]
  }

  private func body(of control: Storyboard.Control, _ moves: [Storyboard.Move]) -> String {
    let label = control.label.inSpan()
    let value = control.value.inSpan()
    switch control.kind {
    case .button:
      return (main(of: moves).map { link(to: $0, "button", label) } ?? unusable(label, control.name))
        + (control.value.isEmpty ? "" : " \(value)")
    case .field: return "\(label) <span class=\"field\">\(value)</span>"
    case .text, .list: return "\(label) <span class=\"value\">\(value)</span>"
    case .badge: return "<span class=\"badge\">\(label)</span>"
    }
  }

  /// A row or a picture.
  private func link(to label: String, _ name: String) -> [String] {
    let moves = moves[.control(name)] ?? []
    let main = main(of: moves)
    return [main.map { link(to: $0, "button", label) } ?? label] + list(moves, beside: main)
  }

  private func unusable(_ label: String, _ name: String) -> String {
    let reason = cover == nil ? frame.reasons[name].map { " <span class=\"reason\">\($0.inSpan())</span>" } ?? "" : ""
    return "<button type=\"button\" disabled>\(label)\(reason)</button>"
  }

  /// The target of the control itself.
  private func main(of moves: [Storyboard.Move]) -> Storyboard.Move.Target? {
    moves.first(where: \.isPlain)?.targets.first { $0.followsScript && $0.sheet != nil }
  }

  private var alert: [String] {
    guard let alert = frame.screen.alert else { return [] }
    let buttons = alert.buttons.flatMap { title -> [String] in
      let moves = moves[.button(title)] ?? []
      let label = title.inSpan()
      let main = main(of: moves)
      let button = main.map { link(to: $0, "button", label) } ?? "<button type=\"button\" disabled>\(label)</button>"
      return ["<li>\(button)"] + list(moves, beside: main) + ["</li>"]
    }
    return ["<div class=\"over\" role=\"group\" aria-label=\"Alert\">"]
      + [alert.title, alert.message].filter { !$0.isEmpty }.map { "<p\($0.language)>\($0.escapedForMarkup)</p>" }
      + ["<ul class=\"controls\">"] + buttons + ["</ul>", "</div>"]
  }

  // MARK: Moves

  private var others: [String] {
    let moves = moves[.elsewhere] ?? []
    return moves.isEmpty ? [] : ["<p class=\"besides\">Other commands</p>"] + list(moves, beside: nil)
  }

  /// - Parameter main: The target that the control itself has.
  private func list(_ moves: [Storyboard.Move], beside main: Storyboard.Move.Target?) -> [String] {
    let links = moves.flatMap { move in
      move.targets.filter { !move.isPlain || $0 != main }.map {
        "<li>\(link(to: $0, "", "<code>\(move.command.escapedForMarkup)</code>"))</li>"
      }
    }
    return links.isEmpty ? [] : ["<ul class=\"moves\">"] + links + ["</ul>"]
  }

  private func link(to target: Storyboard.Move.Target, _ style: String, _ label: String) -> String {
    let sometimes = target.followsScript ? "" : " <span class=\"mark\">sometimes</span>"
    guard let place = target.sheet else { return "\(label) <span class=\"mark\">not shown</span>\(sometimes)" }
    let name = style.isEmpty ? "" : " class=\"\(style)\""
    let end = place == sheet ? "same screen" : number(place)
    return "<a\(name) href=\"#s\(number(place))\">\(label) <span class=\"to\">\(end)</span></a>\(sometimes)"
  }
}

extension Storyboard.Move {
  fileprivate var isElsewhere: Bool { if case .control = place { false } else { true } }
}

extension String {
  /// A `lang` attribute for a text in Chinese, Japanese or Korean, so that it is read aloud as such.
  var language: String {
    var found = ""
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x3040...0x30FF: return " lang=\"ja\""
      case 0xAC00...0xD7AF, 0x1100...0x11FF: return " lang=\"ko\""
      case 0x3400...0x9FFF, 0x20000...0x3FFFF: found = " lang=\"zh\""
      default: break
      }
    }
    return found
  }

  func inSpan() -> String {
    language.isEmpty ? escapedForMarkup : "<span\(language)>\(escapedForMarkup)</span>"
  }
}
