import Statecharts

/// A chart that was read from a file.
package struct DiagramChart: Hashable, Sendable {
  package var name: String
  /// Actions are words; guards are names.
  package var chart: ChartDescription
  /// By number of the state.
  package var places: [Place]
  /// The parts that were not understood and are missing in the chart.
  package var losses: [DiagramProblem]

  package static func mermaid(_ text: String, name: String) throws(DiagramProblem) -> DiagramChart {
    let end: UInt8 = text.utf8.contains(0x0A) ? 0x0A : 0x0D
    let lines = text.utf8.split(separator: end, omittingEmptySubsequences: false)
    return try MermaidChart.read(lines.enumerated().map { (Substring($1), Place(line: $0 + 1)) }, name: name)
  }

  package static func mermaid(
    in page: MarkdownDiagrams, _ block: MarkdownDiagrams.Block, name: String
  ) throws(DiagramProblem) -> DiagramChart {
    let lines = block.content.map { (page.lines[$0], Place(line: $0 + 1)) }
    guard !lines.isEmpty else {
      throw Place(line: block.line).malformed("the block is empty", "begin with 'stateDiagram-v2'")
    }
    return try MermaidChart.read(lines, name: name)
  }
}
