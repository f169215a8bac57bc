import Files
import Transcripts

/// A transcript under review, and its file, which holds what was accepted so far.
struct ReviewedFile {
  var review: FileReview
  private let path: String
  private let streams: Streams
  /// What the file holds.
  private var written: String

  init(_ report: ReplayReport, _ text: FailureText, _ streams: Streams) {
    review = FileReview(report: report, text: text)
    path = report.path
    self.streams = streams
    written = report.transcript.print()
  }

  /// Changes the document and writes it; where either cannot be done, both stay as they were.
  ///
  /// - Throws: that somebody else has written the file meanwhile.
  mutating func edit(_ change: (inout FileReview) throws(Refusal) -> Void) throws {
    var changed = review
    try change(&changed)
    if let hash = changed.renewHash() {
      try streams.say("  header renewed: the machine's hash is now \(hash)")
    }
    guard try InputProblems.readText(path).utf8.elementsEqual(written.utf8) else {
      throw Diagnostic(
        code: "E1132", path: path, sentence: "the file was changed meanwhile, so nothing is written; review it again")
    }
    streams.warnOfLeftovers(beside: path)
    try replaceFile(at: path, with: changed.document.print(), limits: TranscriptLimits().text)
    written = changed.document.print()
    review = changed
  }
}
