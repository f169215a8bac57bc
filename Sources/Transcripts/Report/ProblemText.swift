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
    if problems.omitted > 0 { lines.append("\(path): error: and \(problems.omitted) more; fix these first") }
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

/// The line of a file below the mistake in it.
///
/// Nobody knows before the machine is open which arguments are secrets, so a line that may hold a command's arguments is
/// not shown: of commands and of lines that are none of a transcript only those of one word, or of a verb and a name,
/// without quotes, equals signs and colons (`set password=x`); of `%let` and of what continues a command none.
package enum SourceExcerpt {
  /// The line as a report may show it; nil when it may hold a secret.
  ///
  /// - Parameter language: That of the file's commands; nil where nobody knows their verbs.
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
