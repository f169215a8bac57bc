import Console
import Differences
import Exploration
import Traces

/// What `compare` found.
struct ComparisonResult {
  let machines: ComparedMachines
  let definitions: DefinitionDifference
  /// One for each file that was given.
  let files: [RunComparison.Result]
  let report: ComparisonReport
  /// So many causes of the search are shown.
  let mostCauses: Int
  /// What became of the scripts of the causes that are shown; empty where none is to be kept.
  private(set) var kept: [Sides<ScriptFile.Kept>] = []

  /// Nil where nothing was found and not everything was searched, or nothing could be tried.
  var verdict: Verdict? {
    let verdict = files.reduce(report.verdict) { $0.combined(with: Verdict(over: $1.differences)) }
    return verdict == .identical && (!report.isComplete || report.steps == 0) ? nil : verdict
  }

  /// The class of each finding in a file, and of each cause of the search.
  var classes: [DifferenceClass] {
    let found = files.flatMap(\.differences).flatMap(\.findings)
    return found.flatMap { Array(repeating: $0.differenceClass, count: $0.count) }
      + report.differences.map(\.lead.differenceClass)
  }

  /// How many differences were left out since nothing shows them: in the files, and steps of the search.
  var internalCount: Int {
    files.flatMap(\.differences).reduce(report.internalSteps) { $0 + $1.internalCount }
  }

  /// The lines for people.
  var lines: [String] {
    let (text, printer) = (ComparisonText(machines, mostCauses: mostCauses), DifferencePrinter())
    let runs = files.flatMap { file in
      ["", file.path.shownPath] + printer.causes(file.differences).map { $0.isEmpty ? "" : "  \($0)" }
    }
    let told = kept.enumerated().flatMap { number, sides in
      DiffSide.allCases.map { "  " + sides[$0].told(of: "script \(number + 1) on \(machines.titles[$0])") }
    }
    return text.header + text.definitions(definitions) + runs + text.lines(of: report) + told
  }

  /// What was searched, and how far.
  var closing: String { ComparisonText(machines, mostCauses: mostCauses).closing(report) }

  /// Keeps the script of each cause that is shown, as a transcript of either machine.
  ///
  /// - Throws: that a file cannot be written; one of that name that is there is left alone.
  mutating func save(in folder: String, by files: Sides<ScriptFile>) throws {
    for (number, cause) in report.causes.prefix(mostCauses).enumerated() {
      let title = DifferencePrinter().what(cause.difference.lead)
      let name = "\(number + 1) \(title)"
      kept.append(
        Sides(
          a: try files.a.save(cause.script, titled: title, as: name, in: folder),
          b: try files.b.save(cause.script, titled: title, as: name, in: folder)))
    }
  }
}
