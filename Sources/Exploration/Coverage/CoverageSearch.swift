import Statecharts
import ViewModels

/// Searches for shortest scripts to uncovered items, in the order of `SearchWay`.
package struct CoverageSearch: Sendable {
  /// Includes the timers of code that the searches met, as uncovered.
  package private(set) var coverage: Coverage
  /// By index of the coverage.
  package private(set) var scripts: [Int: [DrivenStimulus]] = [:]
  /// The items found without time to make a script.
  package private(set) var unscripted: [Int] = []
  /// The sums over all searches; a state counts in each.
  package private(set) var states = 0
  package private(set) var steps = 0
  /// Nil if every search was complete or found all items.
  package private(set) var bound: SearchBound?
  /// As `Untried` names them, of all searches.
  package private(set) var rowsLeftOut: [String] = []

  /// - Parameter options: The domain and bounds of each search. Disabled races or program moves skip their search.
  package init(
    _ machine: Machine, lacking coverage: Coverage, _ options: SearchOptions,
    watchedBy watch: Search.Watch = { _ in nil }
  ) {
    self.coverage = coverage
    for way in SearchWay.allCases where way.isAllowed(options) {
      if missing.isEmpty { return }
      let wanted = missing.map { self.coverage.items[$0] }
      var wantingOptions = way.options(options, machine)
      (wantingOptions.measures, wantingOptions.goals) = (true, wanted)
      let search = UnsafeMutablePointer.kept(Search(machine, wantingOptions))
      search.pointee.run(watch)
      take(search.pointee)
      if let end = options.interruption() {
        if !missing.isEmpty { bound = end }
        return
      }
      search.deinitialize(count: 1)
      search.deallocate()
    }
  }

  package var missing: [Int] {
    coverage.missing.filter { scripts[$0] == nil && !unscripted.contains($0) }
  }

  private mutating func take(_ search: borrowing Search) {
    states += search.report.states
    steps += search.report.steps
    if let end = search.report.bound, end != .reached { bound = end }
    rowsLeftOut.add(search.report.untried)
    let seen = search.coverage
    coverage.learnTimers(of: seen)
    for index in missing {
      guard let taken = seen.index(of: coverage.items[index]), seen.isTaken(taken) else { continue }
      scripts[index] = search.script(taking: taken)
      if scripts[index] == nil { unscripted.append(index) }
    }
  }
}
