import Statecharts
import Testing
import Traces

@testable import Diagrams

/// Every state and every transition stands in every drawing exactly once.
struct StructureTests {
  private static let diagrams: [Diagram] = {
    let versions = (0..<20 as Range<UInt64>).map { seed in
      let (first, second) = RandomChart.versions(seed: seed)
      return Diagram("both", [DrawnChart("chart", from: first, to: second), DrawnChart("gone", from: second, to: nil)])
    }
    return [EveryFeature.diagram] + (0..<40).map { RandomChart.diagram(seed: $0) } + versions
  }()

  @Test("Mermaid is parsed back into the chart: states, nesting, transitions, notes, marks")
  func mermaid() throws {
    for diagram in Self.diagrams {
      var expected = expectation(diagram, namesPositions: true)
      expected.edges = (expected.edges + ends(diagram)).sorted()
      #expect(try MermaidGrammar.parse(diagram.lines(.mermaid)) == expected)
    }
  }

  @Test("DOT is parsed back into the chart")
  func dot() throws {
    for diagram in Self.diagrams {
      var expected = expectation(diagram)
      expected.states = expected.states.map { state in
        .init(
          id: state.id, label: ([state.label] + (expected.notes[state.id] ?? [])).joined(), parent: state.parent)
      }
      expected.notes = [:]
      #expect(try DotGrammar.parse(diagram.lines(.dot)) == expected)
    }
  }

  @Test("the text form has one line for each state, activity and transition, in document order")
  func text() {
    for diagram in Self.diagrams {
      let charts = GraphicChart.all(of: diagram)
      let expected = charts.flatMap { chart in chart.outermost.flatMap { outline(of: $0, in: chart) } }
      let lines = diagram.lines(.text, width: 10_000)
      #expect(lines.count == expected.count, "\(lines) \(expected)")
      let active = charts.flatMap(\.drawn.active).map { $0 == 0 ? 0 : $0 == 1 ? 1 : 2 }.max() ?? 0
      let marks = max(active, diagram.charts.contains { $0.marks != nil } ? 1 : 0)
      for (line, beginning) in zip(lines, expected) {
        let text = String(String.UnicodeScalarView(line.unicodeScalars.dropFirst(marks == 0 ? 0 : marks + 1)))
        #expect(
          text.withoutBlanks.unicodeScalars.starts(with: beginning.withoutBlanks.unicodeScalars),
          "\(line) / \(beginning)")
      }
    }
  }

  @Test("no drawing holds anything that acts on a terminal, and narrow text stays narrow", arguments: [40, 80])
  func inert(width: Int) {
    for diagram in Self.diagrams {
      for format in DiagramFormat.allCases {
        let lines = diagram.lines(format, width: width)
        #expect(lines == diagram.lines(format, width: width))
        for line in lines {
          #expect(line.escapedForDisplay.unicodeScalars.elementsEqual(line.unicodeScalars), "\(format) \(line)")
        }
      }
      for line in diagram.lines(.text, width: 80) { #expect(line.displayWidth <= 80, "\(line)") }
    }
  }

  // MARK: What is expected

  private func expectation(_ diagram: Diagram, namesPositions: Bool = false) -> ParsedDiagram {
    var result = ParsedDiagram()
    for chart in GraphicChart.all(of: diagram) {
      for state in chart.outermost { add(state, parent: nil, of: chart, namesPositions, to: &result) }
      for (index, row) in chart.chart.transitions.enumerated() where !row.targets.isEmpty {
        let isDefault = chart.chart.states[row.source].isHistory
        let words = chart.drawn.marks?.transitions[index]?.words ?? ""
        let label = (TransitionLabel(row, isDefault: isDefault).text + words + (row.isInternal ? "(internal)" : ""))
          .withoutBlanks
        let source = "s\(chart.base + row.source)"
        let targets = row.targets.map { "s\(chart.base + $0)" }
        if targets.count == 1 {
          result.edges.append("\(source) -> \(targets[0]): \(label)")
        } else {
          let fork = "t\(chart.base)_\(index)"
          result.forks.append(fork)
          result.edges += ["\(source) -> \(fork): \(label)"] + targets.map { "\(fork) -> \($0)" }
        }
      }
      for (index, row) in chart.chart.states.enumerated() where index > 0 || chart.showsRoot || !row.initial.isEmpty {
        result.edges += row.initial.map { "* -> s\(chart.base + $0)" }
      }
    }
    result.sort()
    return result
  }

  private func add(
    _ state: Int, parent: String?, of chart: GraphicChart, _ namesPositions: Bool, to result: inout ParsedDiagram
  ) {
    let row = chart.chart.states[state]
    let prefix = row.kind == .shallowHistory ? "H" : row.kind == .deepHistory ? "H*" : ""
    let id = "s\(chart.base + state)"
    let count = chart.drawn.active[state]
    let words = chart.drawn.marks?.states[state]?.words ?? ""
    let name = (state == 0 ? chart.drawn.name : row.name.text).escapedForDisplay
    result.states.append(
      .init(id: id, label: prefix + "\(name)\(count > 1 ? "(\(count))" : "")\(words)".withoutBlanks, parent: parent))
    if count > 0 { result.active.append(id) }
    let stays = row.transitions.filter { chart.chart.transitions[$0].targets.isEmpty }
    let isInFront = stays.elementsEqual(row.transitions.prefix(stays.count))
    let staying = stays.map { number in
      let position = isInFront || !namesPositions ? "" : ", number \(row.transitions.firstIndex(of: number)! + 1)"
      return TransitionLabel(chart.chart.transitions[number], isDefault: row.isHistory).text
        + (chart.drawn.marks?.transitions[number]?.words ?? "") + "(stays\(position))"
    }
    let notes = (activities(row) + staying).map(\.withoutBlanks)
    if !notes.isEmpty { result.notes[id] = notes }
    for child in row.children { add(child, parent: id, of: chart, namesPositions, to: &result) }
  }

  private func activities(_ row: ChartDescription.State) -> [String] {
    (row.entryActions.isEmpty ? [] : ["entry / code"]) + (row.exitActions.isEmpty ? [] : ["exit / code"])
      + row.invocations.map { "invoke \($0.escapedForDisplay)" }
  }

  /// The arrows from final states to the end, which Mermaid draws.
  private func ends(_ diagram: Diagram) -> [String] {
    GraphicChart.all(of: diagram).flatMap { chart in
      chart.chart.states.indices.filter { chart.chart.states[$0].kind == .final }.map { "s\(chart.base + $0) -> *" }
    }
  }

  /// How the lines of the text form begin.
  private func outline(of state: Int, in chart: GraphicChart) -> [String] {
    let row = chart.chart.states[state]
    let name = (state == 0 ? chart.drawn.name : row.name.text).escapedForDisplay
    let isDeep = row.initial.count > 1 || row.initial.contains { chart.chart.states[$0].parent != state }
    let transitions = row.transitions.map {
      TransitionLabel(chart.chart.transitions[$0], isDefault: row.isHistory).cause
    }
    return [name] + activities(row) + (isDeep ? ["initially ->"] : []) + transitions
      + row.children.flatMap { outline(of: $0, in: chart) }
  }
}
