import ArgumentParser
import Files
import Statecharts
import Traces
import Transcripts

enum ReportFormat: String, CaseIterable, Sendable {
  case pretty
  case junit
  case json
  case markdown
  case github

  /// Whether a program reads it; then standard output contains nothing else.
  var isForPrograms: Bool {
    switch self {
    case .junit, .json: true
    case .pretty, .markdown, .github: false
    }
  }

  /// Formats for people do not include the summary line.
  func lines(of run: RunResult) -> [String] {
    switch self {
    case .pretty: run.failures.groupedLines
    case .junit: JUnitReport(run: run).lines
    case .json: JSONReport(run: run).lines
    case .markdown: MarkdownReport(run: run).lines
    case .github: GitHubReport(run: run).lines
    }
  }
}

/// A `--report` argument, such as `junit=build/report.xml`.
struct ReportRequest: Sendable {
  let format: ReportFormat
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
      throw ValidationError("'--report \(format.rawValue)=' has no file name; add one, or remove the '='")
    }
  }

  /// Rejects two reports in one output.
  static func check(_ requests: [ReportRequest]) throws(ValidationError) {
    let shown = requests.filter { $0.file == nil }
    if shown.count > 1, let program = shown.first(where: \.format.isForPrograms) {
      let name = program.format.rawValue
      throw ValidationError(
        "'--report \(name)' must be the only report on standard output; write '--report \(name)=FILE'")
    }
    var known: Set<Name> = []
    if let file = requests.compactMap(\.file).first(where: { !known.insert(Name($0)).inserted }) {
      throw ValidationError("two reports have the file '\(file)'; name another file")
    }
  }
}

struct ReportWriting {
  let requests: [ReportRequest]
  let streams: Streams
  let usesColor: Bool

  /// - Parameter note: Appended to the summary.
  /// - Returns: The gravest exit code of reports that could not be written.
  func write(_ run: RunResult, note: String = "") throws(FileError) -> Transcripts.ExitCode {
    var code = ExitCode.agreed
    for request in requests {
      guard let file = request.file else { continue }
      do {
        try write(request.format, of: run, to: file)
      } catch {
        let refused = streams.report(Diagnostic.all(of: error))
        code = code.combined(with: error is FileError ? .environment : refused)
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
    if format == .github { return try streams.hand(format.lines(of: run)) }
    try streams.say(format.lines(of: run))
  }

  private func write(_ format: ReportFormat, of run: RunResult, to file: String) throws {
    if run.files.contains(where: { isSameFile($0.path, file) }) {
      throw Diagnostic(
        code: "E1116", path: file, sentence: "a report would overwrite this transcript; name another file")
    }
    let lines = format.lines(of: run).map { format == .github ? $0 : $0.inertOutput }
    let counts = format.isForPrograms || format == .github ? [] : [run.summary.inertLine]
    try streams.replaceFile(at: file, with: (lines + counts).map { $0 + "\n" }.joined())
  }
}
