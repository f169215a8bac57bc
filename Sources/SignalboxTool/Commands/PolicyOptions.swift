import ArgumentParser
import Traces
import Transcripts

/// Which differences are told, and which of them fail.
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

  @Option(help: ArgumentHelp("Read such options from a file, one on each line.", valueName: "file"))
  var policy: String?

  /// What the file says, and then the options.
  func read() throws -> DifferencePolicy {
    var result = DifferencePolicy()
    if let policy {
      let text = try InputProblems.readText(policy)
      do throws(DifferencePolicy.Problem) {
        result = try DifferencePolicy(text: text)
      } catch {
        throw Diagnostic(
          code: "E1113", path: policy, place: SourcePlace(line: error.line, column: 1), sentence: error.sentence)
      }
    }
    result.ignoredClasses.formUnion(classes)
    result.ignoredPaths += paths
    result.failing = failing ?? result.failing
    return result
  }
}

extension DifferenceClass: ExpressibleByArgument {}
