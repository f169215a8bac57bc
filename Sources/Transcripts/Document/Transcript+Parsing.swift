import Files

extension Transcript {
  /// Reads a transcript. Any bytes give a document or the located problems of the file.
  ///
  /// - Parameters:
  ///   - language: That of the commands; nil leaves them to whoever runs them, and reads nothing as free text.
  ///   - awaitsOutput: Whether a case may stand without any output, which an update then writes.
  ///   - isGoneOnWith: Whether a recording may lack its `%end`, since it is gone on with.
  /// - Throws: every problem that was found, in the order of their places.
  package static func parse(
    _ bytes: [UInt8], language: CommandLanguage? = nil, limits: TranscriptLimits = TranscriptLimits(),
    awaitsOutput: Bool = false, isGoneOnWith: Bool = false
  ) throws(TranscriptProblems) -> Transcript {
    var problems = ProblemList(limit: limits.problems)
    let source = SourceText(bytes, limits: limits, problems: &problems)
    guard !source.isEmpty else { throw problems.error }
    var parser = TranscriptParser(language, problems: problems)
    parser.awaitsOutput = awaitsOutput
    parser.requiresEnd = !isGoneOnWith
    for line in source.lines { parser.read(line) }
    return try parser.finish()
  }

  /// Reads a transcript from text.
  package static func parse(
    _ text: String, language: CommandLanguage? = nil, limits: TranscriptLimits = TranscriptLimits(),
    awaitsOutput: Bool = false, isGoneOnWith: Bool = false
  ) throws(TranscriptProblems) -> Transcript {
    try parse(
      Array(text.utf8), language: language, limits: limits, awaitsOutput: awaitsOutput, isGoneOnWith: isGoneOnWith)
  }

  /// Reads other lines, with commands of the same language.
  func reading(_ lines: [TranscriptLine], awaitsOutput: Bool = true) throws(TranscriptProblems) -> Transcript {
    try Transcript.parse(Transcript.print(lines), language: language, awaitsOutput: awaitsOutput)
  }
}

/// How large a transcript may be, for who reads it and for who writes it.
package struct TranscriptLimits: Hashable, Sendable {
  /// Bytes in a file.
  package var fileBytes = 16 << 20
  /// Bytes in a line.
  package var lineBytes = 1 << 20
  /// Located problems that are kept; the others are only counted.
  package var problems = 100

  package init() {}

  /// The limits of the file as a text.
  package var text: TextLimits { TextLimits(fileBytes: fileBytes, lineBytes: lineBytes, lastLineBytes: 32) }
}
