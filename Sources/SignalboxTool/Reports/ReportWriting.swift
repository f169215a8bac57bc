import Files
import Traces
import Transcripts

/// Writes the reports that were asked for: into files, and what has none to standard output, where the counts come last.
struct ReportWriting {
  let requests: [ReportRequest]
  let streams: Streams
  /// Whether what people read has colours.
  let usesColor: Bool

  /// Writes every report.
  ///
  /// - Parameter note: What an update says behind the counts; empty for nothing.
  /// - Returns: the gravest answer of reports that could not be written.
  func write(_ outcome: RunOutcome, note: String = "") throws(FileError) -> Transcripts.ExitCode {
    var code = ExitCode.agreed
    for request in requests {
      guard let file = request.file else { continue }
      do throws(Diagnostic) {
        try write(request.format, of: outcome, to: file)
      } catch {
        streams.report(error)
        code = code.combined(with: error.exitCode)
      }
    }
    let shown = requests.filter { $0.file == nil }.map(\.format)
    for format in shown.isEmpty ? [.pretty] : shown { try say(format, of: outcome) }
    if shown.contains(where: \.isForPrograms) {
      try streams.flush()
      streams.complain(outcome.summary + note)
    } else {
      try streams.report([outcome.summary + note], usesColor: usesColor)
    }
    return code
  }

  private func say(_ format: ReportFormat, of outcome: RunOutcome) throws(FileError) {
    if format == .pretty { return try streams.report(format.lines(of: outcome), usesColor: usesColor) }
    guard format == .github else { return try streams.say(format.lines(of: outcome)) }
    for command in GitHubReport(outcome).commands { try streams.say(command) }
  }

  private func write(_ format: ReportFormat, of outcome: RunOutcome, to file: String) throws(Diagnostic) {
    if outcome.files.contains(where: { isSameFile($0.path, file) }) {
      throw Diagnostic(
        code: "E1116", path: file, sentence: "a report would take the place of this transcript; name another file")
    }
    let lines = format.lines(of: outcome).map { format == .github ? $0 : $0.inertOutput }
    let counts = format.isForPrograms || format == .github ? [] : [outcome.summary.inertLine]
    streams.warnOfLeftovers(beside: file)
    do throws(FileError) {
      try replaceFile(at: file, with: (lines + counts).map { $0 + "\n" }.joined())
    } catch {
      throw Diagnostic(error)
    }
  }
}
