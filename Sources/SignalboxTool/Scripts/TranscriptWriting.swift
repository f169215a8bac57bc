import Files
import Traces
import Transcripts

/// Brings transcripts up to date with what their cases did.
struct TranscriptWriting {
  let acceptsLost: Bool
  let streams: Streams
  private(set) var exitCode = ExitCode.agreed
  private var fileCount = 0
  private var blockCount = 0

  init(acceptsLost: Bool, streams: Streams) {
    self.acceptsLost = acceptsLost
    self.streams = streams
  }

  /// `1 file updated, 2 blocks rewritten`
  var summary: String { "\(fileCount.counted("file")) updated, \(blockCount.counted("block")) rewritten" }

  /// Writes the file of a report anew where a case failed.
  mutating func update(_ report: ReplayReport) throws {
    let update = report.updated(acceptsLost: acceptsLost)
    for note in update.notes {
      if case .rewritten = note.kind { blockCount += 1 }
      try streams.say("\(report.path.escapedForDisplay):\(note.line): \(note.sentence)")
    }
    if !update.isComplete { exitCode = exitCode.combined(with: .differs) }
    refuseEmptyCases(of: update, in: report.path)
    guard update.isChanged else { return }
    streams.warnOfLeftovers(beside: report.path)
    do {
      try replaceFile(at: report.path, with: update.text, limits: TranscriptLimits().text)
      fileCount += 1
    } catch {
      let diagnostic = Diagnostic(error)
      streams.report(diagnostic)
      exitCode = exitCode.combined(with: diagnostic.exitCode)
    }
  }

  /// A case whose commands print nothing has nothing to hold, after an update too.
  private mutating func refuseEmptyCases(of update: TranscriptUpdate, in path: String) {
    do {
      _ = try Transcript.parse(update.text)
    } catch {
      for diagnostic in error.diagnostics(path: path, source: update.text) { streams.report(diagnostic) }
      exitCode = exitCode.combined(with: .badInput)
    }
  }
}
