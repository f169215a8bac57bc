import ViewModels

/// How far a fuzzer goes, and which of all its runs it is.
package struct FuzzExtent: Sendable {
  /// One seed gives one run, command by command.
  package var seed: UInt64 = 0
  /// How many walks are made.
  package var walks = 100
  /// The most commands of a walk.
  package var steps = 100

  package init() {}
}

/// What random walks saw.
package struct FuzzReport: Sendable {
  package struct Found: Sendable {
    /// With the smallest script that was come by.
    package let finding: Finding
    /// How many commands the walk had made.
    package let walked: Int
    /// Whether no command of the script can be left out; not so when a bound came first.
    package let isSmallest: Bool
    /// How often its cause was met.
    package internal(set) var count = 1
  }

  /// One for each cause, in the order in which they were met.
  package internal(set) var found: [Found] = []
  package internal(set) var walks = 0
  /// Commands of all walks.
  package internal(set) var commands = 0
  /// How many transitions were taken, of those that a run can take.
  package internal(set) var transitions = Coverage.Count()
  /// What ended it before all walks were made.
  package internal(set) var bound: SearchBound?
}
