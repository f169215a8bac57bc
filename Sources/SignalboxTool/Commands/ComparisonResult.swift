import Console
import Differences
import Exploration
import Traces

struct ComparisonResult {
  let machines: ComparedMachines
  let definitions: DefinitionDifference
  let files: [RunComparison.Result]
  let report: ComparisonReport
  let mostCauses: Int
  private(set) var kept: [Sides<ScriptFile.Kept>] = []

  /// Nil if nothing was found and the search was incomplete or empty.
  var verdict: Verdict? {
    let verdict = files.reduce(report.verdict) { $0.combined(with: Verdict(over: $1.differences)) }
    return verdict == .identical && (!report.isComplete || report.steps == 0) ? nil : verdict
  }

  var classes: [DifferenceClass] {
    let found = files.flatMap(\.differences).flatMap(\.findings)
    return found.flatMap { Array(repeating: $0.differenceClass, count: $0.count) }
      + report.differences.map(\.lead.differenceClass)
  }

  /// Skipped differences of internal fields, in files and search steps.
  var internalCount: Int {
    files.flatMap(\.differences).reduce(report.internalSteps) { $0 + $1.internalCount }
  }

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

  var closing: String { ComparisonText(machines, mostCauses: mostCauses).closing(report) }

  /// Throws if a file already exists.
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
