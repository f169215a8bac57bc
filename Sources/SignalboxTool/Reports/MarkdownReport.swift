import Differences
import Traces
import Transcripts

/// A pull-request comment: the verdict, a table of failures, folded details.
struct MarkdownReport {
  let run: RunResult
  static let mostRows = 50

  var lines: [String] {
    let title = "### \(DifferenceMarkdown.code("replay")): \(run.exitCode == .agreed ? "passed" : "failed")"
    return [title] + table + unfolded + [""]
  }

  private var rows: [(place: String, sentence: String)] {
    run.problems.map { problem in
      let parts = [problem.path, problem.place?.description].compactMap(\.self)
      return (parts.joined(separator: ":"), "error[\(problem.code)]: \(problem.sentence)")
    } + run.failures.map { ("\($0.path):\($0.line)", $0.sentence) }
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

/// GitHub Actions annotations. GitHub shows ten per step, so at most ten are written; the last gives the number of
/// the others.
struct GitHubReport {
  let run: RunResult
  static let mostAnnotations = 10

  var lines: [String] {
    let all = run.problems.map(annotation) + run.failures.map(annotation)
    if all.count <= Self.mostAnnotations { return all }
    let shown = all.prefix(Self.mostAnnotations - 1)
    return shown + [error([], "and \(all.count - shown.count) more")]
  }

  private func annotation(_ failure: LocatedFailure) -> String {
    error(
      place(failure.path, failure.line, failure.column) + [("title", failure.sentence)],
      ([failure.sentence] + failure.details).joined(separator: "\n"))
  }

  private func annotation(_ problem: Diagnostic) -> String {
    error(
      place(problem.path, problem.place?.line, problem.place?.column) + [("title", "error[\(problem.code)]")],
      problem.sentence)
  }

  private func place(_ path: String?, _ line: Int?, _ column: Int?) -> [(String, String)] {
    // GitHub expects paths from the repository's root.
    let path = path.map { $0.utf8.starts(with: "./".utf8) ? String($0.dropFirst(2)) : $0 }
    return [("file", path), ("line", line.map(String.init)), ("col", column.map(String.init))]
      .compactMap { key, value in value.map { (key, $0) } }
  }

  /// A GitHub Actions command. Only this function writes `::` at the start of a line.
  private func error(_ properties: [(String, String)], _ message: String) -> String {
    let given = properties.map { "\($0)=\(escaped($1.escapedForDisplay, alsoIn: [":", ","]))" }
    let head = (given.isEmpty ? "" : " ") + given.joined(separator: ",")
    return "::error\(head)::\(escaped(message.inertOutput, alsoIn: []))"
  }

  /// Escapes the characters that end a command or a property.
  private func escaped(_ text: String, alsoIn others: [Unicode.Scalar]) -> String {
    text.spelling { scalar in
      guard scalar == "%" || scalar == "\n" || scalar == "\r" || others.contains(scalar) else { return nil }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
    }
  }
}
