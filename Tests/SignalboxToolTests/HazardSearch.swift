import Console
import Exploration
import Statecharts
import ViewModels

/// A search that ends where a property breaks first.
struct HazardSearch: Hashable, Sendable, CustomStringConvertible {
  /// As the index of hazards numbers it.
  let hazard: String
  let property: String
  let machine: String
  /// As they stand behind the machine on the command line.
  let arguments: [String]

  init(_ hazard: String, _ property: String, in machine: String, _ arguments: [String]) {
    self.hazard = hazard
    self.property = property
    self.machine = machine
    self.arguments = arguments
  }

  var description: String { "\(hazard) in \(machine)" }

  /// A search that has found nothing by then is none for the page, unless its arguments say another number.
  static let mostStates = 1_500

  /// What was found: the script behind `open`, and how many states were seen until then, and in which time.
  struct Result {
    var script: [String]
    var states: Int
    var duration: Duration
  }

  /// How every machine is searched, whatever its hazards are.
  static let ways = [[], ["--no-races"], ["--no-races", "--services", "any"]]

  /// Searches to the end, or to so many states.
  func report(states: Int) throws -> SearchReport {
    let machine = try Catalogue.gallery.machine(named: machine)
    var options = try options(for: machine)
    options.states = states
    var search = Search(machine, options)
    search.run()
    return search.report
  }

  /// Searches until the property breaks; nil when it does not.
  func run() throws -> Result? {
    let machine = try Catalogue.gallery.machine(named: machine)
    let options = try options(for: machine)
    let start = ContinuousClock.now
    var search = Search(machine, options)
    search.run { report in report.findings.contains { $0.isOf(property) } ? .interrupted : nil }
    let duration = ContinuousClock.now - start
    guard let found = search.report.findings.first(where: { $0.isOf(property) }) else { return nil }
    return Result(
      script: machine.lines(of: found.script).map { $0 ?? "?" }, states: search.report.states, duration: duration)
  }
}

extension HazardSearch {
  /// What the arguments say, as the command reads them.
  private func options(for machine: Machine) throws -> SearchOptions {
    let words = arguments.map { $0.hasPrefix("--") ? $0 : "'\($0)'" }
    let request = try SearchRequest(parsing: words.joined(separator: " "))
    var options = try request.options(for: machine)
    options.states = request.states ?? Self.mostStates
    return options
  }
}

extension Finding {
  /// Whether it is this property, of whatever instance.
  fileprivate func isOf(_ property: String) -> Bool {
    kind == .broken && (name == property || name.hasSuffix(": \(property)"))
  }
}
