import ArgumentParser
import Differences

/// Which differences are reported, and which of them fail.
struct PolicyOptions: ParsableArguments {
  @Option(
    name: .customLong("ignore"),
    help: ArgumentHelp(
      "Ignore differences of a class: \(DifferenceClass.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "class"))
  var classes: [DifferenceClass] = []

  @Option(
    name: .customLong("ignore-path"),
    help: ArgumentHelp("Leave a field and all below it out: view, items[*].total.", valueName: "field"))
  var paths: [String] = []

  @Option(
    name: .customLong("fail-on"),
    help: ArgumentHelp("Exit with 1 only for differences of this class or a graver one.", valueName: "class"))
  var failing: DifferenceClass?

  @Flag(name: .customLong("internal"), help: "Compare fields, too, that no screen and no refusal shows.")
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

extension DifferenceClass: ExpressibleByArgument {}
