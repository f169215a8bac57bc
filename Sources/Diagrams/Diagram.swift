import Statecharts

/// The charts of a machine to draw.
package struct Diagram: Hashable, Sendable {
  package var title: String
  package var charts: [DrawnChart]

  package init(_ title: String, _ charts: [DrawnChart]) {
    self.title = title
    self.charts = charts
  }

  /// The charts of a program.
  ///
  /// - Parameters:
  ///   - snapshot: Its active states are marked; nil draws the definition alone.
  ///   - marks: Returns the marks for a template's index and chart.
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

  /// The drawing's lines, escaped for display. Equal diagrams give equal bytes.
  ///
  /// - Parameter width: For the text form only.
  package func lines(_ format: DiagramFormat, width: Int = 80) -> [String] {
    switch format {
    case .text: TextDiagram(diagram: self, width: width).lines
    case .mermaid: MermaidDiagram(self).lines
    case .dot: DotDiagram(self).lines
    case .svg: SVGDiagram(self).lines
    case .scxml: SCXMLDiagram(self).lines
    }
  }
}

/// A chart with its active states and marks.
package struct DrawnChart: Hashable, Sendable {
  package let name: String
  package let chart: ChartDescription
  /// The number of active instances of each state.
  package let active: [Int]
  package let marks: ChartMarks?

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

package enum DiagramFormat: String, CaseIterable, Hashable, Sendable {
  case text
  /// `stateDiagram-v2`.
  case mermaid
  case dot
  case svg
  /// SCXML 1.0: guards ask for answers in the event's data, and actions are log entries.
  case scxml

  /// Nil for an unknown extension.
  package init?(file: String) {
    let name = file.utf8.split(separator: UInt8(ascii: "/")).last
    let parts = name?.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) ?? []
    let ending = parts.dropFirst().last.flatMap { String(Substring($0)) }
    let known = Self.allCases + [.dot]
    guard let index = (Self.allCases.map(\.ending) + ["gv"]).firstIndex(where: { $0 == ending }) else { return nil }
    self = known[index]
  }

  /// DOT files may also end in 'gv'.
  package var ending: String {
    switch self {
    case .text: "txt"
    case .mermaid: "mmd"
    case .dot: "dot"
    case .svg: "svg"
    case .scxml: "scxml"
    }
  }
}
