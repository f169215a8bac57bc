import Statecharts
import Traces

/// A diagram in Mermaid's `stateDiagram-v2`.
///
/// States are declared before transitions, because Mermaid moves a state to its first mention. Mermaid has no
/// history states; they become states named `H` or `H*`.
struct MermaidDiagram {
  private let diagram: Diagram
  private let charts: [GraphicChart]

  init(_ diagram: Diagram) {
    self.diagram = diagram
    charts = GraphicChart.all(of: diagram)
  }

  var lines: [String] {
    var lines = ["stateDiagram-v2", "  %% \(MermaidDiagram.escaped(diagram.title.escapedForDisplay))"]
    for chart in charts {
      lines += chart.initial.map { "  [*] --> \(chart.id($0))" }
      for state in chart.outermost { lines += declaration(of: state, in: chart, 1) }
    }
    for chart in charts { lines += arrows(of: chart) }
    return lines + marks
  }

  // MARK: States

  private func declaration(of state: Int, in chart: GraphicChart, _ depth: Int) -> [String] {
    let indent = String(repeating: "  ", count: depth)
    let head = "state \"\(wrapped(chart.markedName(of: state)))\" as \(chart.id(state))"
    let row = chart.chart.states[state]
    let notes = MermaidLabels(chart).notes(in: state)
    guard chart.isComposite(state) else {
      let end = row.kind == .final ? ["\(chart.id(state)) --> [*]"] : []
      return ([head] + notes.map { "\(chart.id(state)) : \($0)" } + end).map { indent + $0 }
    }
    var lines = ["\(indent)\(head) {"] + row.initial.map { "\(indent)  [*] --> \(chart.id($0))" }
    for (index, group) in chart.groups(in: state).enumerated() {
      if index > 0 { lines.append("\(indent)  --") }
      for child in group { lines += declaration(of: child, in: chart, depth + 1) }
    }
    // Without it, a parallel state with one region would be read as a compound state.
    if row.kind == .parallel, chart.groups(in: state).count == 1 { lines.append("\(indent)  --") }
    lines.append("\(indent)}")
    if notes.isEmpty { return lines }
    return lines + ["\(indent)note right of \(chart.id(state))"] + notes.map { "\(indent)  \($0)" }
      + ["\(indent)end note"]
  }

  // MARK: Transitions

  private func arrows(of chart: GraphicChart) -> [String] {
    chart.arrows.flatMap { arrow -> [String] in
      let (source, label) = (chart.id(arrow.source), MermaidLabels(chart).label(of: arrow))
      guard arrow.targets.count > 1 else { return ["  \(source) --> \(chart.id(arrow.targets[0])) : \(label)"] }
      let fork = chart.forkID(arrow)
      return ["  state \(fork) <<fork>>", "  \(source) --> \(fork) : \(label)"]
        + arrow.targets.map { "  \(fork) --> \(chart.id($0))" }
    }
  }

  private var marks: [String] {
    mark("active", "fill:gold,stroke:black,stroke-width:3px") { $0.isActive($1) && !$0.isComposite($1) }
      + mark("around", "fill:lightyellow,stroke:black,stroke-width:3px") { $0.isActive($1) && $0.isComposite($1) }
      + PartMark.allCases.flatMap { mark in
        self.mark(mark.rawValue, "fill:\(mark.fill)" + (mark.isDashed ? ",stroke-dasharray:4" : "")) {
          !$0.isActive($1) && $0.mark(ofState: $1) == mark
        }
      }
  }

  private func mark(_ name: String, _ style: String, _ isMeant: (GraphicChart, Int) -> Bool) -> [String] {
    let states = charts.flatMap { chart in chart.drawnStates.filter { isMeant(chart, $0) }.map(chart.id) }
    if states.isEmpty { return [] }
    return ["  classDef \(name) \(style)", "  class \(states.joined(separator: ",")) \(name)"]
  }

  // MARK: Text

  private func wrapped(_ text: String) -> String {
    text.wrapped(toWidth: GraphicChart.labelWidth).map { MermaidDiagram.escaped($0) }.joined(separator: "<br/>")
  }

  /// Escapes Mermaid's syntax as entities such as `#34;`.
  ///
  /// - Parameter others: Further scalars to escape.
  static func escaped(_ text: String, and others: String = "") -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      // `end note` would end a note.
      let isPlain =
        isPlain(scalar) && !others.unicodeScalars.contains(scalar)
        && !(scalar == " " && result.utf8.suffix(3).map(\.lowerCased).elementsEqual("end".utf8))
      if isPlain { result.unicodeScalars.append(scalar) } else { result += "#\(scalar.value);" }
    }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0x7F || UInt8(ascii: scalar).isLetter || UInt8(ascii: scalar).isDigit
      || " .,()[]/_'?!+=*-@".unicodeScalars.contains(scalar)
  }
}
