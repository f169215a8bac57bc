/// What came of the cases of one transcript, in the order of the file.
package struct ReplayReport: Sendable {
  /// The file's name as it is shown and as commands take it.
  package var path: String
  package var transcript: Transcript
  package var cases: [CaseResult]

  package init(path: String, transcript: Transcript, cases: [CaseResult]) {
    self.path = path
    self.transcript = transcript
    self.cases = cases
  }

  /// The gravest answer of the cases; bad input when there are none.
  package var exitCode: ExitCode {
    cases.isEmpty ? .badInput : ExitCode.gravest(cases.map(\.verdict.exitCode))
  }

  /// Whether no output stands in the case of a result.
  package func expectsNothing(_ result: CaseResult) -> Bool { transcriptCase(of: result)?.expectsNothing ?? false }

  /// The case of the transcript that a result is of.
  func transcriptCase(of result: CaseResult) -> TranscriptCase? {
    transcript.caseIndex(atLine: result.line).map { transcript.cases[$0] }
  }
}
