import Traces

package struct CaseResult: Sendable {
  package var title: String
  /// From 1.
  package var line: Int
  package var verdict: CaseVerdict
  /// Opening, commands that ran, and a completed loop; emptied by `dropBlocks`.
  package var blocks: [ReplayedBlock]
  package var reported: [LocatedFailure] = []
  /// The lines to compare with a second run.
  package var record: [String] = []
  /// Counts a loop's commands once.
  package var commands = 0
  package var end: CaseEnd?
  package var mutedCount = 0
  package var definitionHash: String?
  package var names: NamedValues

  /// The open requests and waiting work at the end.
  package var leftovers: [String] { end?.leftovers ?? [] }

  /// Frees memory that only failure reports need.
  package mutating func dropBlocks() { (blocks, names) = ([], NamedValues()) }

  /// Turns a pass with leftovers into a failure.
  package mutating func refuseLeftovers() {
    if case .passed = verdict, !leftovers.isEmpty { verdict = .leftover(leftovers) }
  }

  package var failures: [Int] { blocks.indices.filter { blocks[$0].differs } }

  /// Without blocks that follow from an earlier difference.
  package var ownFailures: [Int] { failures.filter { blocks[$0].cause == nil } }

  /// The blocks that hold once this block is accepted.
  package func followers(of place: Int) -> [Int] { blocks.indices.filter { blocks[$0].cause == place } }
}

package enum CaseVerdict: Sendable {
  case passed
  case failed
  case skipped(reason: String)
  case expectedFailure(issue: String)
  case unexpectedPass(issue: String)
  case leftover([String])
  case nondeterministic(SecondRunDifference)
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

package struct CaseError: Error, Sendable {
  /// Nil for the transcript itself.
  package var usedFile: String?
  package var place: SourcePlace
  package var sentence: String
  package var exitCode = ExitCode.badInput
}

package struct ReplayedBlock: Sendable {
  package var actual: [String]
  /// Secrets are replaced by their names. Nil for the opening, or if unknown.
  package var echo: String?
  package var outcome: BlockOutcome
  /// The earlier block whose acceptance makes this block hold; nil if it differs independently.
  package internal(set) var cause: Int?
  let bindings: Bindings
  let bindingsAfter: Bindings

  package var differs: Bool { if case .held = outcome { false } else { true } }
}

package struct CaseEnd: Hashable, Sendable {
  package var milliseconds: Int
  /// Includes the opening's turns.
  package var turns: Int
  /// The open requests and waiting work with their kinds, such as `request authenticate`.
  package var leftovers: [String]

  package init(milliseconds: Int = 0, turns: Int = 0, leftovers: [String] = []) {
    self.milliseconds = milliseconds
    self.turns = turns
    self.leftovers = leftovers
  }
}

package struct SecondRunDifference: Hashable, Sendable {
  /// From 1.
  package var line: Int
  /// Nil if the first run printed nothing more.
  package var first: String?
  package var second: String?

  package init(line: Int, first: String?, second: String?) {
    self.line = line
    self.first = first
    self.second = second
  }
}

package struct ReplayReport: Sendable {
  package var path: String
  package var transcript: Transcript
  package var cases: [CaseResult]

  package init(path: String, transcript: Transcript, cases: [CaseResult]) {
    self.path = path
    self.transcript = transcript
    self.cases = cases
  }

  /// The most severe exit code; bad input without cases.
  package var exitCode: ExitCode {
    cases.isEmpty ? .badInput : ExitCode.gravest(cases.map(\.verdict.exitCode))
  }

  package func expectsNothing(_ result: CaseResult) -> Bool { transcriptCase(of: result)?.expectsNothing ?? false }

  package func transcriptCase(of result: CaseResult) -> TranscriptCase? {
    transcript.caseIndex(atLine: result.line).map { transcript.cases[$0] }
  }

  func indexedCases(where isWanted: (CaseVerdict) -> Bool) -> [IndexedCase] {
    cases.filter { isWanted($0.verdict) }.compactMap { result in
      transcript.caseIndex(atLine: result.line).map { ($0, result) }
    }
  }
}

/// A result with the index of its case, which updates do not change.
typealias IndexedCase = (index: Int, result: CaseResult)

package struct ReplayCounts: Hashable, Sendable {
  /// Includes cases that the selection omitted.
  package private(set) var total: CaseTotal
  package private(set) var passed = 0
  package private(set) var failed = 0
  package private(set) var expectedFailures = 0
  package private(set) var unexpectedPasses = 0
  package private(set) var leftovers = 0
  package private(set) var nondeterministic = 0
  package private(set) var errors = 0
  package private(set) var skipped = 0
  package private(set) var mutedLines = 0
  /// Includes leftovers that do not fail the case.
  private var leavingCases = 0

  package init(leftOut: CaseTotal = CaseTotal()) { total = leftOut }

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

  /// `14 cases in 12 files: 12 passed, 1 failed, 1 skipped`.
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

  /// `; leftovers in 2 cases; 3 lines muted`, or empty.
  package var remarks: String {
    let unrefused = leavingCases - leftovers
    let leaving = unrefused == 0 ? "" : "; leftovers in \(unrefused) \(unrefused == 1 ? "case" : "cases")"
    return leaving + (mutedLines == 0 ? "" : "; \(mutedLines) \(mutedLines == 1 ? "line" : "lines") muted")
  }
}

package struct CaseTotal: Hashable, Sendable {
  package var cases: Int
  package var files: Int
  package var casesLeftOut: Int
  /// Files without a selected case.
  package var filesLeftOut: Int

  package init(cases: Int = 0, files: Int = 0, casesLeftOut: Int = 0, filesLeftOut: Int = 0) {
    self.cases = cases
    self.files = files
    self.casesLeftOut = casesLeftOut
    self.filesLeftOut = filesLeftOut
  }

  package mutating func add(_ count: Int, of all: Int) {
    cases += count
    casesLeftOut += all - count
    if count > 0 { files += 1 } else { filesLeftOut += 1 }
  }

  /// `14 cases in 12 files`, or `2 cases of 14 in 1 file of 12` with omitted cases.
  package var text: String { Self.text(cases, casesLeftOut, "case") + " in " + Self.text(files, filesLeftOut, "file") }

  private static func text(_ count: Int, _ leftOut: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")" + (leftOut == 0 ? "" : " of \(count + leftOut)")
  }
}
