import ArgumentParser
import Console
import Traces

/// How far one command of a session or a script may go.
struct BudgetOptions: ParsableArguments {
  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp(
      "Stop a command that has run N turns, has printed N bytes of output, or whose machine holds N bytes of memory. "
        + "May be given for each (default: \(Self.defaults)).",
      valueName: "name=n"),
    transform: { try BudgetOptions.limit($0.escapedForDisplay) })
  var limits: [(part: CommandBudget.Part, bound: Int)] = []

  var budget: CommandBudget {
    limits.reduce(into: CommandBudget()) { budget, limit in budget[limit.part] = limit.bound }
  }

  private static var defaults: String {
    CommandBudget.Part.allCases.map { "\($0.rawValue)=\(CommandBudget()[$0])" }.joined(separator: ", ")
  }

  /// Reads `NAME=N`.
  private static func limit(_ text: String) throws -> (part: CommandBudget.Part, bound: Int) {
    let words = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard words.count == 2 else { throw ValidationError("write NAME=N, as in 'turns=1000'") }
    let (name, number) = (words[0], words[1])
    guard let part = CommandBudget.Part(rawValue: name) else {
      let names = CommandBudget.Part.allCases.map(\.rawValue)
      let nearest = NearestWord.find(name, among: names).map { "; did you mean '\($0)'?" } ?? ""
      throw ValidationError("unknown limit '\(name)'; the limits are \(names.joined(separator: ", "))\(nearest)")
    }
    guard let bound = Int(number) else {
      let isNumber = !number.isEmpty && number.utf8.allSatisfy(\.isDigit)
      throw ValidationError(
        isNumber
          ? "a limit is at most \(Int.max)" : "'\(number)' is not a number; write one from 1 on, as in '\(name)=1000'")
    }
    guard bound >= 1 else { throw ValidationError("a limit of \(bound) lets nothing run; write a number from 1 on") }
    return (part, bound)
  }
}
