/// The answer that a case gives.
public enum CaseVerdict: Sendable {
  case passed
  case failed
  case skipped(reason: String)
  /// It failed, as `%xfail` says it does.
  case expectedFailure(issue: String)
  /// It passed, although `%xfail` says that it fails.
  case unexpectedPass(issue: String)
  /// It could not be decided.
  case error(CaseError)

  public var exitCode: ExitCode {
    switch self {
    case .passed, .skipped, .expectedFailure: .agreed
    case .failed, .unexpectedPass: .differs
    case .error(let error): error.exitCode
    }
  }
}
