import Traces

/// What came of a case.
public struct CaseResult: Sendable {
  public var title: String
  /// The line of `%case`, counted from one.
  public var line: Int
  public var verdict: CaseVerdict
  /// The opening block, then those of the commands, as far as the case ran.
  public var blocks: [BlockResult]
  /// How many lines '%mute' left out.
  public var mutedCount = 0
  /// The hash of the definition that ran; nil when none did.
  public var definitionHash: String?
  /// What `$name` stood for.
  public var names: NamedValues

  /// The blocks that differ, by their places among the case's blocks.
  public var failures: [Int] { blocks.indices.filter { blocks[$0].differs } }

  /// The blocks that differ by themselves, by their places.
  public var ownFailures: [Int] { failures.filter { blocks[$0].cause == nil } }

  /// The later blocks that no longer differ when the block at a place is accepted as it came.
  public func followers(of place: Int) -> [Int] { blocks.indices.filter { blocks[$0].cause == place } }
}

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

/// Why a case has no answer.
public struct CaseError: Error, Sendable {
  /// The file in which the place is; nil for the transcript itself.
  public var usedFile: String?
  public var place: SourcePlace
  public var sentence: String
  public var exitCode = ExitCode.badInput
}

/// What a command printed, and how it compares with its block.
public struct BlockResult: Sendable {
  public var actual: [String]
  /// The command as it may be shown, with the name of a secret in its place; nil for the opening and where nobody knows.
  public var echo: String?
  public var outcome: BlockOutcome
  /// Of a block that differs, and holds once an earlier one is accepted as it came: the place of that one among the
  /// blocks; nil for one that differs by itself.
  public internal(set) var cause: Int?
  /// What the case had bound before the block.
  let bindings: Bindings

  /// Whether the block is to be reported.
  public var differs: Bool {
    switch outcome {
    case .held: false
    case .differs, .undecided: true
    }
  }
}
