import Statecharts
import ViewModels

/// What a search takes, and the shortest scripts to it.
extension Search {
  /// What was taken so far, and by which step first.
  struct Measurement: Sendable {
    private(set) var coverage: Coverage
    /// The step that was the first to take it, by index; none for what opening the machine took.
    private(set) var ways: [Int: Way] = [:]
    /// What is still wanted; nil when nothing ends the search.
    private var wanted: [CoverageItem]?
    private let endsAtFirst: Bool

    /// A step out of a state.
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

    /// Whether a command was refused already, or is none that counts.
    func knowsRefusal(of command: (template: Int, input: Name)) -> Bool {
      coverage.isRefused(command) ?? true
    }
  }

  /// What was taken: the machine's opening counts, and the preparation.
  ///
  /// - Precondition: The options ask for it.
  package var coverage: Coverage {
    guard let measurement = expanders[0].measurement else { preconditionFailure("the search does not measure") }
    return measurement.coverage
  }

  /// Returns the goal that was found with the fewest commands, of several the first in the order of the definition, and its
  /// script; nil when none was.
  package var nearestGoal: (item: CoverageItem, script: [DrivenStimulus])? {
    let found = (options.goals ?? []).compactMap { goal in
      coverage.index(of: goal).flatMap { script(taking: $0) }.map { (item: goal, script: $0) }
    }
    return found.min { $0.script.count < $1.script.count }
  }

  /// Returns a shortest script that takes something, in number of driving commands; nil when none was seen, and when no time is left.
  /// What opening the machine takes has the preparation alone.
  package func script(taking index: Int) -> [DrivenStimulus]? {
    guard let measurement = expanders[0].measurement, measurement.coverage.isTaken(index) else { return nil }
    guard let way = measurement.ways[index] else { return options.preparation.map { DrivenStimulus($0) } }
    return self.way(to: way.state).map { $0.script + [way.last] }
  }
}
