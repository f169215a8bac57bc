import Statecharts
import Traces

/// A run as an SVG drawing, with the commands below.
struct SVGTimeline {
  private let picture: RunPicture
  private let timeline: Timeline

  init(_ picture: RunPicture) {
    self.picture = picture
    timeline = Timeline(picture)
  }

  private static let margin = 16
  private static let headHeight = 40
  private static let commandWidth = 100

  var lines: [String] {
    let layout = TimelineLayout(timeline, x: Self.margin, y: Self.margin + Self.headHeight)
    let title = PlacedText(text: picture.heading, x: Self.margin, y: Self.margin)
    let top = layout.height + Self.headHeight + 2 * Self.margin
    let commands = PlacedText.column(commandTexts, x: Self.margin, y: top)
    let width = ([layout.width, title.frame.width] + commands.map(\.frame.width)).max() ?? 0
    var svg = SVGWriter(
      width: width + 2 * Self.margin, height: top + commands.count * PlacedText.lineHeight + Self.margin,
      title: picture.heading, description: description, style: SVGDiagram.text + Self.style)
    svg.text(title, class: "title")
    add(layout, to: &svg) { _ in nil }
    for command in commands { svg.text(command, class: "note") }
    return svg.finished()
  }

  /// The lines for a page; each step links to its place there.
  func lines(link: (Int) -> String) -> [String] {
    let layout = TimelineLayout(timeline, x: 4, y: 0)
    var svg = SVGWriter(
      width: layout.width + 8, height: layout.height + 4, title: "Timeline of \(picture.heading)",
      description: description,
      style: [])
    add(layout, to: &svg) { link($0) }
    return svg.finished()
  }

  private var hidden: [String] {
    timeline.hiddenCount == 0 ? [] : ["\(timeline.hiddenCount) more lanes are not shown"]
  }

  private var description: String {
    (timeline.lanes.map(timeline.description) + hidden).joined(separator: "\n")
  }

  private var commandTexts: [String] {
    let digits = "\(picture.steps.count - 1)".utf8.count
    return hidden
      + picture.steps.enumerated().map { number, step in
        let command = step.command.isEmpty ? "opened" : step.command
        let text = "\("\(number)".paddedLeft(toWidth: digits))  \(command.escapedForDisplay)"
        return text.truncated(toWidth: Self.commandWidth) + "  \(step.time)ms"
      }
  }

  private func add(_ layout: TimelineLayout, to svg: inout SVGWriter, link: (Int) -> String?) {
    for (number, step) in layout.steps.enumerated() {
      let target = link(number)
      if let target { svg.begin("a", ["class": "mark", "href": target, "tabindex": "-1"]) }
      let command = picture.steps[number].command
      svg.begin("g")
      svg.element("title", [:], "\(number): \(command.isEmpty ? "opened" : command)")
      svg.rectangle(step.frame, class: number.isMultiple(of: 2) ? "step" : "step odd")
      svg.text(step.number, class: "number")
      svg.end()
      if target != nil { svg.end() }
    }
    for time in layout.times { svg.text(time, class: "note") }
    for name in layout.names { svg.text(name, class: "lane") }
    for bar in layout.bars {
      let lane = timeline.lanes[bar.lane]
      svg.begin("g", ["class": "bar"])
      svg.element("title", [:], "\(lane.name): \(bar.span.text)")
      svg.rectangle(
        bar.frame, class: lane.kind == .region ? "region-bar" : "request-bar \(mood(bar.span.text))", radius: 4)
      svg.text(bar.text, class: "state-name")
      svg.end()
    }
  }

  private func mood(_ text: String) -> String {
    switch text {
    case "ok": "good"
    case "fail", "error": "bad"
    default: "open"
    }
  }

  static let style = [
    ".title{font-weight:bold;font-size:16px}",
    ".note{fill:#424a53}",
    ".lane,.number{font-weight:bold}",
    ".step{fill:transparent;stroke:#d0d7de}",
    ".odd{fill:#f6f8fa}",
    ".bar{pointer-events:none}",
    ".region-bar{fill:#ddf4ff;stroke:#0969da}",
    ".request-bar{fill:#fff8c5;stroke:#9a6700;stroke-dasharray:4 2}",
    ".good{fill:#dafbe1;stroke:#1a7f37;stroke-dasharray:none}",
    ".bad{fill:#ffebe9;stroke:#cf222e;stroke-dasharray:none}",
    "@media(prefers-color-scheme:dark){",
    "svg{background:#0d1117}",
    "text{fill:#e6edf3}",
    ".note{fill:#b1bac4}",
    ".step{stroke:#30363d}",
    ".odd{fill:#161b22}",
    ".region-bar{fill:#0c2d4b;stroke:#4493f8}",
    ".request-bar{fill:#3b2f0b;stroke:#d29922}",
    ".good{fill:#12361f;stroke:#3fb950}",
    ".bad{fill:#40161a;stroke:#f85149}",
    "}",
  ]
}
