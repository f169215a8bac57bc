import ArgumentParser
import Console
import Differences
import Traces
import ViewModels

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

extension PolicyOptions {
  /// Checks that '--ignore-path' names what one of the machines has.
  ///
  /// - Parameter declared: The names that another version of them has.
  /// - Throws: the first path of which no machine has a name.
  func check(_ machines: [Machine], declaring declared: [DefinitionPart] = []) throws {
    for path in paths {
      let mistakes = machines.map { $0.mistake(inPath: path) }
      let isOfOther = declared.contains { part in
        (part.kind == .field || part.kind == .subject)
          && machines.contains { machine in
            machine.unknownName(inPath: path).map { Name(part.name) == $0.name } ?? false
          }
      }
      guard !isOfOther, let first = mistakes.first, let mistake = first, mistakes.allSatisfy({ $0 != nil }) else {
        continue
      }
      throw Diagnostic(code: "E1071", sentence: "'--ignore-path \(path.escapedForDisplay)': \(mistake)")
    }
  }
}

extension DifferenceClass: ExpressibleByArgument {}
