import Console
import Files
import Traces
import Transcripts

/// Prints the cases that are selected, `PATH:LINE: title`, and checks none. Only where it takes a run to know which are
/// meant is a case run.
struct CaseListing {
  private var runners: [ConsoleRunner]
  private let selection: CaseSelection
  private let streams: Streams
  private var total = CaseTotal()
  private var exitCode = ExitCode.agreed

  private struct Listed: Sendable {
    var lines: [String] = []
    var all = 0
    var problems: [Diagnostic] = []
  }

  init(_ runner: ConsoleRunner, _ selection: CaseSelection, jobs: Int, _ streams: Streams) {
    runners = runner.workers(jobs)
    self.selection = selection
    self.streams = streams
  }

  /// - Parameter mayBeEmpty: Whether it is no mistake that none is selected.
  mutating func run(_ named: NamedTranscripts, mayBeEmpty: Bool) throws -> ExitCode {
    total = named.leftOut
    var rest = named.entries[...]
    while !rest.isEmpty {
      let entries = Array(rest.prefix(SuiteRun.filesAtOnce))
      rest = rest.dropFirst(entries.count)
      let selection = selection
      let listed = mapSideBySide(entries, &runners) { entry, runner in
        Self.listed(entry, by: selection, on: &runner)
      }
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

  private static func listed(
    _ entry: NamedTranscripts.Entry, by selection: CaseSelection, on runner: inout ConsoleRunner
  ) -> Listed {
    guard case .transcript(let named) = entry else {
      if case .refused(let file) = entry { return Listed(problems: file.problems) }
      return Listed()
    }
    do throws(InputProblems) {
      let file = try TranscriptFile.read(named.path)
      let selected = try file.cases(selection, of: named)
      let cases = selected.cases.filter { transcriptCase in
        guard selection.needsRun else { return true }
        runner.prepare(file.transcript.opening(of: transcriptCase))
        return selection.takes(file.transcript.replayGoingOn(transcriptCase, used: file.used, with: runner).session)
      }
      let path = named.path.escapedForDisplay
      let lines = cases.map { "\(path):\($0.line): \($0.title.escapedForDisplay)" }
      return Listed(lines: lines, all: selected.namedCount)
    } catch {
      return Listed(problems: error.diagnostics)
    }
  }
}
