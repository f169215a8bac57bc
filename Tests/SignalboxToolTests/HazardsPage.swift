import Foundation

/// Documentation/Hazards.md: which hazard is found in which machine, with which script.
enum HazardsPage {
  static let path = "Documentation/Hazards.md"

  /// A row of the table as the page holds it.
  struct Row: Hashable {
    var hazard: String
    var property: String
    /// The machine and the options, as `signalbox explore` takes them.
    var search: String
    /// As `[String].counted` has it.
    var commands: Int
    var states: Int
    /// When the page was made.
    var seconds: String
    var script: [String]

    init(_ search: HazardSearch, _ result: HazardSearch.Result) {
      hazard = search.hazard
      property = search.property
      self.search = HazardsPage.commandLine(search)
      (commands, states, script) = (result.script.counted, result.states, result.script)
      seconds = String(format: "%.3f", (result.duration / .milliseconds(1)).rounded(.up) / 1_000)
    }

    init?(line: Substring) {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 7, Double(cells[5]) != nil, let commands = Int(cells[3]), let states = Int(cells[4]) else {
        return nil
      }
      (hazard, property) = (cells[0], cells[1])
      search = cells[2].trimmingCharacters(in: ["`"])
      (self.commands, self.states, seconds) = (commands, states, cells[5])
      script = cells[6].components(separatedBy: "<br>").filter { !$0.isEmpty }.map {
        $0.trimmingCharacters(in: ["`"])
      }
    }

    var machine: String { search.components(separatedBy: " ")[0] }

    var line: String {
      let script = script.map { "`\($0)`" }.joined(separator: "<br>")
      return "| \(hazard) | \(property) | `\(search)` | \(commands) | \(states) | \(seconds) | \(script) |"
    }

    /// Whether another row says the same of the search; the time of each is its own.
    func says(asMuchAs other: Row) -> Bool {
      var other = other
      other.seconds = seconds
      return self == other
    }
  }

  static func commandLine(_ search: HazardSearch) -> String {
    let words = search.arguments.map { word in word.contains { "$ ".contains($0) } ? "'\(word)'" : word }
    return ([search.machine] + words).joined(separator: " ")
  }

  static func text(_ rows: [Row]) -> String {
    """
    # Hazards

    What `signalbox explore` finds in the machines of the gallery that are kept as they were written. Each row is a hazard of the
    articles, the property that breaks, the search that finds it (the arguments of `signalbox explore`), how many commands its
    shortest script has, how many states were seen until it was found, in how many seconds when this page was made (rounded up to a
    thousandth; one thread, an optimised build), and the script, which is typed after
    `open MACHINE`. The command line goes on to its bound, so it is given one: `--states` and the number of states.

    Counted are the commands that do something. `service` and `observers`, which only say how services will answer and in which order
    observers are told, are not; `advance` is counted once for each instant at which something comes due, as a search goes. No
    transcript of this repository breaks a property of a machine with fewer commands, so counted, than the rows of that machine; and
    what any of them breaks has a row.

    This page is made by a test, which searches the cheap rows again and runs the script of every row. Another searches each fixed variant
    to its end or to 150 states, with races, with `--no-races`, with `--no-races --services any` and as each row of its machine is searched,
    and finds nothing but what a command `assign` brings about, by which the program puts into a field what no view model would. The
    pages of [the articles](Articles/README.md) show what each hazard does, beside the fixed variant.

    | hazard | property | search | commands | states | seconds | script |
    |---|---|---|---|---|---|---|
    \(rows.map(\.line).joined(separator: "\n"))

    ## What no search of this page finds

    Every other property of a variant that is not `fixed` has a row above for that variant.

    | machines | property | why |
    |---|---|---|
    \(HazardSearches.unfound.map { "| \($0.machines) | \($0.property) | \($0.reason) |" }.joined(separator: "\n"))

    """
  }

  static var rows: [Row] {
    get throws {
      try String(contentsOfFile: "\(repositoryRoot)/\(path)", encoding: .utf8).split(separator: "\n").compactMap(
        Row.init)
    }
  }

  static func row(of search: HazardSearch) throws -> Row? {
    try rows.first { $0.search == commandLine(search) && $0.property == search.property }
  }

  static let repositoryRoot = String(#filePath.dropLast("/Tests/SignalboxToolTests/HazardsPage.swift".count))
}
