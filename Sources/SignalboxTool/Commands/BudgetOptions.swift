import ArgumentParser
import Console

/// How far one command of a session or a script may go.
struct BudgetOptions: ParsableArguments {
  @Option(
    name: .customLong("max-turns"),
    help: ArgumentHelp(
      "Stop a command that has run this many turns (default: \(CommandBudget().turns)).", valueName: "n"))
  var turns: Int?

  @Option(
    name: .customLong("max-output"),
    help: ArgumentHelp(
      "Stop a command that has printed this many bytes (default: \(CommandBudget().output)).", valueName: "bytes"))
  var output: Int?

  @Option(
    name: .customLong("max-memory"),
    help: ArgumentHelp(
      "Stop a command when its machine holds this many bytes (default: \(CommandBudget().memory)).", valueName: "bytes")
  )
  var memory: Int?

  func validate() throws {
    for limit in [turns, output, memory].compactMap(\.self) where limit < 1 {
      throw ValidationError("a limit of \(limit) lets nothing run; write a number from 1 on")
    }
  }

  var budget: CommandBudget {
    var budget = CommandBudget()
    budget.turns = turns ?? budget.turns
    budget.output = output ?? budget.output
    budget.memory = memory ?? budget.memory
    return budget
  }
}
