import Files
import Traces
import Transcripts

struct TranscriptWriting {
  let acceptsLost: Bool
  let streams: Streams
  private(set) var exitCode = ExitCode.agreed
  private var fileCount = 0
  private var blockCount = 0
  private var headerCount = 0
  private var markCount = 0

  init(acceptsLost: Bool, streams: Streams) {
    self.acceptsLost = acceptsLost
    self.streams = streams
  }

  var summary: String {
    let headers = headerCount == 0 ? "" : ", \(headerCount.counted("header")) renewed"
    let marks = markCount == 0 ? "" : ", \(markCount.counted("mark")) removed"
    return "\(fileCount.counted("file")) updated, \(blockCount.counted("block")) rewritten" + marks + headers
  }

  /// Prints the changes of a file, then writes it; returns the cases that still do not hold.
  mutating func update(_ report: ReplayReport) throws -> [CaseResult] {
    let update = report.updated(acceptsLost: acceptsLost)
    for note in update.notes {
      try streams.say("\(report.path.escapedForDisplay):\(note.line): \(note.sentence)")
      try streams.say(note.details)
    }
    let rest = report.cases.filter { !$0.verdict.isUpdatable || update.refused.contains($0.line) }
    if !update.isComplete { exitCode = exitCode.combined(with: .differs) }
    let isSilent = report.cases.contains { update.refused.contains($0.line) && report.expectsNothing($0) }
    if isSilent { exitCode = exitCode.combined(with: .badInput) }
    guard update.isChanged else { return rest }
    streams.warnOfLeftovers(beside: report.path)
    do {
      try replaceFile(at: report.path, with: update.text, limits: TranscriptLimits().text)
      count(update)
    } catch {
      let diagnostic = Diagnostic(error)
      streams.report(diagnostic)
      exitCode = exitCode.combined(with: diagnostic.exitCode)
      return report.cases
    }
    return rest
  }

  private mutating func count(_ update: TranscriptUpdate) {
    fileCount += 1
    for note in update.notes {
      switch note.kind {
      case .rewritten: blockCount += 1
      case .hash: headerCount += 1
      case .unmarked: markCount += 1
      case .lost, .refused: break
      }
    }
  }
}
