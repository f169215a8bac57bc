import ArgumentParser

/// The tool itself; without a subcommand it is the REPL.
struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ExecutableName.of(CommandLine.arguments.first),
    abstract: "Explores, replays and compares view models modelled as state machines.",
    discussion: """
      Exit codes: 0 yes, agreed · 1 no, a difference · 2 usage or bad input · 3 a limit came first · 4 the environment \
      refused · 70 a mistake of the tool.
      """,
    version: SignalboxTool.version,
    subcommands: [
      ReplCommand.self, ListCommand.self, RunCommand.self, ReplayCommand.self, ReviewCommand.self, RecordCommand.self,
      TraceCommand.self, DiffCommand.self, CompareCommand.self, ExploreCommand.self, SweepCommand.self,
      CoverageCommand.self, DiagramCommand.self, LintCommand.self, FmtCommand.self, MigrateCommand.self,
      MergeCommand.self, LayersCommand.self, InitCommand.self,
    ],
    defaultSubcommand: ReplCommand.self)
}
