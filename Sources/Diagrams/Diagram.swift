import Statecharts

/// The charts of a machine, to be drawn.
package struct Diagram: Hashable, Sendable {
  /// What is drawn: `login@fixed`.
  package var title: String
  /// Those that stand beside each other; each keeps its own names.
  package var charts: [DrawnChart]

  package init(_ title: String, _ charts: [DrawnChart]) {
    self.title = title
    self.charts = charts
  }

  /// The charts of a program, each once; a snapshot tells which states are active, in how many instances.
  ///
  /// - Parameters:
  ///   - snapshot: Nil to draw the definition alone.
  ///   - marks: How the parts of the chart of a template are marked, by the template's index; nil to mark nothing.
  package init(
    _ title: String, of program: Program, _ snapshot: Snapshot? = nil,
    marks: ((Int, ChartDescription) -> ChartMarks)? = nil
  ) {
    let machines = snapshot?.allMachines(program) ?? []
    self.init(
      title,
      program.templates.enumerated().compactMap { index, template in
        template.chart.map { chart in
          let description = chart.description
          return DrawnChart(
            template.name.text, description, active: machines.filter { $0.template == index }.map(\.configuration),
            marks: marks?(index, description))
        }
      })
  }

  /// The lines of the drawing; nothing in them acts on a terminal, and equal diagrams give equal bytes.
  ///
  /// - Parameter width: How many columns the text form may take; the others are files for other tools.
  package func lines(_ format: DiagramFormat, width: Int = 80) -> [String] {
    switch format {
    case .text: TextDiagram(self, width: width).lines
    case .mermaid: MermaidDiagram(self).lines
    case .dot: DotDiagram(self).lines
    case .svg: SVGDiagram(self).lines
    }
  }
}

/// A chart with the states that are active in it.
package struct DrawnChart: Hashable, Sendable {
  package let name: String
  package let chart: ChartDescription
  /// In how many instances each state is active.
  package let active: [Int]
  /// Nil when nothing is marked.
  package let marks: ChartMarks?

  /// - Parameter configurations: The active states of each instance.
  package init(
    _ name: String, _ chart: ChartDescription, active configurations: [[Int]] = [], marks: ChartMarks? = nil
  ) {
    self.name = name
    self.chart = chart
    self.marks = marks
    var counts = chart.states.map { _ in 0 }
    for configuration in configurations {
      for state in configuration where counts.indices.contains(state) { counts[state] += 1 }
    }
    if !counts.isEmpty { counts[0] = configurations.count { !$0.isEmpty } }
    active = counts
  }
}

/// How a diagram is written.
package enum DiagramFormat: String, CaseIterable, Hashable, Sendable {
  /// Indented text for a terminal.
  case text
  /// `stateDiagram-v2` of Mermaid.
  case mermaid
  /// The language of Graphviz.
  case dot
  /// A drawing for a browser.
  case svg

  /// The format of a file by its ending; nil for an ending of no format.
  package init?(file: String) {
    let name = file.utf8.split(separator: UInt8(ascii: "/")).last
    let parts = name?.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) ?? []
    let ending = parts.dropFirst().last.flatMap { String(Substring($0)) }
    let known = Self.allCases + [.dot]
    guard let index = (Self.allCases.map(\.ending) + ["gv"]).firstIndex(where: { $0 == ending }) else { return nil }
    self = known[index]
  }

  /// What the name of a file in it ends in; 'gv' is a second one of DOT.
  package var ending: String {
    switch self {
    case .text: "txt"
    case .mermaid: "mmd"
    case .dot: "dot"
    case .svg: "svg"
    }
  }
}
