import Differences
import ViewModels

/// Searches for a shortest script that distinguishes two machines, in the order of `SearchWay`.
package struct DistinctionSearch: Sendable {
  package enum Verdict: Sendable {
    /// The last command shows the difference; with an empty script, the opening does.
    case differs([DrivenStimulus], StepDifference)
    /// No search with sample values distinguishes them.
    case equal
    case undecided(SearchBound)
  }

  package private(set) var verdict = Verdict.equal
  package private(set) var pairs = 0
  /// As `Untried` names them, of both machines in all searches.
  package private(set) var rowsLeftOut: [String] = []

  package init(_ machines: Sides<Machine>, pairs most: Int, watch: @escaping @Sendable () -> SearchBound? = { nil }) {
    let opened = machines.map { $0.open().turns }
    if let difference = StepDifference(opened, in: ComparisonScope(machines.map(\.parts))) {
      verdict = .differs([], difference)
      return
    }
    var base = SearchOptions()
    base.domain.isPastTheScreen = true
    for way in SearchWay.allCases where way.isAllowed(base) {
      let options = way.options(base, machines.a)
      let starts = machines.map { Beginning($0, options.preparation).snapshot }
      var search = ProductSearch(machines, Self.comparison(options, most), from: starts)
      search.run { report in report.isEqual ? watch() : .reached }
      pairs += search.report.pairs
      for untried in [search.untried.a, search.untried.b] { rowsLeftOut.add(untried) }
      if take(search.report, options) { return }
    }
  }

  private static func comparison(_ options: SearchOptions, _ pairs: Int) -> ComparisonOptions {
    var comparison = ComparisonOptions()
    (comparison.domain, comparison.races, comparison.pairs) = (options.domain, options.races, pairs)
    // Transcripts show every field.
    comparison.policy.comparesInternals = true
    return comparison
  }

  /// Returns whether the verdict is final.
  private mutating func take(_ report: ComparisonReport, _ options: SearchOptions) -> Bool {
    let preparation = options.preparation.map { DrivenStimulus($0) }
    if let opening = report.opening { verdict = .differs(preparation, opening) }
    if let first = report.causes.first { verdict = .differs(preparation + first.script, first.difference) }
    if !report.isEqual { return true }
    guard let bound = report.bound else { return false }
    verdict = .undecided(bound)
    if case .states = bound { return false }
    return true
  }
}
