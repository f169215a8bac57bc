import Statecharts
import ViewModels

extension Search {
  /// The coverage so far, and the first step to each item.
  struct Measurement: Sendable {
    private(set) var coverage: Coverage
    /// By item; none for items covered by the opening.
    private(set) var ways: [Int: Way] = [:]
    private var wanted: [CoverageItem]?
    private let endsAtFirst: Bool

    struct Way: Sendable {
      let state: Int
      let last: DrivenStimulus
    }

    init(of machine: Machine, _ options: SearchOptions) {
      coverage = Coverage(of: machine)
      wanted = options.goals
      endsAtFirst = options.endsAtFirstGoal
    }

    var hasReachedGoals: Bool { wanted?.isEmpty ?? false }

    mutating func add(_ step: MeasuredStep, by way: Way? = nil) {
      for index in coverage.add(step) {
        ways[index] = way
        let item = coverage.items[index]
        let isGoal = wanted?.contains { $0.isSame(as: item) } ?? false
        wanted?.removeAll { isGoal && endsAtFirst || $0.isSame(as: item) }
      }
    }
  }

  /// Includes the opening and the preparation.
  ///
  /// - Precondition: The options request measurement.
  package var coverage: Coverage {
    guard let measurement = expanders[0].measurement else { preconditionFailure("the search does not measure") }
    return measurement.coverage
  }

  /// The goal with the shortest script, ties in definition order; nil if none was found.
  package var nearestGoal: (item: CoverageItem, script: [DrivenStimulus])? {
    let found = (options.goals ?? []).compactMap { goal in
      coverage.index(of: goal).flatMap { script(taking: $0) }.map { (item: goal, script: $0) }
    }
    return found.min { $0.script.count < $1.script.count }
  }

  /// A shortest script to an item; nil if it was not covered or time is up.
  package func script(taking index: Int) -> [DrivenStimulus]? {
    guard let measurement = expanders[0].measurement, measurement.coverage.isTaken(index) else { return nil }
    guard let way = measurement.ways[index] else { return options.preparation.map { DrivenStimulus($0) } }
    return self.way(to: way.state).map { $0.script + [way.last] }
  }
}
