import Statecharts
import Traces

/// A diagram as a self-contained SVG file for light and dark mode.
///
/// Nothing relies on colour alone: active states have thick borders and bold names, marks have words, missed or
/// removed parts are dashed, and the description is the text form.
struct SVGDiagram {
  private let diagram: Diagram

  init(_ diagram: Diagram) { self.diagram = diagram }

  private static let margin = 16
  private static let titleHeight = 40

  var lines: [String] {
    let parts = GraphicChart.all(of: diagram).map { ChartLayout($0) }
    let shelves = Shelves(parts.map { ($0.width, $0.height) }, gap: 24, width: ChartPlacing.pageWidth)
    let title = PlacedText(text: diagram.title.escapedForDisplay, x: Self.margin, y: Self.margin)
    let description = TextDiagram(diagram: diagram, width: 10_000).lines.joined(separator: "\n")
    var svg = SVGWriter(
      width: max(shelves.width, title.frame.width) + 2 * Self.margin,
      height: shelves.height + Self.titleHeight + 2 * Self.margin, title: title.text, description: description,
      style: Self.style)
    svg.begin("defs")
    svg.begin(
      "marker",
      [
        "id": "arrow", "viewBox": "0 0 8 8", "refX": "7", "refY": "4", "markerWidth": "8", "markerHeight": "8",
        "orient": "auto",
      ])
    svg.element("path", ["class": "head", "d": "M0 0 8 4 0 8Z"])
    svg.end()
    svg.end()
    svg.text(title, class: "title")
    for (part, place) in zip(parts, shelves.places) {
      var part = part
      part.move(Self.margin + place.x, Self.margin + Self.titleHeight + place.y)
      add(part, to: &svg)
    }
    return svg.finished()
  }

  private func add(_ layout: ChartLayout, to svg: inout SVGWriter) {
    for box in layout.boxes { add(box, of: layout.chart, to: &svg) }
    for start in layout.starts {
      svg.element(
        "circle", ["class": "dot", "cx": "\(start.x - ChartLayout.startLength)", "cy": "\(start.y)", "r": "4"])
      svg.element("path", ["class": "edge", "d": "M\(start.x - ChartLayout.startLength) \(start.y)H\(start.x)"])
    }
    let names = TargetNames(layout.chart.chart)
    for edge in layout.edges { add(edge, names, to: &svg) }
  }

  private func add(_ box: ChartLayout.Box, of chart: GraphicChart, to svg: inout SVGWriter) {
    let row = chart.chart.states[box.state]
    let isRegion = row.parent.map { chart.chart.states[$0].kind == .parallel } ?? false
    let marks =
      (box.isComposite ? ["around"] : ["state"]) + (isRegion ? ["region"] : [])
      + (chart.isActive(box.state) ? ["active"] : chart.mark(ofState: box.state).map { [$0.rawValue] } ?? [])
    svg.begin("g")
    svg.element("title", [:], chart.markedName(of: box.state))
    svg.rectangle(box.frame, class: marks.joined(separator: " "), radius: row.isHistory ? 18 : 8)
    if row.kind == .final {
      let inner = Frame(
        x: box.frame.x + 3, y: box.frame.y + 3, width: box.frame.width - 6, height: box.frame.height - 6)
      svg.rectangle(inner, class: "around", radius: 6)
    }
    for (index, text) in box.texts.enumerated() {
      let isName = index < box.nameCount
      svg.text(text, class: isName ? (chart.isActive(box.state) ? "name now" : "name") : "note")
    }
    svg.end()
  }

  private func add(_ edge: ChartLayout.Edge, _ names: TargetNames, to svg: inout SVGWriter) {
    let mark = "edge" + (edge.arrow.mark.map { " \($0.rawValue)" } ?? "")
    svg.begin("g")
    svg.element(
      "title", [:], "\(names.list([edge.arrow.source])) -> \(names.list(edge.arrow.targets)): \(edge.arrow.label)")
    for end in edge.ends {
      svg.element(
        "path",
        [
          "class": mark, "marker-end": "url(#arrow)", "d": "M\(edge.x) \(edge.y)H\(edge.lane)V\(end.y)H\(end.x)",
        ])
    }
    for text in edge.label { svg.text(text, class: "label") }
    svg.end()
  }

  static let text = [
    "svg{background:#fff;color-scheme:light dark}",
    "text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#1f2328;white-space:pre}",
  ]

  private static let style =
    text + [
      ".title{font-weight:bold;font-size:16px}",
      ".now{font-weight:bold}",
      ".note,.label{fill:#424a53}",
      ".state{fill:#f6f8fa;stroke:#57606a}",
      ".around{fill:none;stroke:#8c959f}",
      ".region{stroke-dasharray:6 4}",
      ".taken,.added{fill:#dafbe1}",
      ".missed,.removed{fill:#ffebe9;stroke-dasharray:3 3}",
      ".changed{fill:#ddf4ff}",
      ".active{stroke:#9a6700;stroke-width:3}",
      ".state.active{fill:#fff8c5}",
      ".edge{fill:none;stroke:#57606a}",
      ".edge.added{stroke:#1a7f37}",
      ".edge.removed{stroke:#cf222e}",
      ".dot,.head{fill:#57606a}",
      "@media(prefers-color-scheme:dark){",
      "svg{background:#0d1117}",
      "text{fill:#e6edf3}",
      ".note,.label{fill:#b1bac4}",
      ".state{fill:#161b22;stroke:#8b949e}",
      ".around{fill:none;stroke:#6e7681}",
      ".taken,.added{fill:#12361f}",
      ".missed,.removed{fill:#40161a}",
      ".changed{fill:#0c2d4a}",
      ".active{stroke:#d29922}",
      ".state.active{fill:#3b2f0b}",
      ".edge{fill:none;stroke:#8b949e}",
      ".edge.added{stroke:#3fb950}",
      ".edge.removed{stroke:#f85149}",
      ".dot,.head{fill:#8b949e}",
      "}",
    ]
}
