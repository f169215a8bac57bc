import Console
import Differences
import Traces
import ViewModels

/// One script driven on two machines.
struct RunComparison {
  private let sides: Sides<any ScriptSide>
  private let tool: Tool

  init(_ machines: Sides<Machine>, _ tool: Tool, _ budget: CommandBudget) {
    self.init(machines.map { LocalScripts($0, tool.catalogue, budget) as any ScriptSide }, tool)
  }

  init(_ sides: Sides<any ScriptSide>, _ tool: Tool) {
    self.sides = sides
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
    return Result(path: argument, runs: runs, differences: runs.map(policy.difference))
  }

  /// What each machine did in each case of a file.
  func traces(of argument: String) throws -> Sides<[Trace]> {
    let (path, line) = CaseSelection.split(argument)
    let script = try Script(path: path, line: line)
    var steps = LockStep(sides)
    let traces = try steps.traces(of: script, line: line)
    if !steps.leftOut.isEmpty {
      let names = steps.leftOut.map { "'\($0.words.escapedForDisplay)'" + ($0.count > 1 ? " (\($0.count))" : "") }
      tool.streams.warn("left out, since neither machine has it: \(names.joined(separator: ", "))")
    }
    return Sides(a: traces.map(\.a), b: traces.map(\.b))
  }
}
