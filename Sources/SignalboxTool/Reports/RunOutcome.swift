import Transcripts

/// What came of a run: every report is printed from it.
struct RunOutcome: Sendable {
  /// In the order of the arguments, and of the paths in a folder.
  private(set) var files: [FileOutcome] = []
  private(set) var counts = ReplayCounts()
  /// Whether cases that differ are answered for otherwise, as by an update.
  var excusesDifferences = false

  /// What did not hold, in the order of the cases.
  var failures: [LocatedFailure] { files.flatMap { $0.cases.flatMap(\.failures) } }

  /// Why files could not be replayed.
  var problems: [Diagnostic] { files.flatMap(\.problems) }

  /// Whether nothing was replayed.
  var isEmpty: Bool { counts.files == 0 }

  var unreadCount: Int { files.count { $0.isUnread } }

  var exitCode: ExitCode {
    let verdicts = files.flatMap(\.cases).map(\.verdict).filter { verdict in
      if case .failed = verdict { !excusesDifferences } else { true }
    }
    return ExitCode.gravest(verdicts.map(\.exitCode) + problems.map(\.exitCode))
  }

  /// `14 cases in 12 files: 12 passed, 2 failed, 1 file unreadable; leftovers in 1 case`
  var summary: String {
    counts.answers + (unreadCount == 0 ? "" : ", \(unreadCount.counted("file")) unreadable") + counts.remarks
  }

  /// Counts what a selection left out unread.
  mutating func leaveOut(_ total: CaseTotal) {
    counts.casesLeftOut += total.casesLeftOut
    counts.filesLeftOut += total.filesLeftOut
  }

  /// A file of which no case is meant is only counted.
  mutating func add(_ file: FileOutcome) {
    if !file.isLeftOut { files.append(file) }
    counts.add(file.counts)
  }
}

/// What came of a file.
struct FileOutcome: Sendable {
  /// As it is.
  var path: String
  /// `login@fixed`; nil where it could not be read.
  var machine: String?
  var counts = ReplayCounts()
  /// Those that were selected, in the order of the file.
  var cases: [CaseOutcome] = []
  /// Why it could not be replayed.
  var problems: [Diagnostic] = []
  /// Whether nobody knows what is in it.
  var isUnread = false

  /// Whether it holds cases, none of which is meant.
  var isLeftOut: Bool { cases.isEmpty && problems.isEmpty }

  /// Gives a case another answer.
  mutating func replace(at place: Int, _ verdict: CaseVerdict, _ failure: LocatedFailure) {
    counts.recount(cases[place].verdict, as: verdict)
    cases[place].verdict = verdict
    cases[place].failures = [failure]
  }

  /// Counts the cases that were replayed, and what the selection left out.
  ///
  /// - Parameter namedCount: How many there were to choose from.
  mutating func count(_ report: ReplayReport, of namedCount: Int) {
    counts = ReplayCounts(report.cases.isEmpty ? [] : [report])
    counts.casesLeftOut = namedCount - report.cases.count
    counts.filesLeftOut = report.cases.isEmpty ? 1 : 0
  }
}

/// What came of a case.
struct CaseOutcome: Sendable {
  var title: String
  /// The line of `%case`, counted from one.
  var line: Int
  var verdict: CaseVerdict
  /// How many of its commands ran.
  var commands: Int
  /// Where it led; nil when it was not run.
  var end: CaseEnd?
  var mutedLines: Int
  var failures: [LocatedFailure]

  init(_ result: CaseResult, _ failures: [LocatedFailure]) {
    title = result.title
    line = result.line
    verdict = result.verdict
    commands = result.commands
    end = result.end
    mutedLines = result.mutedCount
    self.failures = failures
  }
}

extension CaseVerdict {
  /// The word of it that reports for programs have.
  var word: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .skipped: "skipped"
    case .expectedFailure: "failed as expected"
    case .unexpectedPass: "passed unexpectedly"
    case .leftover: "left over"
    case .nondeterministic: "not deterministic"
    case .error: "error"
    }
  }

  /// What the transcript says of why it is skipped, or expected to fail; nil where it says nothing.
  var reason: String? {
    switch self {
    case .skipped(let reason): reason
    case .expectedFailure(let issue), .unexpectedPass(let issue): issue
    case .passed, .failed, .leftover, .nondeterministic, .error: nil
    }
  }
}
