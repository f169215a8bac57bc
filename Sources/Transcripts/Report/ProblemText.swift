import Traces

/// Writes the problems of a transcript that cannot be read.
public enum ProblemText {
  /// One line each, `PATH:LINE:COLUMN: error: …`, and the count of those that are not shown.
  public static func lines(of problems: TranscriptProblems, path: String) -> [String] {
    let path = path.escapedForDisplay
    var lines = problems.problems.map { "\(path):\($0.place): error: \($0.sentence.escapedForDisplay)" }
    if problems.omitted > 0 { lines.append("\(path): error: and \(problems.omitted) more; mend these first") }
    return lines
  }
}
