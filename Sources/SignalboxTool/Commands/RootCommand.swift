import ArgumentParser
import Transcripts

/// The tool itself; without a subcommand it is the REPL.
struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ExecutableName.of(CommandLine.arguments.first),
    abstract: "Explores, replays and compares view models modelled as state machines.",
    discussion: """
      Exit codes: \(Transcripts.ExitCode.allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: " · ")).
      """,
    version: SignalboxTool.version,
    subcommands: [
      ReplCommand.self, ListCommand.self, RunCommand.self, ReplayCommand.self, RecordCommand.self,
      TraceCommand.self, DiffCommand.self, CompareCommand.self, ExploreCommand.self, FuzzCommand.self,
      SweepCommand.self, CoverageCommand.self, MutateCommand.self, DiagramCommand.self, LintCommand.self,
      FmtCommand.self, InitCommand.self, ServeCommand.self, CompletionsCommand.self,
    ],
    defaultSubcommand: ReplCommand.self)

  /// The command of a name, without a name the default one; nil where there is none.
  static func command(named name: String?) -> (any ParsableCommand.Type)? {
    guard let name else { return configuration.defaultSubcommand }
    return configuration.subcommands.first { $0.configuration.commandName == name }
  }
}

extension Transcripts.ExitCode {
  /// What help says of it.
  var meaning: String {
    switch self {
    case .agreed: "yes, agreed"
    case .differs: "no, a difference"
    case .badInput: "usage or bad input"
    case .inconclusive: "a limit came first"
    case .environment: "the environment refused"
    case .internalError: "a mistake of the tool"
    }
  }
}
