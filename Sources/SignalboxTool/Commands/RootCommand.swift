import ArgumentParser
import Console
import Traces
import Transcripts
import ViewModels

struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ExecutableName.of(CommandLine.arguments.first),
    abstract: "Explores, replays and compares view models modelled as state machines.",
    discussion: """
      A machine is NAME, NAME@VARIANT, or a diagram in a file: flow.mmd, or README.md#2 for its second \
      Mermaid block. '\(Tool.lenient)' turns the parts of a diagram that are not understood into warnings.

      Exit codes: \(Transcripts.ExitCode.allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: " · ")).
      """,
    version: SignalboxTool.version,
    subcommands: [
      ReplCommand.self, ListCommand.self, RunCommand.self, ReplayCommand.self, RecordCommand.self,
      TraceCommand.self, DiffCommand.self, CompareCommand.self, ExploreCommand.self, FuzzCommand.self,
      SweepCommand.self, CoverageCommand.self, MutateCommand.self, DiagramCommand.self, StoryboardCommand.self,
      LintCommand.self, FmtCommand.self, InitCommand.self, ServeCommand.self, CompletionsCommand.self,
    ],
    defaultSubcommand: ReplCommand.self)

  static func command(named name: String?) -> (any ParsableCommand.Type)? {
    guard let name else { return configuration.defaultSubcommand }
    return configuration.subcommands.first { $0.configuration.commandName == name }
  }
}

extension Transcripts.ExitCode {
  var meaning: String {
    switch self {
    case .agreed: "yes, agreed"
    case .differs: "no, a difference"
    case .badInput: "usage or bad input"
    case .inconclusive: "a limit was reached first"
    case .environment: "the environment refused"
    case .internalError: "a bug in Signalbox"
    }
  }
}

struct ListCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the machines and their variants; the first variant is the default.")

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    let machines = tool.catalogue.machines
    let titles = machines.map(\.title.escapedForDisplay)
    let width = titles.map(\.displayWidth).max() ?? 0
    for (title, machine) in zip(titles, machines) {
      try tool.streams.say("\(title.padded(toWidth: width))  \(machine.summary.escapedForDisplay)")
    }
    let names = Set(machines.map { Array($0.name.utf8) }).count
    try tool.streams.say("\(names.counted("machine")), \(machines.count.counted("variant"))")
    return .agreed
  }
}
