import Traces

package enum ProblemText {
  /// - Parameter source: If given, the source line and a caret follow each problem.
  package static func lines(
    of problems: TranscriptProblems, path: String, source: String? = nil, language: CommandLanguage? = nil
  ) -> [String] {
    let path = path.escapedForDisplay
    let sourceLines = source?.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) ?? []
    var lines = problems.problems.flatMap { problem in
      ["\(path):\(problem.place): error: \(problem.sentence.escapedForDisplay)"]
        + excerpt(problem.place, sourceLines, language)
    }
    if problems.omitted > 0 { lines.append("\(path): error: and \(problems.omitted) more; fix these first") }
    return lines
  }

  private static func excerpt(
    _ place: SourcePlace, _ lines: [Substring.UTF8View], _ language: CommandLanguage?
  ) -> [String] {
    guard lines.indices.contains(place.line - 1) else { return [] }
    let line = String(Substring(lines[place.line - 1]))
    guard let shown = SourceExcerpt.of(line, language), !shown.isEmpty else { return [] }
    let excerpt = LineExcerpt(shown, atScalar: place.column - 1, width: LineExcerpt.width - 2)
    return ["  " + excerpt.text, String(repeating: " ", count: excerpt.column + 2) + "^"]
  }
}

/// Selects the source lines that a report may show.
///
/// Before the machine opens, any argument may be secret. Commands and unknown lines are shown only as one word, or
/// as a verb and a name without quotes, `=` and `:`. `%let` and continuation lines are never shown.
package enum SourceExcerpt {
  /// - Parameter language: Nil if the verbs are unknown.
  package static func of(_ line: String, _ language: CommandLanguage?) -> String? {
    let scalars = line.unicodeScalars.drop { $0 == " " || $0 == "\t" }
    let text = Substring(scalars)
    switch scalars.first {
    case "%": return text.utf8.starts(with: "%let".utf8) ? nil : line
    case "|", "#": return line
    case ">" where text.utf8.starts(with: ">|".utf8): return nil
    case ">": return isShort(text.utf8.dropFirst(), language) ? line : nil
    default: return isShort(text.utf8, language) ? line : nil
    }
  }

  private static func isShort(_ bytes: some Collection<UInt8>, _ language: CommandLanguage?) -> Bool {
    let words = bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard !bytes.contains(where: { "\"=:".utf8.contains($0) }) else { return false }
    return words.count <= 1
      || words.count == 2 && language?[String(decoding: words[0], as: UTF8.self)] != nil
  }
}
