import ArgumentParser
import Console
import Exploration
import Files
import Terminal
import Traces
import ViewModels

/// Whether a bound is an answer.
struct BoundOptions: ParsableArguments {
  @Flag(help: "Exit with 0 when a bound came first and nothing was found.")
  var acceptBound = false

  /// Refuses bounds under which nothing can be seen.
  static func check(_ bounds: KeyValuePairs<String, Int?>) throws {
    for (option, bound) in bounds {
      guard let bound, bound < 1 else { continue }
      throw ValidationError("'\(option) \(bound)' lets nothing be seen; write a number from 1 on")
    }
  }
}

/// A percentage below which a command ends with 1.
enum Minimum {
  /// Refuses what is no percentage.
  static func check(_ minimum: Int?, of option: String) throws {
    guard let minimum, !(0...100).contains(minimum) else { return }
    throw ValidationError("'\(option)' takes a percentage from 0 to 100")
  }
}

/// How long something may go on.
struct TimeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("The most seconds.", valueName: "seconds"),
    transform: TimeOptions.seconds)
  var time: Int?

  /// The seconds of `5` and of `5s`.
  private static func seconds(_ text: String) throws -> Int {
    if let seconds = Int(text.hasSuffix("s") ? String(text.dropLast()) : text) { return seconds }
    throw ValidationError(
      "'--time \(text.escapedForDisplay)' is no time; write seconds as a whole number, as in '--time 5'")
  }

  func validate() throws { try BoundOptions.check(["--time": time]) }

  /// What ends it from outside; the clock on the wall begins now.
  var clock: SearchClock { SearchClock(seconds: time) }
}

/// When a command writes colours.
struct ColorOptions: ParsableArguments {
  @Option(name: .customLong("color"), help: "When to write colours: auto, always or never.")
  var color = ColorOption.auto

  /// Whether to write them to standard output.
  var isUsed: Bool { TerminalCapabilities.usesColor(color.choice) }
}

/// The values of `--color`.
enum ColorOption: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  var choice: ColorChoice {
    switch self {
    case .auto: .automatic
    case .always: .always
    case .never: .never
    }
  }
}

/// How many threads share the work.
struct JobOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use this many threads; the output stays the same (default: one for each processor).",
      valueName: "n"))
  var jobs: Int?

  static let mostJobs = 16

  func validate() throws {
    if let jobs, !(1...Self.mostJobs).contains(jobs) {
      throw ValidationError("'--jobs' takes a number from 1 to \(Self.mostJobs)")
    }
  }

  var count: Int { jobs ?? processorCount }
}

/// In which form a comparison is told.
struct FormOptions: ParsableArguments {
  @Flag(help: "Write one JSON object per line.")
  var json = false

  @Flag(help: "Write a comment for a pull request: a table of causes, and the script of each.")
  var markdown = false

  func validate() throws {
    if json, markdown { throw ValidationError("'--json' and '--markdown' are two forms; name one") }
  }
}

/// Where what is found is kept.
struct FindingsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep each finding in this folder as a transcript that fails until it is fixed.", valueName: "folder"),
    completion: .directory)
  var save: String?

  /// Ends before the work where the folder is not there.
  func requireFolder() throws(FileError) {
    if let save { try Files.requireFolder(save) }
  }

  /// Ends before the work where the folder is not there, or has findings of the machine already.
  func requireRoom(for machine: Machine) throws(FileError) {
    if let save { try FindingFiles.requireRoom(for: machine, in: save) }
  }

  /// Keeps the findings where that is asked for, and tells what became of each.
  ///
  /// - Parameter isForPrograms: Whether standard output is.
  func save(
    _ findings: [(machine: Machine, finding: Finding)], _ streams: Streams,
    beside isForPrograms: Bool = false
  ) throws(FileError) {
    if let save { try FindingFiles.save(findings, in: save, streams, beside: isForPrograms) }
  }
}

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
