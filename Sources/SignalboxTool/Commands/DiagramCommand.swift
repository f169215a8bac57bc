import ArgumentParser
import Console
import Diagrams
import Exploration
import Files
import Statecharts
import Traces
import Transcripts
import ViewModels

/// Draws the chart of a machine.
struct DiagramCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "diagram", abstract: "Draw a machine's states and transitions.",
    discussion: """
      The definition alone is drawn; the console's 'diagram' marks the states in which an open machine stands. With --seen it \
      is marked what the cases of this machine take: '+' and '-' in text, colours and '(not taken)' in the other formats.

      'signalbox diagram login -o login.svg' makes a drawing for a browser, 'login.mmd', 'login.gv' and 'login.puml' what other \
      programs draw.
      """)

  @Argument(
    help: ArgumentHelp("The machine: NAME or NAME@VARIANT.", valueName: "machine@variant"), completion: .machines)
  var machine: String

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Mark what these transcripts, or folders with them, take.", valueName: "transcript"),
    completion: .transcripts)
  var seen: [String] = []

  @OptionGroup(title: "Limits of one command of a transcript") var limits: BudgetOptions

  @Option(help: "text, mermaid, dot, plantuml or svg (default: what the name of the file to write ends in, or text).")
  var format: DiagramFormat?

  @Option(name: .shortAndLong, help: "The file to write; standard output without it.", completion: .file())
  var output: String?

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    let machine = try tool.machine(named: machine)
    let (marks, code) = try marks(of: machine, tool)
    let format = format ?? output.flatMap(DiagramFormat.init(file:)) ?? .text
    let lines = Diagram(machine.title, of: machine.program, taken: marks).lines(format)
    guard let output else {
      try tool.streams.say(lines)
      return code
    }
    tool.streams.warnOfLeftovers(beside: output)
    try replaceFile(at: output, with: lines.map { $0 + "\n" }.joined())
    try tool.streams.say("\(output.escapedForDisplay): \(format.rawValue), \(lines.count.counted("line"))")
    return code
  }

  /// What the given transcripts take of the machine; nil without any.
  private func marks(
    of machine: Machine, _ tool: Tool
  ) throws -> (taken: ((Int, ChartDescription) -> TakenParts)?, code: Transcripts.ExitCode) {
    if seen.isEmpty { return (nil, .agreed) }
    var transcripts = TranscriptCoverage(tool, limits.budget, of: machine)
    for path in seen { transcripts.add(path) }
    guard let coverage = transcripts.machines.first?.coverage else {
      if transcripts.exitCode == .agreed { throw Diagnostic.noCase() }
      return (nil, transcripts.exitCode)
    }
    let taken = { (template: Int, chart: ChartDescription) in
      TakenParts(
        states: chart.states.indices.map { coverage.isTaken(state: $0, of: template) },
        transitions: chart.transitions.indices.map { coverage.isTaken(transition: $0, of: template) })
    }
    return (taken, transcripts.exitCode)
  }
}

extension DiagramFormat: ExpressibleByArgument {}
