import Statecharts
import Traces

/// A diagram for Graphviz's `dot`.
///
/// Composite states are clusters. `dot` has no edges between clusters, so edges connect invisible points in them
/// and are clipped at the borders.
struct DotDiagram {
  private let diagram: Diagram

  init(_ diagram: Diagram) { self.diagram = diagram }

  var lines: [String] {
    let title = quoted([diagram.title.escapedForDisplay])
    var lines = [
      "digraph \(title) {",
      "  graph [label=\(title), labelloc=t, compound=true, newrank=true, fontname=\"sans-serif\"];",
      "  node [shape=box, style=rounded, fontname=\"sans-serif\"];",
      "  edge [fontname=\"sans-serif\", fontsize=10];",
    ]
    for chart in GraphicChart.all(of: diagram) {
      lines += initial(chart.initial, of: 0, in: chart).map { "  " + $0 }
      for state in chart.outermost { lines += declaration(of: state, in: chart, 1) }
      for row in chart.arrows { lines += arrow(row, in: chart).map { "  " + $0 } }
    }
    return lines + ["}"]
  }

  // MARK: States

  private func initial(_ targets: [Int], of state: Int, in chart: GraphicChart) -> [String] {
    if targets.isEmpty { return [] }
    let dot = "i\(chart.base + state)"
    return ["\(dot) [shape=point, width=0.12];"]
      + targets.map { edge(from: dot, nil, to: $0, in: chart, label: nil) }
  }

  private func declaration(of state: Int, in chart: GraphicChart, _ depth: Int) -> [String] {
    let indent = String(repeating: "  ", count: depth)
    let row = chart.chart.states[state]
    guard chart.isComposite(state) else { return [indent + node(of: state, in: chart)] }
    let head = [
      "graph [label=\(label(of: state, in: chart)), \(border(of: state, in: chart))];",
      "\(chart.id(state)) [shape=point, style=invis, width=0, height=0, label=\"\"];",
    ]
    let own = (head + initial(row.initial, of: state, in: chart)).map { "\(indent)  \($0)" }
    let inside = row.children.flatMap { declaration(of: $0, in: chart, depth + 1) }
    return ["\(indent)subgraph cluster_\(chart.id(state)) {"] + own + inside + ["\(indent)}"]
  }

  private func border(of state: Int, in chart: GraphicChart) -> String {
    let parent = chart.chart.states[state].parent.map { chart.chart.states[$0].kind }
    let style = parent == .parallel ? "rounded,dashed" : "rounded"
    let width = chart.isActive(state) ? 3 : 1
    return chart.fill(state).map { "style=\"\(style),filled\", penwidth=\(width), fillcolor=\($0)" }
      ?? "style=\"\(style)\", penwidth=\(width)"
  }

  private func node(of state: Int, in chart: GraphicChart) -> String {
    let shape =
      switch chart.chart.states[state].kind {
      case .shallowHistory, .deepHistory: ", shape=circle"
      case .final: ", peripheries=2"
      case .atomic, .compound, .parallel: ""
      }
    let width = chart.isActive(state) ? ", penwidth=3" : ""
    let mark = chart.fill(state).map { ", style=\"rounded,filled\"\(width), fillcolor=\($0)" } ?? ""
    return "\(chart.id(state)) [label=\(label(of: state, in: chart))\(shape)\(mark)];"
  }

  private func label(of state: Int, in chart: GraphicChart) -> String {
    quoted([chart.markedName(of: state)] + chart.notes(in: state))
  }

  // MARK: Transitions

  private func arrow(_ arrow: GraphicChart.Arrow, in chart: GraphicChart) -> [String] {
    let source = chart.id(arrow.source)
    guard arrow.targets.count > 1 else {
      let (target, label) = (arrow.targets[0], arrow.label)
      return [edge(from: source, arrow.source, to: target, in: chart, label: label, isDashed: arrow.isDashed)]
    }
    let fork = chart.forkID(arrow)
    let tail =
      (arrow.isDashed ? ", style=dashed" : "") + (chart.isComposite(arrow.source) ? ", ltail=cluster_\(source)" : "")
    return [
      "\(fork) [shape=box, style=filled, fillcolor=black, width=0.5, height=0.05, label=\"\"];",
      "\(source) -> \(fork) [label=\(quoted([arrow.label]))\(tail)];",
    ] + arrow.targets.map { edge(from: fork, nil, to: $0, in: chart, label: nil) }
  }

  /// - Parameter state: The source; nil for an initial dot or a fork.
  private func edge(
    from source: String, _ state: Int?, to target: Int, in chart: GraphicChart, label: String?,
    isDashed: Bool = false
  ) -> String {
    var attributes = label.map { ["label=\(quoted([$0]))"] } ?? []
    if isDashed { attributes.append("style=dashed") }
    if let state, chart.isComposite(state), !chart.contains(target, in: state) {
      attributes.append("ltail=cluster_\(source)")
    }
    if chart.isComposite(target), state.map({ !chart.contains($0, in: target) }) ?? true {
      attributes.append("lhead=cluster_\(chart.id(target))")
    }
    let list = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
    return "\(source) -> \(chart.id(target))\(list);"
  }

  // MARK: Text

  private func quoted(_ texts: [String]) -> String {
    let lines = texts.flatMap { $0.wrapped(toWidth: GraphicChart.labelWidth) }
    return "\"\(lines.map(DotDiagram.escaped).joined(separator: "\\n"))\""
  }

  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "&": result += "&amp;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

extension GraphicChart {
  func contains(_ state: Int, in other: Int) -> Bool {
    var next: Int? = state
    while let current = next {
      if current == other { return true }
      next = chart.states[current].parent
    }
    return false
  }
}
