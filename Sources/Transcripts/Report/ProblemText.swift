import Traces

/// Writes the problems of a transcript that cannot be read.
package enum ProblemText {
  /// `PATH:LINE:COLUMN: error: …` for every problem, and the count of those that are not kept.
  ///
  /// - Parameters:
  ///   - source: The file; where it is given, the line and a caret under the place follow each problem.
  ///   - language: That of its commands.
  package static func lines(
    of problems: TranscriptProblems, path: String, source: [UInt8]? = nil, language: CommandLanguage? = nil
  ) -> [String] {
    let path = path.escapedForDisplay
    let sourceLines = source?.split(separator: 0x0A, omittingEmptySubsequences: false) ?? []
    var lines = problems.problems.flatMap { problem in
      ["\(path):\(problem.place): error: \(problem.sentence.escapedForDisplay)"]
        + excerpt(problem.place, sourceLines, language)
    }
    if problems.omitted > 0 { lines.append("\(path): error: and \(problems.omitted) more; mend these first") }
    return lines
  }

  /// The line around the place, and a caret.
  private static func excerpt(
    _ place: SourcePlace, _ lines: [ArraySlice<UInt8>], _ language: CommandLanguage?
  ) -> [String] {
    guard lines.indices.contains(place.line - 1) else { return [] }
    let line = String(decoding: lines[place.line - 1], as: UTF8.self)
    guard let shown = SourceExcerpt.of(line, language), !shown.isEmpty else { return [] }
    let excerpt = LineExcerpt(shown, atScalar: place.column - 1, width: LineExcerpt.width - 2)
    return ["  " + excerpt.text, String(repeating: " ", count: excerpt.column + 2) + "^"]
  }
}
