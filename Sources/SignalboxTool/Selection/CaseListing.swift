import Files
import Traces
import Transcripts

/// Prints the cases that are selected, `PATH:LINE: title`, and checks and runs none.
struct CaseListing {
  private let selection: CaseSelection
  private let jobs: Int
  private let streams: Streams
  private var total = CaseTotal()
  private var exitCode = ExitCode.agreed

  private struct Listed: Sendable {
    var lines: [String] = []
    var all = 0
    var problems: [Diagnostic] = []
  }

  init(_ selection: CaseSelection, jobs: Int, _ streams: Streams) {
    self.selection = selection
    self.jobs = jobs
    self.streams = streams
  }

  /// - Parameter mayBeEmpty: Whether it is no mistake that none is selected.
  mutating func run(_ named: NamedTranscripts, mayBeEmpty: Bool) throws -> ExitCode {
    total = named.leftOut
    var workers: [Void] = Array(repeating: (), count: jobs)
    var rest = named.entries[...]
    while !rest.isEmpty {
      let entries = Array(rest.prefix(SuiteRun.filesAtOnce))
      rest = rest.dropFirst(entries.count)
      let listed = mapSideBySide(entries, &workers) { [selection] entry, _ in Self.listed(entry, by: selection) }
      for listed in listed { try tell(listed) }
    }
    guard total.files > 0 || mayBeEmpty || exitCode != .agreed else {
      throw Diagnostic.noneSelected(of: total.casesLeftOut)
    }
    try streams.say(total.text)
    return exitCode
  }

  private mutating func tell(_ listed: Listed) throws {
    try streams.say(listed.lines)
    for problem in listed.problems { streams.report(problem) }
    exitCode = ExitCode.gravest([exitCode] + listed.problems.map(\.exitCode))
    guard listed.problems.isEmpty else { return }
    total.add(listed.lines.count, of: listed.all)
  }

  private static func listed(_ entry: NamedTranscripts.Entry, by selection: CaseSelection) -> Listed {
    guard case .transcript(let named) = entry else {
      if case .refused(let file) = entry { return Listed(problems: file.problems) }
      return Listed()
    }
    do throws(InputProblems) {
      let selected = try TranscriptFile.read(named.path).cases(selection, of: named)
      let path = named.path.escapedForDisplay
      let lines = selected.cases.map { "\(path):\($0.line): \($0.title.escapedForDisplay)" }
      return Listed(lines: lines, all: selected.namedCount)
    } catch {
      return Listed(problems: error.diagnostics)
    }
  }
}
