/// The exit code of a command. Several codes combine by severity: 70, then 4, 2, 1, 3, 0.
package enum ExitCode: Int32, Hashable, Sendable, CaseIterable {
  /// Agreed, no violation, or complete within the stated bounds.
  case agreed = 0
  /// A mismatch, a difference, a broken property or a passing `%xfail`.
  case differs = 1
  /// Usage or bad input; also no case selected, a case without an expectation, or a stale file.
  case badInput = 2
  /// A budget or bound ended the run.
  case inconclusive = 3
  /// A failed write, a full disk or a held lock.
  case environment = 4
  /// A bug in Signalbox.
  case internalError = 70

  package func combined(with other: ExitCode) -> ExitCode {
    gravity >= other.gravity ? self : other
  }

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
