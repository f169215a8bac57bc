import Console
import Differences
import Exploration
import Files
import Statecharts
import Terminal
import Traces
import ViewModels

/// The first steps of a search of an adapter, made once more in another process with another hash seed; and in a third
/// one in the opposite order, which shows what outlives an object.
struct ObjectRepetition {
  private static let mostSteps = 200

  private let machine: Machine
  private var domain = MoveDomain()

  init(_ machine: Machine, _ domain: MoveDomain) {
    self.machine = machine
    self.domain.isPastTheScreen = domain.isPastTheScreen
  }

  /// Adds what the other processes do otherwise.
  func check(_ report: inout SearchReport) throws {
    for isBackward in [false, true] where !report.doubtsRuns {
      try check(&report, isBackward: isBackward)
    }
  }

  private func check(_ report: inout SearchReport, isBackward: Bool) throws {
    guard let program = ownProgram else { return }
    let other = try OtherTool(program, titled: "the second process", without: "SWIFT_DETERMINISTIC_HASHING")
    _ = try other.machines()
    var options = ComparisonOptions()
    (options.domain, options.steps, options.stepsBehind) = (domain, Self.mostSteps, 0)
    options.policy.comparesInternals = true
    options.isBackward = isBackward
    let base = try RemoteSide(machine.title.text, of: other, domain)
    var search = try ProductSearch(base, LocalSide(machine, domain), options)
    try search.run { Interrupt.isRequested ? .interrupted : $0.isEqual ? nil : .reached }
    let first = search.report.causes.first
    guard let difference = first?.difference ?? search.report.opening else { return }
    let what = DifferencePrinter().what(difference.lead)
    let name =
      "the object is not repeatable: in another process, whose sets and dictionaries have another order, the last command "
      + "did something else: \(what); sort what the object iterates over, reset in 'reset()' what outlives an object, and "
      + "inject chance, files and the network"
    report.add(ofObject: name, first?.script ?? [])
  }
}
