import ArgumentParser
import Differences
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

  @Option(
    name: .customLong("key"),
    help: ArgumentHelp("Pair the elements of a list by a member: items=id.", valueName: "list=member"),
    transform: { text in try ValidationError.told { () throws(ComparisonRules.Mistake) in try .init(text) } })
  var keys: [RowKeys.Key] = []

  @Option(
    name: .customLong("tolerance"),
    help: ArgumentHelp(
      "Numbers that differ by at most so much are equal: items[*].total=0.01.", valueName: "field=number"),
    transform: { text in try ValidationError.told { () throws(ComparisonRules.Mistake) in try .init(text) } })
  var tolerances: [ComparisonRules.Tolerance] = []

  @Flag(name: .customLong("internal"), help: "Compare fields, too, that no screen and no refusal shows.")
  var comparesInternals = false

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
    result.comparesInternals = comparesInternals || result.comparesInternals
    result.rules.keys.chosen += keys
    result.rules.tolerances += tolerances
    return result
  }
}

extension DifferenceClass: ExpressibleByArgument {}

extension ValidationError {
  /// Reads a rule; what is wrong with it is told as what is wrong with an option.
  fileprivate static func told<Rule>(_ read: () throws(ComparisonRules.Mistake) -> Rule) throws -> Rule {
    do { return try read() } catch { throw ValidationError(error.sentence) }
  }
}
