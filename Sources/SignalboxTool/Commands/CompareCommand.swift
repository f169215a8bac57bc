import ArgumentParser
import Console
import Exploration
import Terminal
import Traces
import Transcripts
import ViewModels

/// Says in what two machines behave differently.
struct CompareCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Search what two machines do differently; show each difference with a shortest script.",
    discussion: """
      First come the differences of the definitions, then those of the given transcripts, then a search: both machines are \
      driven side by side with everything that either can take, and what they do is compared. A difference ends its branch. \
      What only one of them declares is told with the definitions and not compared. Exit codes: 0 both behave alike and \
      everything was seen, 1 they differ, 3 a bound came first and nothing was found.
      """)

  @Argument(help: ArgumentHelp("The first machine, a: the one compared with.", valueName: "machine@variant"))
  var a: String

  @Argument(help: ArgumentHelp("The second machine, b.", valueName: "machine@variant"))
  var b: String

  @Argument(help: "Transcripts or scripts that are driven on both first.")
  var files: [String] = []

  @Option(help: ArgumentHelp("The most commands of a script.", valueName: "n"))
  var depth: Int?

  @Option(help: ArgumentHelp("The most pairs of states.", valueName: "n"))
  var pairs = ComparisonOptions().pairs

  @Option(help: ArgumentHelp("The most differences that are shown.", valueName: "n"))
  var causes = 20

  @Flag(inversion: .prefixedNo, help: "Print in what the definitions differ.")
  var definitions = true

  @Flag(help: "Let a command come between a turn and the work that it made due.")
  var races = false

  @Flag(help: "Go on behind a difference: find what differs later too, though it may only follow.")
  var through = false

  @OptionGroup var reach: ReachOptions
  @OptionGroup(title: "Limits of one command of a script") var limits: BudgetOptions

  func validate() throws {
    try ReachOptions.check(bounds: depth, pairs, causes)
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    let machines = Sides(a: try tool.machine(named: a), b: try tool.machine(named: b))
    let text = ComparisonText(machines, mostCauses: causes)
    try tool.streams.say(text.header + (definitions ? text.definitions(DefinitionDifference(machines)) : []))
    var code = Transcripts.ExitCode.agreed
    for path in files {
      let differences = try RunComparison(machines, tool, limits.budget).differences(of: path)
      try tool.streams.say(
        ["", path.shownPath] + DifferencePrinter().causes(differences).map { $0.isEmpty ? "" : "  \($0)" })
      code = differences.map { $0.code() }.reduce(code) { $0.combined(with: $1) }
    }
    var search = ProductSearch(machines, options)
    Interrupt.catching { search.run { _ in Interrupt.isRequested ? .interrupted : nil } }
    try tool.streams.say(text.lines(of: search.report))
    try tool.endIfInterrupted()
    if !search.report.isEqual { return code.combined(with: .differs) }
    return search.report.isComplete || reach.acceptBound ? code : code.combined(with: .inconclusive)
  }

  private var options: ComparisonOptions {
    var options = ComparisonOptions()
    options.depth = depth ?? options.depth
    options.pairs = pairs
    options.races = races
    options.goesThrough = through
    reach.apply(to: &options.domain)
    return options
  }
}
