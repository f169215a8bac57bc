import ArgumentParser
import Files
import Statecharts
import Traces
import Transcripts

/// A form in which a run can be told.
enum ReportFormat: String, CaseIterable, Sendable {
  /// The failures, for people.
  case pretty
  /// JUnit's XML, as servers of continuous integration read it.
  case junit
  /// One JSON object on a line, as Documentation/replay.schema.json says.
  case json
  /// A comment for a pull request.
  case markdown
  /// Annotations of GitHub Actions.
  case github

  /// Whether it is read by a program, which takes nothing else beside it.
  var isForPrograms: Bool {
    switch self {
    case .junit, .json: true
    case .pretty, .markdown, .github: false
    }
  }

  /// The lines of a report, without line ends, the line of counts left out where people read it.
  func lines(of run: RunResult) -> [String] {
    switch self {
    case .pretty: run.failures.groupedLines
    case .junit: JUnitReport(run).lines
    case .json: JSONReport(run).lines
    case .markdown: MarkdownReport(run).lines
    case .github: GitHubReport(run).commands.map(\.text)
    }
  }
}

/// A report that is asked for: `junit=build/report.xml`.
struct ReportRequest: Sendable {
  let format: ReportFormat
  /// Nil for standard output.
  let file: String?

  init(_ text: String) throws(ValidationError) {
    let parts = text.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    guard let format = ReportFormat(rawValue: String(Substring(parts[0]))) else {
      let known = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("'--report' has no format '\(Substring(parts[0]))'; there are \(known)")
    }
    self.format = format
    file = parts.count == 2 ? String(Substring(parts[1])) : nil
    if file == "" {
      throw ValidationError("'--report \(format.rawValue)=' names no file; add one, or leave the '=' out")
    }
  }

  /// Refuses what would mix two reports.
  static func check(_ requests: [ReportRequest]) throws(ValidationError) {
    let shown = requests.filter { $0.file == nil }
    if shown.count > 1, let program = shown.first(where: \.format.isForPrograms) {
      let name = program.format.rawValue
      throw ValidationError("'--report \(name)' must have standard output alone; write '--report \(name)=FILE'")
    }
    for (index, request) in requests.enumerated() {
      let isTwice = requests[..<index].contains { $0.file.map { Name($0) == (request.file ?? "") } ?? false }
      if let file = request.file, isTwice {
        throw ValidationError("two reports are to be '\(file)'; name another file")
      }
    }
  }
}

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
  func write(_ run: RunResult, note: String = "") throws(FileError) -> Transcripts.ExitCode {
    var code = ExitCode.agreed
    for request in requests {
      guard let file = request.file else { continue }
      do throws(Diagnostic) {
        try write(request.format, of: run, to: file)
      } catch {
        streams.report(error)
        code = code.combined(with: error.exitCode)
      }
    }
    let shown = requests.filter { $0.file == nil }.map(\.format)
    for format in shown.isEmpty ? [.pretty] : shown { try say(format, of: run) }
    if shown.contains(where: \.isForPrograms) {
      try streams.flush()
      streams.complain(run.summary + note)
    } else {
      try streams.report([run.summary + note], usesColor: usesColor)
    }
    return code
  }

  private func say(_ format: ReportFormat, of run: RunResult) throws(FileError) {
    if format == .pretty { return try streams.report(format.lines(of: run), usesColor: usesColor) }
    guard format == .github else { return try streams.say(format.lines(of: run)) }
    for command in GitHubReport(run).commands { try streams.say(command) }
  }

  private func write(_ format: ReportFormat, of run: RunResult, to file: String) throws(Diagnostic) {
    if run.files.contains(where: { isSameFile($0.path, file) }) {
      throw Diagnostic(
        code: "E1116", path: file, sentence: "a report would overwrite this transcript; name another file")
    }
    let lines = format.lines(of: run).map { format == .github ? $0 : $0.inertOutput }
    let counts = format.isForPrograms || format == .github ? [] : [run.summary.inertLine]
    streams.warnOfLeftovers(beside: file)
    do throws(FileError) {
      try replaceFile(at: file, with: (lines + counts).map { $0 + "\n" }.joined())
    } catch {
      throw Diagnostic(error)
    }
  }
}
