import Console
import Traces
import Transcripts
import ViewModels

/// One script driven on two machines.
struct RunComparison {
  private let players: Sides<ScriptPlayer>
  private let tool: Tool

  init(_ machines: Sides<Machine>, _ tool: Tool, _ budget: CommandBudget) {
    players = machines.map { ScriptPlayer(catalogue: tool.catalogue, machine: $0, budget: budget) }
    self.tool = tool
  }

  /// The cases of a file on both machines, and in what they differ.
  struct Result {
    let path: String
    let runs: [Sides<Trace>]
    let differences: [TraceDifference]
  }

  /// The differences of the cases of a file; PATH:LINE is the case that contains the line.
  func differences(of argument: String, by policy: DifferencePolicy) throws -> Result {
    let runs = RunPairs(try traces(of: argument)).matched
    return Result(
      path: argument, runs: runs, differences: runs.map { policy.applied(to: TraceDifference(from: $0.a, to: $0.b)) })
  }

  /// What each machine did in each case of a file.
  func traces(of argument: String) throws -> Sides<[Trace]> {
    let (path, line) = CaseSelection.split(argument)
    let script = try Script(path: path, line: line)
    var steps = LockStep(players: players)
    let traces = try script.runs.map { try steps.traces(of: $0, in: path) }
    if !steps.leftOut.isEmpty {
      let names = steps.leftOut.map { "'\($0.words.escapedForDisplay)'" + ($0.count > 1 ? " (\($0.count))" : "") }
      tool.streams.warn("left out, since neither machine has it: \(names.joined(separator: ", "))")
    }
    return Sides(a: traces.map(\.a), b: traces.map(\.b))
  }
}
