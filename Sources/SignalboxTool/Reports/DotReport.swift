import Transcripts

/// A character for each case, then what did not hold.
///
/// `.` passed, `F` failed, `E` could not be decided or read, `s` skipped, `x` failed as expected, `X` passed unexpectedly, `L` left something behind, `N` is not deterministic.
struct DotReport {
  let outcome: RunOutcome
  /// So many characters stand on a line.
  static let width = 80

  init(_ outcome: RunOutcome) { self.outcome = outcome }

  var lines: [String] {
    let marks = outcome.files.flatMap { file in
      file.cases.map { mark($0.verdict) } + file.problems.prefix(1).map { _ in "E" }
    }
    let rows = stride(from: 0, to: marks.count, by: Self.width).map { start in
      marks[start..<min(start + Self.width, marks.count)].joined()
    }
    return rows + outcome.failures.groupedLines
  }

  private func mark(_ verdict: CaseVerdict) -> String {
    switch verdict {
    case .passed: "."
    case .failed: "F"
    case .error: "E"
    case .skipped: "s"
    case .expectedFailure: "x"
    case .unexpectedPass: "X"
    case .leftover: "L"
    case .nondeterministic: "N"
    }
  }
}
