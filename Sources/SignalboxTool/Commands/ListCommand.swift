import ArgumentParser
import Console
import Traces
import Transcripts
import ViewModels

/// Lists the machines of the catalogue.
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
