import ArgumentParser
import Console
import Diagrams
import Files
import Traces
import Transcripts
import ViewModels

/// Draws the chart of a machine.
struct DiagramCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "diagram", abstract: "Draw a machine's states and transitions.",
    discussion: """
      The definition alone is drawn; the console's 'diagram' marks the states in which an open machine stands.
      """)

  @Argument(help: ArgumentHelp("The machine: NAME or NAME@VARIANT.", valueName: "machine@variant"))
  var machine: String

  @Option(help: "text, mermaid, dot or plantuml.")
  var format = DiagramFormat.text

  @Option(name: .shortAndLong, help: "The file to write; standard output without it.")
  var output: String?

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    let machine = try tool.machine(named: machine)
    let lines = Diagram(machine.title, of: machine.program).lines(format)
    guard let output else {
      try tool.streams.say(lines)
      return .agreed
    }
    tool.streams.warnOfLeftovers(beside: output)
    try replaceFile(at: output, with: lines.map { $0 + "\n" }.joined())
    try tool.streams.say("\(output.escapedForDisplay): \(format.rawValue), \(lines.count.counted("line"))")
    return .agreed
  }
}

extension DiagramFormat: ExpressibleByArgument {}
