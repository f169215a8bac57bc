import ArgumentParser
import Console
import Exploration
import Terminal
import Traces
import Transcripts
import ViewModels

/// Searches every state that a machine can come to.
struct ExploreCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Search everything that a machine can do; find what breaks, with a shortest script.",
    discussion: """
      Every control of the page that can be used is used, texts with the samples that their fields declare; services answer \
      as they are defined; time passes to the next instant at which something is due. The last line shows what was searched \
      completely. Exit codes: 0 nothing was found and everything was seen, 1 something was found, 3 a bound came first.
      """)

  /// Who answers requests.
  enum Services: String, ExpressibleByArgument, CaseIterable {
    /// The definition.
    case defined
    /// Anybody, at any time, with any outcome.
    case any
  }

  /// In which order work of one instant runs.
  enum Order: String, ExpressibleByArgument, CaseIterable {
    /// In every order; what one source makes due keeps its own.
    case every
    /// As it was made due.
    case defined
  }

  /// In which order observers are told.
  enum Observers: String, ExpressibleByArgument, CaseIterable {
    case registered
    case reversed
  }

  @Argument(
    help: ArgumentHelp("The machine: NAME or NAME@VARIANT.", valueName: "machine@variant"), completion: .machines)
  var machine: String

  @Option(help: ArgumentHelp("The most commands of a script.", valueName: "n"))
  var depth: Int?

  @Option(help: ArgumentHelp("The most states.", valueName: "n"))
  var states = SearchOptions().states

  @OptionGroup var time: TimeOptions

  @Option(
    help: ArgumentHelp(
      "The most bytes that the states hold; what they share is counted for each.", valueName: "bytes"))
  var memory = SearchOptions().memory

  @Option(
    help: ArgumentHelp(
      "Give a control, an input, a field or a service these values in place of its samples.", valueName: "name=value,…")
  )
  var values: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Leave fields out of what tells states apart, so that a counter does not make them endless.",
      valueName: "-name,…"))
  var project: [String] = []

  @Option(help: ArgumentHelp("Find a state in which this holds.", valueName: "expression"))
  var never: [String] = []

  @Option(help: ArgumentHelp("Find a state in which this does not hold.", valueName: "expression"))
  var always: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Find a run on which P holds and Q does not from then on, though time passes and due work runs; or not within a time: P Q [within DURATION].",
      valueName: "expression"))
  var leadsTo: [String] = []

  @Option(
    help: ArgumentHelp(
      "Find few scripts that together take all of these, whatever services answer: transitions, states, refusals, outcomes, timers, alerts or all.",
      valueName: "what"))
  var cover: [CoverGoal] = []

  @Option(
    help: ArgumentHelp(
      "Keep each finding in this folder as a transcript that fails until it is mended, or each script of --cover as one that holds.",
      valueName: "folder"), completion: .directory)
  var save: String?

  @Option(help: "Whether services answer as defined, or any answer may come at any time: defined or any.")
  var services = Services.defined

  @Option(help: "The order in which work of one instant runs: every or defined.")
  var order = Order.every

  @Option(help: "The order in which a field's observers are notified: registered or reversed.")
  var observers = Observers.registered

  @Flag(inversion: .prefixedNo, help: "Let a command come between a turn and the work that it made due.")
  var races = true

  @OptionGroup var colors: ColorOptions
  @OptionGroup var reach: ReachOptions
  @OptionGroup var bounds: BoundOptions

  func validate() throws {
    try BoundOptions.check(depth, states, memory)
    if !leadsTo.isEmpty, !project.isEmpty {
      throw ValidationError(
        "'--leads-to' follows every step, but '--project' takes states for one that are not; leave one of them out")
    }
    if !leadsTo.isEmpty, !cover.isEmpty {
      throw ValidationError("'--cover' looks for scripts that take everything, not for broken promises; leave one out")
    }
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    let machine = try tool.machine(named: machine)
    let (options, ending) = (try options(for: machine), time.watch())
    let watch: Search.Watch = { _ in ending() }
    if !cover.isEmpty { return try coverAll(of: machine, options, watch, tool) }
    var search = Search(machine, options)
    Interrupt.catching { search.run(watch) }
    let text = ExplorationText(machine, search.report)
    try tool.streams.report(text.lines, usesColor: colors.isUsed)
    if let save {
      for (index, finding) in search.report.findings.enumerated() {
        try tool.streams.say("  \(FindingFiles(machine: machine).save(finding, number: index + 1, in: save))")
      }
    }
    try tool.endIfInterrupted()
    if !search.report.findings.isEmpty { return .differs }
    return search.report.isComplete || bounds.acceptBound ? .agreed : .inconclusive
  }

  private func options(for machine: Machine) throws -> SearchOptions {
    var options = SearchOptions()
    options.depth = depth ?? options.depth
    options.states = states
    options.memory = memory
    for text in values {
      let read = try reading(text, of: "--values") { (text) throws(Mistake) in try DomainValues(text, of: machine) }
      options.domain.values.append((read.name, read.values))
    }
    for text in project {
      let read = try reading(text, of: "--project") { (text) throws(Mistake) in try ProjectedFields(text, of: machine) }
      options.omitted += read.fields.filter { !options.omitted.contains($0) }
    }
    options.laws =
      try never.map { try law($0, of: machine, "--never", isForbidden: true) }
      + always.map { try law($0, of: machine, "--always", isForbidden: false) }
    options.promises = try promises(of: machine)
    options.races = races
    options.ties = order == .every
    reach.apply(to: &options.domain)
    if observers == .reversed { options.preparation = [.observers(reversed: true)] }
    if services == .any { options.answerByHand(machine) }
    return options
  }
}

extension ExploreCommand {
  private func law(_ text: String, of machine: Machine, _ option: String, isForbidden: Bool) throws -> StateLaw {
    let expression = try reading(text, of: option) { (text) throws(Mistake) in try StateExpression(text, of: machine) }
    return StateLaw("\(isForbidden ? "never" : "always") \(text)", .law) {
      expression.holds(of: $0, machine) != isForbidden
    }
  }

  private func promises(of machine: Machine) throws -> [Promise] {
    do throws(PromiseWords.Failure) {
      return try PromiseWords(leadsTo, of: machine).promises
    } catch {
      throw Diagnostic(error.mistake, path: "--leads-to", line: 1, excerpt: error.word)
    }
  }

  /// Reads the value of an option; a mistake in it has its place there.
  private func reading<Result>(
    _ text: String, of option: String, _ read: (String) throws(Mistake) -> Result
  ) throws -> Result {
    do throws(Mistake) {
      return try read(text)
    } catch {
      throw Diagnostic(error, path: option, line: 1, excerpt: text)
    }
  }
}
