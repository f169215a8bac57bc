import Traces

/// What came of a case.
package struct CaseResult: Sendable {
  package var title: String
  /// The line of `%case`, counted from one.
  package var line: Int
  package var verdict: CaseVerdict
  /// The opening block, those of the commands, as far as the case ran, and that of its loop when it ran to the end.
  package var blocks: [BlockResult]
  /// How many of its commands ran, a second round not counted.
  package var commands = 0
  /// Where the case has led; nil when it was not run.
  package var end: CaseEnd?
  /// How many lines '%mute' left out.
  package var mutedCount = 0
  /// The hash of the definition that ran; nil when none did.
  package var definitionHash: String?
  /// What `$name` stood for.
  package var names: NamedValues

  /// The requests under way and the work that waits at the end, each with its kind.
  package var leftovers: [String] { end?.leftovers ?? [] }

  /// Makes a case that holds fail where it leaves something behind.
  package mutating func refuseLeftovers() {
    if case .passed = verdict, !leftovers.isEmpty { verdict = .leftover(leftovers) }
  }

  /// The blocks that differ, by their places among the case's blocks.
  package var failures: [Int] { blocks.indices.filter { blocks[$0].differs } }

  /// The blocks that differ by themselves, by their places.
  package var ownFailures: [Int] { failures.filter { blocks[$0].cause == nil } }

  /// The later blocks that no longer differ when the block at a place is accepted as it came.
  package func followers(of place: Int) -> [Int] { blocks.indices.filter { blocks[$0].cause == place } }
}

/// The answer that a case gives.
package enum CaseVerdict: Sendable {
  case passed
  case failed
  case skipped(reason: String)
  /// It failed, as `%xfail` says it does.
  case expectedFailure(issue: String)
  /// It passed, although `%xfail` says that it fails.
  case unexpectedPass(issue: String)
  /// It held, and left requests or work behind, which is refused: each with its kind.
  case leftover([String])
  /// It did something else in a second run.
  case nondeterministic(SecondRunDifference)
  /// It could not be decided.
  case error(CaseError)

  package var exitCode: ExitCode {
    switch self {
    case .passed, .skipped, .expectedFailure: .agreed
    case .failed, .unexpectedPass, .leftover, .nondeterministic: .differs
    case .error(let error): error.exitCode
    }
  }
}

/// Why a case has no answer.
package struct CaseError: Error, Sendable {
  /// The file in which the place is; nil for the transcript itself.
  package var usedFile: String?
  package var place: SourcePlace
  package var sentence: String
  package var exitCode = ExitCode.badInput
}

/// What a command printed, and how it compares with its block.
package struct BlockResult: Sendable {
  package var actual: [String]
  /// The command as it may be shown, with the name of a secret in its place; nil for the opening and where nobody knows.
  package var echo: String?
  package var outcome: BlockOutcome
  /// Of a block that differs, and holds once an earlier one is accepted as it came: the place of that one among the
  /// blocks; nil for one that differs by itself.
  package internal(set) var cause: Int?
  /// What the case had bound before the block.
  let bindings: Bindings
  /// What it has bound behind it.
  let bindingsAfter: Bindings

  /// Whether the block is to be reported.
  package var differs: Bool {
    switch outcome {
    case .held: false
    case .differs, .undecided: true
    }
  }
}

/// Where a case has led.
package struct CaseEnd: Hashable, Sendable {
  /// The virtual time that it took, in milliseconds.
  package var milliseconds: Int
  /// How many turns it ran, those of its opening included.
  package var turns: Int
  /// The requests under way and the work that waits, each with its kind: `request authenticate`.
  package var leftovers: [String]

  package init(milliseconds: Int = 0, turns: Int = 0, leftovers: [String] = []) {
    self.milliseconds = milliseconds
    self.turns = turns
    self.leftovers = leftovers
  }
}

/// The first line in which the second run of a case differs from the first.
package struct SecondRunDifference: Hashable, Sendable {
  /// The line of the command, or of `%case`, counted from one.
  package var line: Int
  /// What the first run printed there; nil where it printed nothing more.
  package var first: String?
  package var second: String?

  package init(line: Int, first: String?, second: String?) {
    self.line = line
    self.first = first
    self.second = second
  }
}
