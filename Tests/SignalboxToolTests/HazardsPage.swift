import Foundation

/// Tests/Data/Hazards.txt: which hazard is found in which machine, with which script.
enum HazardsPage {
  static let path = "Tests/Data/Hazards.txt"

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
    What `signalbox explore` finds in the machines of the gallery that are kept as they were written: the hazard of the articles, the law
    that breaks, the arguments of `signalbox explore`, the commands of the shortest script, the states seen until it was found, the seconds
    when this file was made (one thread, optimised build), and the script, which is typed after `open MACHINE`.

    `service` and `observers` are not counted as commands; `advance` counts once for each instant at which something comes due.

    | hazard | property | search | commands | states | seconds | script |
    |---|---|---|---|---|---|---|
    \(rows.map(\.line).joined(separator: "\n"))

    Laws of variants that are not `fixed` that no search here breaks:

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
