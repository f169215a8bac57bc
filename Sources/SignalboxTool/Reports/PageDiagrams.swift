import DiagramFiles
import Diagrams
import Files
import Transcripts
import ViewModels

/// Compares the Mermaid blocks of a Markdown file with the machines that comments above them name.
struct PageDiagrams {
  let path: String
  private let page: MarkdownDiagrams
  private let tool: Tool

  init(_ path: String, _ tool: Tool) throws {
    (self.path, self.tool) = (path, tool)
    let text = try Self.text(at: path, skipsMark: true)
    do throws(DiagramProblem) { page = try MarkdownDiagrams(text) } catch { throw Diagnostic(error, path: path) }
  }

  private static func text(at path: String, skipsMark: Bool) throws(FileError) -> String {
    try readText(path, limit: DiagramLimits.fileBytes, lineLimit: DiagramLimits.lineBytes, skipsMark: skipsMark)
  }

  struct Result {
    let block: MarkdownDiagrams.Block
    let machine: Machine
    /// The lines of a diagram of the differences; empty if there are none.
    let differences: [String]
  }

  /// The checked blocks, and what prevents the check of others.
  func check() -> (results: [Result], refusals: [Diagnostic]) {
    var (results, refusals) = ([Result](), page.losses.map { Diagnostic($0, path: path) })
    for block in page.blocks {
      guard let name = block.machine else { continue }
      do {
        let machine = try tool.machine(named: name, under: splitPath(path).folder)
        results.append(Result(block: block, machine: machine, differences: try differences(of: block, machine)))
      } catch {
        refusals += Diagnostic.all(of: error).map { diagnostic in
          guard diagnostic.path == nil else { return diagnostic }
          var located = diagnostic
          located.path = path
          located.place = SourcePlace(line: block.line, column: 1)
          return located
        }
      }
    }
    return (results, refusals)
  }

  /// Rewrites the blocks that differ.
  func update(_ results: [Result]) throws {
    let changed = results.filter { !$0.differences.isEmpty }
    guard !changed.isEmpty else { return }
    let text = page.replacing(changed.map { ($0.block, Self.lines(of: $0.machine)) })
    // A page that can be read only without its byte order mark keeps that.
    let mark = (try? Self.text(at: path, skipsMark: false)) == nil ? "\u{FEFF}" : ""
    try tool.streams.replaceFile(at: path, with: mark + text)
  }

  private static func lines(of machine: Machine) -> [String] {
    Diagram(machine.title.text, of: machine.program).lines(.mermaid)
  }

  /// Both sides are read by one reader, so only what a diagram can say is compared.
  private func differences(of block: MarkdownDiagrams.Block, _ machine: Machine) throws -> [String] {
    let (drawn, expected): (DiagramChart, DiagramChart)
    do throws(DiagramProblem) {
      drawn = try DiagramChart.mermaid(in: page, block, name: machine.name.text)
      expected = try DiagramChart.mermaid(Self.lines(of: machine).joined(separator: "\n"), name: machine.name.text)
    } catch {
      throw Diagnostic(error, path: path)
    }
    if let loss = drawn.losses.first { throw Diagnostic(loss, path: path) }
    let isFlat = drawn.chart.states[0].children.count > 1
    let whole = isFlat ? expected.chart.withoutRegion : expected.chart
    let chart = DrawnChart(machine.title.text, from: drawn.chart.comparable, to: whole.comparable)
    guard let marks = chart.marks, (marks.states + marks.transitions).contains(where: { $0 != nil }) else { return [] }
    // A line without a break keeps its mark.
    return Diagram(machine.title.text, [chart]).lines(.text, width: DiagramLimits.lineBytes).aroundMarks
  }
}

extension ChartDescription {
  /// Without what a page need not show: activities, actions, and the spelling of one region.
  fileprivate var comparable: ChartDescription {
    var chart = self
    for index in chart.states.indices {
      chart.states[index].entryActions = []
      chart.states[index].exitActions = []
      chart.states[index].invocations = []
    }
    for index in chart.transitions.indices {
      chart.transitions[index].actions = []
      if chart.transitions[index].targets.isEmpty { chart.transitions[index].isInternal = false }
    }
    if let root = chart.states.first, root.kind == .parallel, root.children.count == 1 {
      chart.states[0].kind = .compound
      chart.states[0].initial = root.children
    }
    return chart
  }

  /// The chart as its one region, if the region itself has no transitions: a flat diagram does not show it.
  fileprivate var withoutRegion: ChartDescription {
    guard states[0].children == [1], states[1].kind == .compound, states[1].transitions.isEmpty else { return self }
    var chart = self
    chart.states.removeFirst()
    chart.states[0].name = states[0].name
    for index in chart.states.indices {
      chart.states[index].parent = index == 0 ? nil : chart.states[index].parent.map { $0 - 1 }
      chart.states[index].children = chart.states[index].children.map { $0 - 1 }
      chart.states[index].initial = chart.states[index].initial.map { $0 - 1 }
    }
    for index in chart.transitions.indices {
      chart.transitions[index].source -= 1
      chart.transitions[index].targets = chart.transitions[index].targets.map { $0 - 1 }
    }
    return chart
  }
}

extension [String] {
  /// The lines with a mark, below the lines that they belong to.
  fileprivate var aroundMarks: [String] {
    var (result, around): ([String], [(depth: Int, line: String)]) = ([], [])
    for line in self {
      let depth = line.utf8.dropFirst(2).prefix { $0 == 0x20 }.count
      while let last = around.last, last.depth >= depth { around.removeLast() }
      guard line.utf8.first == 0x20 else {
        result += around.map(\.line) + [line]
        around = []
        continue
      }
      around.append((depth, line))
    }
    return result
  }
}

extension Diagnostic {
  init(_ problem: DiagramProblem, path: String) {
    self.init(
      code: problem.code, path: path, place: SourcePlace(line: problem.line, column: problem.column),
      sentence: problem.sentence)
  }
}
