import Traces
import Transcripts

/// The results of a replay, in argument and path order.
struct RunResult: Sendable {
  private(set) var files: [FileResult] = []
  private var leftOut = CaseTotal()
  /// Whether differing cases do not fail the run, as in an update.
  var excusesDifferences = false

  var counts: ReplayCounts {
    var counts = ReplayCounts(leftOut: leftOut)
    for file in files where !file.cases.isEmpty { counts.add(file.cases, of: file.namedCount) }
    return counts
  }

  var failures: [LocatedFailure] { files.flatMap { $0.cases.flatMap(\.reported) } }

  var problems: [Diagnostic] { files.flatMap(\.problems) }

  var unreadCount: Int { files.count { $0.isUnread } }

  var exitCode: ExitCode {
    let verdicts = files.flatMap(\.cases).map(\.verdict).filter { !(excusesDifferences && $0.isUpdatable) }
    return ExitCode.gravest(verdicts.map(\.exitCode) + problems.map(\.exitCode))
  }

  /// For example `14 cases in 12 files: 12 passed, 2 failed, 1 file unreadable; leftovers in 1 case`.
  var summary: String {
    let counts = counts
    return counts.answers + (unreadCount == 0 ? "" : ", \(unreadCount.counted("file")) unreadable") + counts.remarks
  }

  mutating func leaveOut(_ total: CaseTotal) {
    leftOut.casesLeftOut += total.casesLeftOut
    leftOut.filesLeftOut += total.filesLeftOut
  }

  /// A file without selected cases is only counted.
  mutating func add(_ file: FileResult) {
    if file.cases.isEmpty, file.problems.isEmpty {
      leftOut.add(0, of: file.namedCount)
    } else {
      files.append(file)
    }
  }
}

struct FileResult: Sendable {
  var path: String
  var machine: String?
  var cases: [CaseResult] = []
  /// The number of cases before selection.
  var namedCount = 0
  var problems: [Diagnostic] = []
  /// Whether the file's content is unknown.
  var isUnread = false
  /// The replayed transcript; nil once the cases have their failures.
  var transcript: Transcript?
}

extension CaseVerdict {
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

  /// The transcript's reason for `skip` or `xfail`.
  var reason: String? {
    switch self {
    case .skipped(let reason): reason
    case .expectedFailure(let issue), .unexpectedPass(let issue): issue
    case .passed, .failed, .leftover, .nondeterministic, .error: nil
    }
  }
}
