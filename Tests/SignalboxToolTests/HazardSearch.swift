import Console
import Exploration
import Statecharts
import ViewModels

/// A search that ends where a property breaks first.
struct HazardSearch: Sendable, CustomStringConvertible {
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
    var options = SearchOptions()
    options.states = Self.mostStates
    options.races = !arguments.contains("--no-races")
    options.domain.isPastTheScreen = arguments.contains("--past-the-screen")
    for (option, value) in zip(arguments, arguments.dropFirst()) {
      switch (option, value) {
      case ("--values", _):
        let read = try DomainValues(value, of: machine)
        options.domain.values.append((read.name, read.values))
      case ("--service", _): options.preparation.append(try ServiceSetting(value, of: machine).stimulus)
      case ("--rows", "first"): options.domain.rows = .first
      case ("--states", _): options.states = Int(value) ?? options.states
      case ("--observers", "reversed"): options.preparation.append(.observers(reversed: true))
      case ("--services", "any"):
        options.domain.answersRequests = true
        for (place, name) in machine.serviceNames.enumerated() where !machine.serviceNames[..<place].contains(name) {
          options.preparation.append(.service(name: name, ServiceBehaviour(answer: .manual)))
        }
      default: continue
      }
    }
    return options
  }
}

extension Exploration.Finding {
  /// Whether it is this property, of whatever instance.
  fileprivate func isOf(_ property: String) -> Bool {
    kind == .broken && (name == property || name.hasSuffix(": \(property)"))
  }
}
