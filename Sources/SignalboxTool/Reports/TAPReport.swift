import Traces
import Transcripts

/// The Test Anything Protocol, version 14: a test point for each case, and one for each file that could not be replayed.
///
/// A case that is expected to fail is a `TODO`. One that passes unexpectedly is `not ok` without it, since a passing `TODO`
/// fails no run.
struct TAPReport {
  let outcome: RunOutcome

  init(_ outcome: RunOutcome) { self.outcome = outcome }

  var lines: [String] {
    let points = outcome.files.flatMap { file in
      file.cases.map { point($0, in: file) } + [point(ofProblemsIn: file)].compactMap(\.self)
    }
    let plan = points.isEmpty ? "1..0 # SKIP no case was replayed" : "1..\(points.count)"
    return ["TAP version 14", plan] + points.enumerated().flatMap { $1.lines(number: $0 + 1) }
      + ["# \(outcome.summary)"]
  }

  private struct Point {
    var isOK: Bool
    var description: String
    /// ` # SKIP reason`; empty for none.
    var directive = ""
    /// What is wrong; nil where nothing is.
    var message: String?
    var path = ""
    var place: (line: Int, column: Int?)?
    var output: [String] = []

    func lines(number: Int) -> [String] {
      let line = "\(isOK ? "ok" : "not ok") \(number) - \(TAPReport.described(description))\(directive)"
      guard let message else { return [line] }
      let numbers = place.map { ["  line: \($0.line)"] + ($0.column.map { ["  column: \($0)"] } ?? []) } ?? []
      return [line, "  ---", "  message: \(TAPReport.quoted(message))", "  file: \(TAPReport.quoted(path))"] + numbers
        + ["  output: |"] + block + ["  ..."]
    }

    /// The output as a block of YAML, whose first line says how far all are indented.
    private var block: [String] {
      let lines = output.map(\.escapedForDisplay)
      let first = lines.prefix(1).map { String(Substring($0.unicodeScalars.drop { $0 == " " })) }
      return (first + lines.dropFirst()).map { "    \($0)" }
    }
  }

  private func point(_ result: CaseOutcome, in file: FileOutcome) -> Point {
    var point = Point(isOK: true, description: "\(file.path):\(result.line): \(result.title)")
    switch result.verdict {
    case .passed: break
    case .skipped(let reason): point.directive = " # SKIP \(reason.escapedForDisplay)"
    case .expectedFailure(let issue):
      point.isOK = false
      point.directive = " # TODO \(issue.escapedForDisplay)"
    case .failed, .unexpectedPass, .leftover, .nondeterministic, .error:
      point.isOK = false
      point.output = result.failures.groupedLines
      guard let first = result.failures.first else { return point }
      (point.message, point.path, point.place) = (first.sentence, first.path, (first.line, first.column))
    }
    return point
  }

  /// The test point of a file that could not be replayed; nil where it was.
  private func point(ofProblemsIn file: FileOutcome) -> Point? {
    guard let first = file.problems.first else { return nil }
    return Point(
      isOK: false, description: file.path, message: first.sentence, path: first.path ?? file.path,
      place: first.place.map { ($0.line, $0.column) }, output: file.problems.map(\.line))
  }

  /// A description: on one line, and nothing in it begins a directive, whether or not its reader knows escapes.
  fileprivate static func described(_ text: String) -> String {
    text.escapedForDisplay.spelling { scalar in
      switch scalar {
      case "#": "\\\\u{23}"
      case "\\": "\\\\"
      default: nil
      }
    }
  }

  /// A text of YAML in double quotes.
  fileprivate static func quoted(_ text: String) -> String {
    "\"\(text.escapedForDisplay.spelling { $0 == "\\" || $0 == "\"" ? "\\\($0)" : nil })\""
  }
}

extension String {
  /// The text with some scalars spelled otherwise; those for which there is nil stay.
  func spelling(_ spelled: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in unicodeScalars {
      if let text = spelled(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}
