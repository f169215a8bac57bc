import Differences
import Transcripts

/// A comment for a pull request: the verdict, a table of what did not hold, and each failure to unfold.
struct MarkdownReport {
  let run: RunResult
  /// So many rows are in the table.
  static let mostRows = 50

  init(_ run: RunResult) { self.run = run }

  var lines: [String] {
    let title = "### \(DifferenceMarkdown.code("replay")): \(run.exitCode == .agreed ? "passed" : "failed")"
    return [title] + table + unfolded + [""]
  }

  private struct Row {
    var place: String
    var sentence: String
  }

  private var rows: [Row] {
    run.problems.map { problem in
      let parts = [problem.path, problem.place?.description].compactMap(\.self)
      return Row(place: parts.joined(separator: ":"), sentence: "error[\(problem.code)]: \(problem.sentence)")
    } + run.failures.map { Row(place: "\($0.path):\($0.line)", sentence: $0.sentence) }
  }

  private var table: [String] {
    let rows = rows
    if rows.isEmpty { return [] }
    let more = rows.count - Self.mostRows
    return ["", "| place | what |", "|---|---|"]
      + rows.prefix(Self.mostRows).map { row in
        "| \(DifferenceMarkdown.code(row.place)) | \(DifferenceMarkdown.code(row.sentence)) |"
      } + (more > 0 ? ["", "and \(more) more"] : [])
  }

  private var unfolded: [String] {
    let lines = run.failures.groupedLines
    return lines.isEmpty ? [] : DifferenceMarkdown.details("What came instead", lines)
  }
}
