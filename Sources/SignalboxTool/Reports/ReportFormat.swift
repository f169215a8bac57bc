import ArgumentParser
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
  func lines(of outcome: RunOutcome) -> [String] {
    switch self {
    case .pretty: outcome.failures.groupedLines
    case .junit: JUnitReport(outcome).lines
    case .json: JSONReport(outcome).lines
    case .markdown: MarkdownReport(outcome).lines
    case .github: GitHubReport(outcome).commands.map(\.text)
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
      throw ValidationError("'--report \(name)' has standard output to itself; write '--report \(name)=FILE'")
    }
    for (index, request) in requests.enumerated() {
      let isTwice = requests[..<index].contains { $0.file?.utf8.elementsEqual((request.file ?? "").utf8) ?? false }
      if let file = request.file, isTwice {
        throw ValidationError("two reports are to be '\(file)'; name another file")
      }
    }
  }
}
