/// A file of commands that every case of a transcript runs first; what they print is not compared.
package struct UsedCommands: Sendable {
  package struct Command: Sendable {
    package var text: String
    /// The line in the used file, counted from one.
    package var line: Int
  }

  /// The path as `%use` gives it.
  package let path: String
  package let commands: [Command]

  /// Reads a used file: commands, comments and empty lines, and no further `%use`.
  ///
  /// - Throws: every problem that was found, in the order of their places.
  package static func parse(
    _ bytes: [UInt8], path: String, language: CommandLanguage? = nil, limits: TranscriptLimits = TranscriptLimits()
  ) throws(TranscriptProblems) -> UsedCommands {
    var problems = ProblemList(limit: limits.problems)
    let source = SourceText(bytes, limits: limits, problems: &problems)
    guard problems.isEmpty else { throw problems.error }
    var parser = TranscriptParser(language, problems: problems)
    parser.header.versionLine = 0
    parser.current = TranscriptCase(title: "", line: 0)
    for (index, line) in source.lines.enumerated() {
      if line.isCommandLine { parser.read(line) } else { parser.refuse(line, number: index + 1) }
    }
    guard parser.problems.isEmpty else { throw parser.problems.error }
    let commands = (parser.current?.steps ?? []).map { Command(text: $0.command, line: $0.line) }
    return UsedCommands(path: path, commands: commands)
  }
}

extension String {
  /// Whether the line may stand in a used file.
  fileprivate var isCommandLine: Bool {
    guard let first = utf8.first else { return true }
    return first == UInt8(ascii: ">") || first == UInt8(ascii: "#")
  }
}

extension TranscriptParser {
  fileprivate mutating func refuse(_ line: String, number: Int) {
    problems.add(.notACommand, line: number)
    lines.append(TranscriptLine(.comment, rest: line))
  }
}
