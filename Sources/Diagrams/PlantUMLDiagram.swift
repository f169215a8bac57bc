import Statecharts
import Traces

/// A diagram for PlantUML.
struct PlantUMLDiagram {
  private let diagram: Diagram
  private let charts: [GraphicChart]

  init(_ diagram: Diagram) {
    self.diagram = diagram
    charts = GraphicChart.all(of: diagram)
  }

  var lines: [String] {
    var lines = [
      "@startuml", "title \(PlantUMLDiagram.escaped(diagram.title.escapedForDisplay))", "hide empty description",
    ]
    for chart in charts {
      lines += start(of: chart)
      for state in chart.outermost { lines += declaration(of: state, in: chart, 0) }
    }
    for chart in charts { lines += arrows(of: chart) }
    return lines + ["@enduml"]
  }

  // MARK: States

  private func start(of chart: GraphicChart) -> [String] {
    guard !chart.showsRoot, let root = chart.chart.states.first else { return [] }
    return root.initial.map { "[*] --> \(chart.id($0))" }
  }

  private func declaration(of state: Int, in chart: GraphicChart, _ depth: Int) -> [String] {
    let indent = String(repeating: "  ", count: depth)
    let row = chart.chart.states[state]
    let mark = chart.fill(state).map { " #\($0)" } ?? ""
    let head = "state \"\(wrapped(chart.name(of: state)))\" as \(chart.id(state))\(stereotype(row.kind))\(mark)"
    let notes = chart.notes(in: state).map { "\(indent)\(chart.id(state)) : \(wrapped($0))" }
    guard chart.isComposite(state) else {
      let end = row.kind == .final ? ["\(indent)\(chart.id(state)) --> [*]"] : []
      return [indent + head] + notes + end
    }
    var lines = ["\(indent)\(head) {"] + row.initial.map { "\(indent)  [*] --> \(chart.id($0))" }
    for (index, group) in chart.groups(in: state).enumerated() {
      if index > 0 { lines.append("\(indent)  --") }
      for child in group { lines += declaration(of: child, in: chart, depth + 1) }
    }
    return lines + ["\(indent)}"] + notes
  }

  private func stereotype(_ kind: ChartDefinition.State.Kind) -> String {
    switch kind {
    case .shallowHistory: " <<history>>"
    case .deepHistory: " <<history*>>"
    case .atomic, .compound, .parallel, .final: ""
    }
  }

  // MARK: Transitions

  private func arrows(of chart: GraphicChart) -> [String] {
    chart.arrows.flatMap { arrow -> [String] in
      let (source, label) = (chart.id(arrow.source), wrapped(arrow.label))
      let line = arrow.isDashed ? "-[dashed]->" : "-->"
      guard arrow.targets.count > 1 else { return ["\(source) \(line) \(chart.id(arrow.targets[0])) : \(label)"] }
      let fork = chart.forkID(arrow)
      return ["state \(fork) <<fork>>", "\(source) \(line) \(fork) : \(label)"]
        + arrow.targets.map { "\(fork) --> \(chart.id($0))" }
    }
  }

  // MARK: Text

  private func wrapped(_ text: String) -> String {
    text.wrapped(toWidth: GraphicChart.labelWidth).map(PlantUMLDiagram.escaped).joined(separator: "\\n")
  }

  /// Writes what PlantUML might take for its own language by number: `<U+0022>`.
  static func escaped(_ text: String) -> String {
    var last: Unicode.Scalar?
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      // Markup doubles its signs (`**`, `//`, `--`): the second one is written by number.
      let isPlain = PlantUMLDiagram.isPlain(scalar) && (last != scalar || isWord(scalar))
      if isPlain { result.unicodeScalars.append(scalar) } else { result += number(scalar) }
      last = scalar
    }
  }

  private static func number(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "<U+\(String(repeating: "0", count: max(0, 4 - digits.utf8.count)))\(digits)>"
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", " ": true
    default: scalar.value > 0x7F
    }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", ",", "(", ")", "[", "]", "/", "_", "'", "?", "!", "+", "*", "-", ":", "@": true
    default: isWord(scalar)
    }
  }
}
