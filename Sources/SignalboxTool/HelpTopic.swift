import ArgumentParser
import Console
import Statecharts
import Traces
import Transcripts

/// `help NAME` on the command line, for a command or a console verb. The argument parser knows only commands.
struct HelpTopic {
  private let name: String

  init?(_ arguments: [String]) {
    guard arguments.count == 2, arguments[0] == "help", !arguments[1].hasPrefix("-") else { return nil }
    name = arguments[1]
  }

  func answer(_ tool: Tool) throws -> Transcripts.ExitCode {
    let command = RootCommand.configuration.subcommands.first { Name($0._commandName) == name }
    let page = command.map { [RootCommand.helpMessage(for: $0)] } ?? HelpText.generalLines(about: name)
    guard page != nil || name == "help" else { throw unknown }
    try tool.streams.say(page ?? [])
    return .agreed
  }

  private var unknown: Diagnostic {
    let commands = RootCommand.configuration.subcommands.map { $0._commandName }
    let nearest = NearestWord.find(name, among: commands + HelpText.generalTopics).map { "did you mean '\($0)'?" }
    return .usage(
      "'\(name)' is neither a command nor a verb of the console; "
        + (nearest ?? "'\(ExecutableName.standard) --help' lists the commands, and 'help' in the console the verbs"))
  }
}
