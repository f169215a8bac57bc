import Traces

/// What came of a case; every report is made of these.
package struct CaseResult: Sendable {
  package var title: String
  /// The line of `%case`, counted from one.
  package var line: Int
  package var verdict: CaseVerdict
  /// The opening block, those of the commands, as far as the case ran, and that of its loop when it ran to the end; empty
  /// once everything that is reported of them is in `reported`.
  package var blocks: [ReplayedBlock]
  /// What reports print of it: each place that does not hold.
  package var reported: [LocatedFailure] = []
  /// What it did, line by line, for comparison with another run of it; empty where there is none.
  package var record: [String] = []
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

  /// Frees the memory of what only its failures are made of.
  package mutating func dropBlocks() { (blocks, names) = ([], NamedValues()) }

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

  /// Whether an update or a review can make the case hold.
  package var isUpdatable: Bool {
    switch self {
    case .failed, .unexpectedPass: true
    case .passed, .skipped, .expectedFailure, .leftover, .nondeterministic, .error: false
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
package struct ReplayedBlock: Sendable {
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

/// A transcript with what came of its cases, in the order of the file: what failures, updates and reviews are made from.
package struct ReplayReport: Sendable {
  /// The file's name as it is shown and as commands take it.
  package var path: String
  package var transcript: Transcript
  package var cases: [CaseResult]

  package init(path: String, transcript: Transcript, cases: [CaseResult]) {
    self.path = path
    self.transcript = transcript
    self.cases = cases
  }

  /// The gravest answer of the cases; bad input when there are none.
  package var exitCode: ExitCode {
    cases.isEmpty ? .badInput : ExitCode.gravest(cases.map(\.verdict.exitCode))
  }

  /// Whether no output stands in the case of a result.
  package func expectsNothing(_ result: CaseResult) -> Bool { transcriptCase(of: result)?.expectsNothing ?? false }

  /// The case of the transcript that a result is of.
  package func transcriptCase(of result: CaseResult) -> TranscriptCase? {
    transcript.caseIndex(atLine: result.line).map { transcript.cases[$0] }
  }
}

/// How many cases gave which answer.
package struct ReplayCounts: Hashable, Sendable {
  /// The cases and their files, and what a selection left out, though it could be read.
  package private(set) var total: CaseTotal
  package private(set) var passed = 0
  package private(set) var failed = 0
  package private(set) var expectedFailures = 0
  package private(set) var unexpectedPasses = 0
  package private(set) var leftovers = 0
  package private(set) var nondeterministic = 0
  package private(set) var errors = 0
  package private(set) var skipped = 0
  /// Lines that '%mute' left out.
  package private(set) var mutedLines = 0
  /// Cases that end with requests under way or work that waits, whether that is refused or not.
  private var leavingCases = 0

  /// - Parameter leftOut: What a selection left out.
  package init(leftOut: CaseTotal = CaseTotal()) { total = leftOut }

  /// Counts the cases of a file.
  ///
  /// - Parameter namedCount: How many there were to choose from.
  package mutating func add(_ cases: [CaseResult], of namedCount: Int) {
    total.files += 1
    total.cases += cases.count
    total.casesLeftOut += namedCount - cases.count
    for result in cases {
      count(result.verdict)
      mutedLines += result.mutedCount
      if !result.leftovers.isEmpty { leavingCases += 1 }
    }
  }

  private mutating func count(_ verdict: CaseVerdict) {
    switch verdict {
    case .passed: passed += 1
    case .failed: failed += 1
    case .skipped: skipped += 1
    case .expectedFailure: expectedFailures += 1
    case .unexpectedPass: unexpectedPasses += 1
    case .leftover: leftovers += 1
    case .nondeterministic: nondeterministic += 1
    case .error: errors += 1
    }
  }

  /// `14 cases in 12 files: 12 passed, 1 failed, 1 skipped`
  package var answers: String {
    let parts = [
      (passed, "passed"), (failed, "failed"), (expectedFailures, "failed as expected"),
      (unexpectedPasses, "passed unexpectedly"), (leftovers, "with leftovers"),
      (nondeterministic, "not deterministic"), (errors, "in error"),
      (skipped, "skipped"),
    ]
    let told = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    return told.isEmpty ? total.text : "\(total.text): \(told)"
  }

  /// `; leftovers in 2 cases; 3 lines muted`; empty where there is nothing to remark.
  package var remarks: String {
    let unrefused = leavingCases - leftovers
    let leaving = unrefused == 0 ? "" : "; leftovers in \(unrefused) \(unrefused == 1 ? "case" : "cases")"
    return leaving + (mutedLines == 0 ? "" : "; \(mutedLines) \(mutedLines == 1 ? "line" : "lines") muted")
  }
}

/// How many cases of how many files are meant, and how many a selection left out.
package struct CaseTotal: Hashable, Sendable {
  package var cases: Int
  package var files: Int
  /// Of the files that could be read.
  package var casesLeftOut: Int
  /// Those without a case that is meant.
  package var filesLeftOut: Int

  package init(cases: Int = 0, files: Int = 0, casesLeftOut: Int = 0, filesLeftOut: Int = 0) {
    self.cases = cases
    self.files = files
    self.casesLeftOut = casesLeftOut
    self.filesLeftOut = filesLeftOut
  }

  /// Counts a file with so many cases.
  package mutating func add(_ count: Int, of all: Int) {
    cases += count
    casesLeftOut += all - count
    if count > 0 { files += 1 } else { filesLeftOut += 1 }
  }

  /// `14 cases in 12 files`; `2 cases of 14 in 1 file of 12` where some were left out.
  package var text: String { Self.text(cases, casesLeftOut, "case") + " in " + Self.text(files, filesLeftOut, "file") }

  private static func text(_ count: Int, _ leftOut: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")" + (leftOut == 0 ? "" : " of \(count + leftOut)")
  }
}
