import Statecharts
import ViewModels

/// Looks for shortest scripts to what a coverage lacks, in searches one after the other: services answer as they are defined; any
/// answer comes at any time; none comes, so that time-outs do; the program acts past the screen; a command comes between a turn
/// and what it made due.
package struct CoverageSearch: Sendable {
  /// What was looked for: the given coverage, with the timers of code that the searches met, none of which is taken by it.
  package private(set) var coverage: Coverage
  /// The script to each item that was found, by index of the coverage.
  package private(set) var scripts: [Int: [DrivenStimulus]] = [:]
  /// What was found though no time was left to make its script, by index of the coverage.
  package private(set) var unscripted: [Int] = []
  /// The states and steps of all searches; a state counts again in each.
  package private(set) var states = 0
  package private(set) var steps = 0
  /// What ended a search before everything was searched; nil when each saw all, or all that was wanted.
  package private(set) var bound: SearchBound?

  /// - Parameters:
  ///   - options: The domain and the bounds of each search. Without races, and without moves past the screen, the searches of
  ///     these are left out.
  ///   - watch: What each search asks between two states.
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

  /// What was looked for and not found, by index of the coverage.
  package var missing: [Int] {
    coverage.missing.filter { scripts[$0] == nil && !unscripted.contains($0) }
  }

  private mutating func take(_ search: borrowing Search) {
    states += search.report.states
    steps += search.report.steps
    if let end = search.report.bound, end != .reached { bound = end }
    let seen = search.coverage
    coverage.learnTimers(of: seen)
    for index in missing {
      guard let taken = seen.index(of: coverage.items[index]), seen.isTaken(taken) else { continue }
      scripts[index] = search.script(taking: taken)
      if scripts[index] == nil { unscripted.append(index) }
    }
  }
}
