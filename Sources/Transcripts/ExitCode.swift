/// What a command answers to the shell.
///
/// Several answers in one run are combined by gravity: 70, then 4, 2, 1, 3, 0.
package enum ExitCode: Int32, Hashable, Sendable, CaseIterable {
  /// Yes: agreed, no violation, complete within the stated bounds.
  case agreed = 0
  /// No: a mismatch, a difference, a broken property, a passing `%xfail`.
  case differs = 1
  /// Usage or bad input; also no case selected, a case without an expectation, a stale file.
  case badInput = 2
  /// A budget or a bound came before an answer.
  case inconclusive = 3
  /// The environment refused: cannot write, disk full, lock held.
  case environment = 4
  /// An invariant of the tool itself broke.
  case internalError = 70

  /// Returns the graver of two answers.
  package func combined(with other: ExitCode) -> ExitCode {
    gravity >= other.gravity ? self : other
  }

  /// Returns the gravest of the answers; `agreed` when there are none.
  package static func gravest(_ codes: some Sequence<ExitCode>) -> ExitCode {
    codes.reduce(.agreed) { $0.combined(with: $1) }
  }

  private var gravity: Int {
    switch self {
    case .agreed: 0
    case .inconclusive: 1
    case .differs: 2
    case .badInput: 3
    case .environment: 4
    case .internalError: 5
    }
  }
}
