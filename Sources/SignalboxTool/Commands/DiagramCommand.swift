import ArgumentParser
import Console
import Diagrams
import Differences
import Exploration
import Files
import Statecharts
import Traces
import Transcripts
import ViewModels

struct DiagramCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "diagram", abstract: "Draw a machine's states and transitions, or how those of two versions differ.",
    discussion: """
      The console's 'diagram' also marks the active states of an open machine. --seen marks what the cases cover: \
      with '+' and '-' in text, with colours and '(not taken)' in the other formats.

      With a second machine, both charts are drawn as one. Parts that only the second machine has are marked '+' or \
      '(added)', parts that only the first has '-' or '(removed)', and changed states '~' or '(changed)'.

      'signalbox diagram login -o login.svg' makes a drawing for a browser; 'login.mmd' and 'login.gv' are for \
      Mermaid and Graphviz.
      """)

  @Argument(help: .machine, completion: .machines)
  var machine: String

  @Argument(
    help: ArgumentHelp("A second machine; its chart is compared with the first one's.", valueName: "other"),
    completion: .machines)
  var other: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Mark what these transcripts, or folders of transcripts, cover.", valueName: "transcript"),
    completion: .transcripts)
  var seen: [String] = []

  @OptionGroup(title: "Limits of one command of a transcript") var limits: BudgetOptions

  @Option(help: "text, mermaid, dot, svg or scxml (default: by the ending of the output file, or text).")
  var format: DiagramFormat?

  @Option(name: .shortAndLong, help: "The file to write (default: standard output).", completion: .file())
  var output: String?

  func validate() throws {
    if other != nil, !seen.isEmpty {
      throw ValidationError("'--seen' marks one machine, and two are compared; name one, or remove '--seen'")
    }
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    let (diagram, code) = try diagram(tool)
    let format = format ?? output.flatMap(DiagramFormat.init(file:)) ?? .text
    let lines = diagram.lines(format)
    guard let output else {
      try tool.streams.say(lines)
      return code
    }
    try tool.streams.replaceFile(at: output, with: lines.map { $0 + "\n" }.joined())
    // As a file, charts of several view models are one chart.
    let isJoined = other == nil && [.mermaid, .scxml].contains(format) && diagram.charts.count > 1
    let loss = isJoined ? "; a picture of \(diagram.charts.count) charts, which opens as another machine" : ""
    try tool.streams.say("\(output.escapedForDisplay): \(format.rawValue), \(lines.count.counted("line"))\(loss)")
    return code
  }

  private func diagram(_ tool: Tool) throws -> (Diagram, Transcripts.ExitCode) {
    if let other {
      let machines = try tool.machines(named: machine, other)
      let title = "\(machines.a.title) -> \(machines.b.title)"
      return (Diagram(title, from: machines.a.program, to: machines.b.program), .agreed)
    }
    let machine = try tool.machine(named: machine)
    let (marks, code) = try marks(of: machine, tool)
    return (Diagram(machine.title.text, of: machine.program, marks: marks), code)
  }

  private func marks(
    of machine: Machine, _ tool: Tool
  ) throws -> (marks: ((Int, ChartDescription) -> ChartMarks)?, code: Transcripts.ExitCode) {
    if seen.isEmpty { return (nil, .agreed) }
    var transcripts = TranscriptCoverage(tool, limits.budget, of: machine)
    transcripts.add(NamedTranscripts(seen))
    guard let coverage = transcripts.rows.first?.coverage else { return (nil, try transcripts.cases.nothing()) }
    let marks = { (template: Int, chart: ChartDescription) in
      ChartMarks(
        states: chart.states.indices.map { coverage.isTaken(state: $0, of: template).map(PartMark.init) },
        transitions: chart.transitions.indices.map {
          coverage.isTaken(transition: $0, of: template).map(PartMark.init)
        })
    }
    return (marks, transcripts.cases.exitCode)
  }
}

extension DiagramFormat: ExpressibleByArgument {}
