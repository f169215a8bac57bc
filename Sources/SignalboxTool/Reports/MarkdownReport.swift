import Differences
import Traces
import Transcripts

/// A pull-request comment: the verdict, a table of failures, folded details.
struct MarkdownReport {
  let run: RunResult
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

/// GitHub Actions annotations. GitHub shows ten per step, so at most ten are written; the last gives the number of
/// the others.
struct GitHubReport {
  let run: RunResult
  static let mostAnnotations = 10

  init(_ run: RunResult) { self.run = run }

  var commands: [LogCommand] {
    let all = run.problems.map(annotation) + run.failures.map(annotation)
    if all.count <= Self.mostAnnotations { return all }
    let shown = all.prefix(Self.mostAnnotations - 1)
    return shown + [LogCommand("error", [], "and \(all.count - shown.count) more")]
  }

  private func annotation(_ failure: LocatedFailure) -> LogCommand {
    LogCommand(
      "error", place(failure.path, failure.line, failure.column) + [("title", failure.sentence)],
      ([failure.sentence] + failure.details).joined(separator: "\n"))
  }

  private func annotation(_ problem: Diagnostic) -> LogCommand {
    LogCommand(
      "error", place(problem.path, problem.place?.line, problem.place?.column) + [("title", "error[\(problem.code)]")],
      problem.sentence)
  }

  private func place(_ path: String?, _ line: Int?, _ column: Int?) -> [(String, String)] {
    // GitHub expects paths from the repository's root.
    let path = path.map { $0.utf8.starts(with: "./".utf8) ? String($0.dropFirst(2)) : $0 }
    return [("file", path), ("line", line.map(String.init)), ("col", column.map(String.init))]
      .compactMap { key, value in value.map { (key, $0) } }
  }
}

/// A GitHub Actions command. Only this type writes `::` at the start of a line.
struct LogCommand: Sendable {
  let text: String

  init(_ name: String, _ properties: [(String, String)], _ message: String) {
    let given = properties.map { "\($0)=\(Self.escaped($1.escapedForDisplay, alsoIn: [":", ","]))" }
    let lines = message.inertOutput
    text = "::\(name)\(given.isEmpty ? "" : " ")\(given.joined(separator: ","))::\(Self.escaped(lines, alsoIn: []))"
  }

  /// Escapes the characters that end a command or a property.
  private static func escaped(_ text: String, alsoIn others: [Unicode.Scalar]) -> String {
    text.spelling { scalar in
      guard scalar == "%" || scalar == "\n" || scalar == "\r" || others.contains(scalar) else { return nil }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
    }
  }
}
