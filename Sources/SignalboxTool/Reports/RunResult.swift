import Transcripts

/// What came of a run: its files, in the order of the arguments, and of the paths in a folder. Every report is printed from
/// it.
struct RunResult: Sendable {
  /// Those with cases that are meant, and those that could not be replayed.
  private(set) var files: [FileResult] = []
  /// What a selection left out.
  private var leftOut = CaseTotal()
  /// Whether cases that differ are answered for otherwise, as by an update.
  var excusesDifferences = false

  /// Linear in the cases.
  var counts: ReplayCounts {
    var counts = ReplayCounts(leftOut: leftOut)
    for file in files where !file.cases.isEmpty { counts.add(file.cases, of: file.namedCount) }
    return counts
  }

  /// What did not hold, in the order of the cases.
  var failures: [LocatedFailure] { files.flatMap { $0.cases.flatMap(\.reported) } }

  /// Why files could not be replayed.
  var problems: [Diagnostic] { files.flatMap(\.problems) }

  var unreadCount: Int { files.count { $0.isUnread } }

  var exitCode: ExitCode {
    let verdicts = files.flatMap(\.cases).map(\.verdict).filter { !(excusesDifferences && $0.isUpdatable) }
    return ExitCode.gravest(verdicts.map(\.exitCode) + problems.map(\.exitCode))
  }

  /// `14 cases in 12 files: 12 passed, 2 failed, 1 file unreadable; leftovers in 1 case`
  var summary: String {
    let counts = counts
    return counts.answers + (unreadCount == 0 ? "" : ", \(unreadCount.counted("file")) unreadable") + counts.remarks
  }

  /// Counts what a selection left out unread.
  mutating func leaveOut(_ total: CaseTotal) {
    leftOut.casesLeftOut += total.casesLeftOut
    leftOut.filesLeftOut += total.filesLeftOut
  }

  /// A file without a case that is meant is only counted.
  mutating func add(_ file: FileResult) {
    if file.cases.isEmpty, file.problems.isEmpty {
      leftOut.add(0, of: file.namedCount)
    } else {
      files.append(file)
    }
  }
}

/// What came of a file: its cases, or why they were not replayed.
struct FileResult: Sendable {
  /// As it is.
  var path: String
  /// `login@fixed`; nil where it could not be read.
  var machine: String?
  /// Those that were selected, in the order of the file.
  var cases: [CaseResult] = []
  /// How many cases there were to choose from.
  var namedCount = 0
  /// Why it could not be replayed.
  var problems: [Diagnostic] = []
  /// Whether nobody knows what is in it.
  var isUnread = false
  /// Until its failures are in its cases: what was replayed.
  var transcript: Transcript?
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
