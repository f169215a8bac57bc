import ArgumentParser
import Console
import Differences
import Exploration
import Files
import Terminal
import Traces
import Transcripts
import ViewModels

struct BoundOptions: ParsableArguments {
  @Flag(help: "Exit with 0 if nothing was found before a bound was reached.")
  var acceptBound = false

  static func check(_ bounds: KeyValuePairs<String, Int?>) throws {
    for (option, bound) in bounds {
      guard let bound, bound < 1 else { continue }
      throw ValidationError("\(option) must be at least 1, not \(bound)")
    }
  }

  static func check(minimum: Int?) throws {
    guard let minimum, !(0...100).contains(minimum) else { return }
    throw ValidationError("'--min' accepts a percentage from 0 to 100")
  }
}

extension ContinuousIntegration {
  /// Nil outside continuous integration.
  static func refusal(of name: String, to verb: String) -> String? {
    guard isOn else { return nil }
    return "'\(name)' is refused where CI is set; \(verb) where you can read the changes, and commit them"
  }
}

struct TimeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("At most this many seconds.", valueName: "seconds"),
    transform: TimeOptions.seconds)
  var time: Int?

  private static func seconds(_ text: String) throws -> Int {
    if let seconds = Int(text.hasSuffix("s") ? String(text.dropLast()) : text) { return seconds }
    throw ValidationError(
      "'--time \(text.escapedForDisplay)' is not a time; write seconds as a whole number, as in '--time 5'")
  }

  func validate() throws { try BoundOptions.check(["--time": time]) }

  var clock: SearchClock { SearchClock(seconds: time) }
}

/// The bounds of a search.
struct ExtentOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: ArgumentHelp("At most this many commands in a script.", valueName: "n"))
  var depth: Int?

  @Option(parsing: .unconditional, help: ArgumentHelp(.states))
  var states: Int?

  @OptionGroup var time: TimeOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "At most this many bytes for the states; shared parts are counted for each state. (default: \(SearchOptions().memory))",
      valueName: "bytes"))
  var memory: Int?

  func validate() throws { try BoundOptions.check(["--depth": depth, "--states": states, "--memory": memory]) }

  /// The options of a request within these bounds; without any bound, the steps are bounded.
  func options(of request: SearchRequest, for machine: Machine) throws -> SearchOptions {
    var request = request
    request.states = states
    var options = try request.searchOptions(for: machine)
    if states == nil, depth == nil, time.time == nil, memory == nil { options.steps = SearchOptions.stepsWithoutBound }
    options.depth = depth ?? options.depth
    options.memory = memory ?? options.memory
    return options
  }
}

struct ColorOptions: ParsableArguments {
  @Option(name: .customLong("color"), help: "Write colours: auto, always or never.")
  var color = ColorChoice.auto

  var isUsed: Bool { TerminalCapabilities.usesColor(color) }
}

extension ColorChoice: ExpressibleByArgument {}

struct JobOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use this many workers; the output stays the same (default: one for each processor).",
      valueName: "n"))
  var jobs: Int?

  static let mostJobs = 16

  func validate() throws {
    if let jobs, !(1...Self.mostJobs).contains(jobs) {
      throw ValidationError("'--jobs' accepts a number from 1 to \(Self.mostJobs)")
    }
  }

  var count: Int { jobs ?? processorCount }
}

struct FormOptions: ParsableArguments {
  @Flag(help: "Write one JSON object per line.")
  var json = false

  @Flag(help: "Write a comment for a pull request: a table of causes with their scripts.")
  var markdown = false

  func validate() throws {
    if json, markdown { throw ValidationError("'--json' and '--markdown' exclude each other; choose one") }
  }
}

struct FindingsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Save each finding in this folder, as a transcript that fails until the bug is fixed.", valueName: "folder"),
    completion: .directory)
  var save: String?

  func save(
    _ findings: [(machine: Machine, finding: Finding)], _ streams: Streams, beside isForPrograms: Bool
  ) throws(FileError) {
    if let save { try FindingFiles.save(findings, in: save, streams, beside: isForPrograms) }
  }
}

struct BudgetOptions: ParsableArguments {
  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp(
      "Stop a command at N turns, at N bytes of output, or at N bytes of memory of its machine. "
        + "It may be repeated, once for each name (default: \(Self.defaults)).",
      valueName: "name=n"),
    transform: { try BudgetOptions.limit($0.escapedForDisplay) })
  var limits: [(part: CommandBudget.Part, bound: Int)] = []

  var budget: CommandBudget {
    limits.reduce(into: CommandBudget()) { budget, limit in budget[limit.part] = limit.bound }
  }

  private static var defaults: String {
    CommandBudget.Part.allCases.map { "\($0.rawValue)=\(CommandBudget()[$0])" }.joined(separator: ", ")
  }

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
    guard bound >= 1 else { throw ValidationError("a limit must be at least 1, not \(bound)") }
    return (part, bound)
  }
}

struct PolicyOptions: ParsableArguments {
  @Option(
    name: .customLong("ignore"),
    help: ArgumentHelp(
      "Ignore differences of a class: \(DifferenceClass.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "class"))
  var classes: [DifferenceClass] = []

  @Option(
    name: .customLong("ignore-path"),
    help: ArgumentHelp("Omit a field and all fields below it: view, items[*].total.", valueName: "field"))
  var paths: [String] = []

  @Option(
    name: .customLong("fail-on"),
    help: ArgumentHelp("Exit with 1 only for differences of this class or a graver one.", valueName: "class"))
  var failing: DifferenceClass?

  @Flag(name: .customLong("internal"), help: "Also compare fields that no screen and no refusal shows.")
  var comparesInternals = false

  var chosen: DifferencePolicy {
    var result = DifferencePolicy()
    result.ignoredClasses = Set(classes)
    result.ignoredPaths = paths
    result.failing = failing
    result.comparesInternals = comparesInternals
    return result
  }
}

extension PolicyOptions {
  /// Throws if no machine has a path of '--ignore-path'.
  ///
  /// - Parameter declared: The parts of the machines' base version.
  func check(_ machines: [Machine], declaring declared: [DefinitionPart] = []) throws {
    for path in paths {
      let mistakes = machines.compactMap { $0.mistake(inPaths: [path], for: .ignoring)?.sentence }
      let isOfOther = declared.contains { part in
        part.kind == .field
          && machines.contains { machine in
            OutputNames(machine).unknown(inPath: path, for: .ignoring).map { part.name == $0.name } ?? false
          }
      }
      guard !isOfOther, let mistake = mistakes.first, mistakes.count == machines.count else { continue }
      throw Diagnostic(code: "E1071", sentence: "'--ignore-path \(path.escapedForDisplay)': \(mistake)")
    }
  }
}

extension DifferenceClass: ExpressibleByArgument {}

struct SceneOptions: ParsableArguments {
  @Option(help: ArgumentHelp(.domain))
  var domain: String?

  @Option(help: ArgumentHelp(.values))
  var values: [String] = []

  @Option(help: ArgumentHelp(.never))
  var never: [String] = []

  @Option(help: ArgumentHelp(.always))
  var always: [String] = []

  @Option(help: ArgumentHelp(.services))
  var services: SearchDomain.Services?

  @Flag(help: ArgumentHelp(.noRaces))
  var noRaces = false

  @Flag(help: ArgumentHelp(.pastTheScreen))
  var pastTheScreen = false

  var request: SearchRequest {
    var request = SearchRequest()
    request.domain = domain.map { Word(text: $0) }
    request.values = values.map { Word(text: $0) }
    request.never = never.map { Word(text: $0) }
    request.always = always.map { Word(text: $0) }
    request.services = services
    (request.hasRaces, request.isPastTheScreen) = (!noRaces, pastTheScreen)
    return request
  }
}

extension SearchRequest {
  func searchOptions(for machine: Machine) throws -> SearchOptions {
    do throws(Failure) {
      return try options(for: machine)
    } catch {
      let (mistake, text) = error.disclosed(for: machine)
      var diagnostic = Diagnostic(mistake, at: LinePlace(path: error.option.rawValue, line: 1), excerpt: text)
      diagnostic.isDisclosed = true
      throw diagnostic
    }
  }
}

extension SearchDomain.Services: ExpressibleByArgument {}

extension ArgumentHelp {
  static var machine: ArgumentHelp {
    ArgumentHelp("The machine: NAME or NAME@VARIANT.", valueName: "machine@variant")
  }

  static var transcripts: ArgumentHelp {
    ArgumentHelp(
      "Transcripts, folders of transcripts (default: Transcripts), or quoted patterns; PATH:LINE is the case that contains the line.",
      valueName: "path")
  }

  init(_ option: SearchOption) { self.init("\(option.meaning)", valueName: option.place) }
}

struct SelectionOptions: ParsableArguments {
  @Option(
    name: .customLong("case"),
    help: ArgumentHelp(
      "Only cases with this text in the title; if one title equals it, only that case.", valueName: "part"))
  var title: String?

  @Option(name: .customLong("tag"), help: ArgumentHelp("Only cases with this tag.", valueName: "tag"))
  var tags: [String] = []

  @Option(
    help: ArgumentHelp("Only transcripts of this machine.", valueName: "name[@variant]"), completion: .machines)
  var machine: String?

  func validate() throws {
    if title == "" { throw ValidationError("'--case' needs a part of a title") }
  }

  func selection(among named: NamedTranscripts, _ tool: Tool) throws -> CaseSelection {
    var selection = try selection(tool)
    if needsSurvey {
      let survey = SuiteSurvey(named, selection, awaitsOutput: false, jobs: processorCount)
      try complete(&selection, by: survey)
    }
    return selection
  }

  /// Whether the selection depends on the transcripts.
  var needsSurvey: Bool { title != nil }

  /// The selection before the transcripts are read.
  ///
  /// - Parameter replacement: Replaces the transcripts' own variants; other machines are skipped.
  func selection(_ tool: Tool, replacement: Machine? = nil) throws -> CaseSelection {
    if let machine { _ = try tool.machine(named: machine) }
    return CaseSelection(tags: tags, machines: [machine, replacement?.name.text].compactMap(\.self))
  }

  func complete(_ selection: inout CaseSelection, by survey: SuiteSurvey) throws {
    if let title, !survey.titles.isEmpty { selection.title = try TitleChoice(title, among: survey.titles) }
  }
}

struct BaseOptions: ParsableArguments {
  @Option(
    name: .customLong("base"),
    help: ArgumentHelp(
      "Compare the named machines, or all, with their versions at this git revision; the package is built there. A path that begins with '/' or '.' names a tool that is already built.",
      valueName: "rev"))
  var version: String?

  var isUsed: Bool { version != nil }

  func start(in tool: Tool) throws -> BaseTool {
    let version = version ?? ""
    // No git revision begins like this.
    if version.hasPrefix("/") || version.hasPrefix(".") {
      return BaseTool(title: version.shownPath, tool: try OtherTool(version, of: version.shownPath))
    }
    let revision = try BaseRevision(version)
    let build = try BaseBuild(revision, product: ownProgram.map { splitPath($0).name } ?? tool.executable)
    tool.streams.complain(
      "\(tool.executable): building '\(revision.name)' in .build/base (some minutes the first time)")
    let program = try build.tool()
    return BaseTool(
      title: revision.title, commit: revision.commit, tool: try OtherTool(program, of: revision.name), build: build)
  }
}

struct BaseTool {
  let title: String
  var commit: String?
  let tool: OtherTool
  /// Holds the work tree's lock.
  var build: BaseBuild?
}
