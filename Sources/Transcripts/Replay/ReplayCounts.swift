/// How many cases gave which answer.
package struct ReplayCounts: Hashable, Sendable {
  package var files = 0
  package var passed = 0
  package var failed = 0
  package var expectedFailures = 0
  package var unexpectedPasses = 0
  package var leftovers = 0
  package var nondeterministic = 0
  package var errors = 0
  package var skipped = 0
  /// Lines that '%mute' left out.
  package var mutedLines = 0
  /// Cases that end with requests under way or work that waits, whether that is refused or not.
  package var leavingCases = 0
  /// What a selection left out, though it could be read: cases, and files without another.
  package var casesLeftOut = 0
  package var filesLeftOut = 0

  package init(_ reports: [ReplayReport] = []) {
    for report in reports { add(report) }
  }

  /// Counts a file and its cases.
  package mutating func add(_ report: ReplayReport) {
    files += 1
    for result in report.cases {
      count(result.verdict, 1)
      mutedLines += result.mutedCount
      if !result.leftovers.isEmpty { leavingCases += 1 }
    }
  }

  /// Adds what was counted apart.
  package mutating func add(_ other: ReplayCounts) {
    files += other.files
    passed += other.passed
    failed += other.failed
    expectedFailures += other.expectedFailures
    unexpectedPasses += other.unexpectedPasses
    leftovers += other.leftovers
    nondeterministic += other.nondeterministic
    errors += other.errors
    skipped += other.skipped
    mutedLines += other.mutedLines
    leavingCases += other.leavingCases
    casesLeftOut += other.casesLeftOut
    filesLeftOut += other.filesLeftOut
  }

  package var cases: Int {
    passed + failed + expectedFailures + unexpectedPasses + leftovers + nondeterministic + errors + skipped
  }

  package var total: CaseTotal {
    CaseTotal(cases: cases, files: files, casesLeftOut: casesLeftOut, filesLeftOut: filesLeftOut)
  }

  /// `14 cases in 12 files: 12 passed, 1 failed, 1 skipped; leftovers in 2 cases; 3 lines muted`
  package var summary: String { answers + remarks }

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

  /// Counts a case otherwise than it was counted.
  package mutating func recount(_ old: CaseVerdict, as new: CaseVerdict) {
    count(old, -1)
    count(new, 1)
  }

  private mutating func count(_ verdict: CaseVerdict, _ number: Int) {
    switch verdict {
    case .passed: passed += number
    case .failed: failed += number
    case .skipped: skipped += number
    case .expectedFailure: expectedFailures += number
    case .unexpectedPass: unexpectedPasses += number
    case .leftover: leftovers += number
    case .nondeterministic: nondeterministic += number
    case .error: errors += number
    }
  }
}
