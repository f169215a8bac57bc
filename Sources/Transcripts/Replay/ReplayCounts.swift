/// How many cases gave which answer.
package struct ReplayCounts: Hashable, Sendable {
  package var files = 0
  package var passed = 0
  package var failed = 0
  package var expectedFailures = 0
  package var unexpectedPasses = 0
  package var errors = 0
  package var skipped = 0
  /// Lines that '%mute' left out.
  package var mutedLines = 0

  package init(_ reports: [ReplayReport] = []) {
    for report in reports { add(report) }
  }

  /// Counts a file and its cases.
  package mutating func add(_ report: ReplayReport) {
    files += 1
    for result in report.cases {
      count(result.verdict)
      mutedLines += result.mutedCount
    }
  }

  /// Adds what was counted apart.
  package mutating func add(_ other: ReplayCounts) {
    files += other.files
    passed += other.passed
    failed += other.failed
    expectedFailures += other.expectedFailures
    unexpectedPasses += other.unexpectedPasses
    errors += other.errors
    skipped += other.skipped
    mutedLines += other.mutedLines
  }

  package var cases: Int { passed + failed + expectedFailures + unexpectedPasses + errors + skipped }

  /// `14 cases in 12 files: 12 passed, 1 failed, 1 skipped; 3 lines muted`
  package var summary: String {
    let parts = [
      (passed, "passed"), (failed, "failed"), (expectedFailures, "failed as expected"),
      (unexpectedPasses, "passed unexpectedly"), (errors, "in error"), (skipped, "skipped"),
    ]
    let told = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    let total = "\(cases) \(cases == 1 ? "case" : "cases") in \(files) \(files == 1 ? "file" : "files")"
    let muted = mutedLines == 0 ? "" : "; \(mutedLines) \(mutedLines == 1 ? "line" : "lines") muted"
    return (told.isEmpty ? total : "\(total): \(told)") + muted
  }

  private mutating func count(_ verdict: CaseVerdict) {
    switch verdict {
    case .passed: passed += 1
    case .failed: failed += 1
    case .skipped: skipped += 1
    case .expectedFailure: expectedFailures += 1
    case .unexpectedPass: unexpectedPasses += 1
    case .error: errors += 1
    }
  }
}
