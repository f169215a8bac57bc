import Differences
import ViewModels

/// Looks for a shortest script that tells two machines apart, in comparisons one after the other: whatever services answer, past
/// the screen, and with commands that come between.
package struct DistinctionSearch: Sendable {
  package enum Verdict: Sendable {
    /// The script's last command shows the difference; opening them does when there is none.
    case differs([DrivenStimulus], StepDifference)
    /// Nothing that moves with samples do tells them apart.
    case equal
    /// Nothing did until a bound came.
    case undecided(SearchBound)
  }

  package private(set) var verdict = Verdict.equal
  /// The pairs of states of all comparisons; a pair counts again in each.
  package private(set) var pairs = 0

  /// - Parameters:
  ///   - most: The most pairs of each comparison.
  ///   - watch: Asked between two pairs: whether to go on.
  package init(_ machines: Sides<Machine>, pairs most: Int, watch: @escaping @Sendable () -> SearchBound? = { nil }) {
    let opened = machines.map { $0.open().turns }
    if let difference = StepDifference(opened, in: ComparisonScope(machines)) {
      verdict = .differs([], difference)
      return
    }
    var base = SearchOptions()
    base.domain.isPastTheScreen = true
    for way in SearchWay.allCases where way.isAllowed(base) {
      let options = way.options(base, machines.a)
      var search = ProductSearch(machines, Self.comparison(options, most), from: Self.prepared(machines, options))
      search.run { report in report.isEqual ? watch() : .reached }
      pairs += search.report.pairs
      if take(search.report, options) { return }
    }
  }

  private static func comparison(_ options: SearchOptions, _ pairs: Int) -> ComparisonOptions {
    var comparison = ComparisonOptions()
    (comparison.domain, comparison.races, comparison.pairs) = (options.domain, options.races, pairs)
    // A transcript tells of every field.
    comparison.policy.comparesInternals = true
    return comparison
  }

  private static func prepared(_ machines: Sides<Machine>, _ options: SearchOptions) -> Sides<Snapshot> {
    machines.map { machine in
      var stepper = Stepper(machine, from: machine.open().snapshot)
      stepper.isRecording = false
      for stimulus in options.preparation { stepper.step(stimulus) }
      return stepper.snapshot
    }
  }

  /// Takes in what a comparison came to.
  ///
  /// - Returns: Whether no other is needed.
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
