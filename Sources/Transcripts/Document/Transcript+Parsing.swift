extension Transcript {
  /// Reads a transcript. Any bytes give a document or the located problems of the file.
  ///
  /// - Parameter verbs: The full verbs that a file may hold; nil leaves the verbs to whoever runs the commands.
  /// - Throws: every problem that was found, in the order of their places.
  public static func parse(
    _ bytes: [UInt8], verbs: [String]? = nil, limits: TranscriptLimits = TranscriptLimits()
  ) throws(TranscriptProblems) -> Transcript {
    var problems = ProblemList(limit: limits.problems)
    let source = SourceText(bytes, limits: limits, problems: &problems)
    guard !source.lines.isEmpty else { throw problems.error }
    var parser = TranscriptParser(verbs: verbs, problems: problems)
    for line in source.lines { parser.read(line) }
    return try parser.finish()
  }

  /// Reads a transcript from text.
  public static func parse(
    _ text: String, verbs: [String]? = nil, limits: TranscriptLimits = TranscriptLimits()
  ) throws(TranscriptProblems) -> Transcript {
    try parse(Array(text.utf8), verbs: verbs, limits: limits)
  }
}
