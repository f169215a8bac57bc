import Files
import Traces
import Transcripts
import ViewModels

/// Replays the transcripts that arguments name, and keeps what came of them.
struct TranscriptReplay {
  /// What runs the cases: one for each processor.
  private var runners: [ConsoleRunner]
  /// Only cases of this title; nil for all.
  let title: String?
  /// Whether cases may stand without output, which an update then writes.
  let awaitsOutput: Bool
  let streams: Streams
  private let text: FailureText
  private(set) var outcome = RunOutcome()

  /// How many files are replayed before what came of them is told: no more of them is held.
  private static let filesAtOnce = 32

  /// - Parameter executable: The name of the tool in the failures' texts.
  init(runner: ConsoleRunner, title: String?, awaitsOutput: Bool = false, streams: Streams, executable: String) {
    runners = Array(repeating: runner, count: processorCount)
    self.title = title
    self.awaitsOutput = awaitsOutput
    self.streams = streams
    text = FailureText(executable: executable)
    outcome.excusesDifferences = awaitsOutput
  }

  /// Replays a file, the case at a line of it, or every transcript of a folder.
  ///
  /// - Parameter finish: Given what came of each file; returns what of it is still to be told in the end.
  mutating func add(_ argument: String, finish: (ReplayReport) throws -> ReplayReport = { $0 }) throws {
    let (path, line) = CaseSelection.split(argument)
    let files: TranscriptFiles
    do throws(FileError) {
      files = try TranscriptFiles(path)
    } catch {
      return add(FileOutcome(path: path, problems: [Diagnostic(error)], isUnread: true))
    }
    do throws(InputProblems) {
      if files.isFolder { try CaseSelection.requireNone(line, of: "a folder", in: path) }
    } catch {
      return add(FileOutcome(path: path, problems: error.diagnostics))
    }
    for stale in files.staleTemporaries {
      streams.warnOfLeftover(stale)
    }
    var rest = files.paths[...]
    let replay = FileReplay(selection: CaseSelection(title: title, line: line), awaitsOutput: awaitsOutput, text: text)
    while !rest.isEmpty {
      // An update writes each file before the next is read.
      let paths = Array(rest.prefix(awaitsOutput ? 1 : Self.filesAtOnce))
      rest = rest.dropFirst(paths.count)
      let results = mapSideBySide(paths, &runners) { path, runner in replay.run(path, on: &runner) }
      for case let result? in results { try take(result, finish) }
    }
  }

  /// Says that nothing was selected, where nothing was.
  mutating func requireCases(in path: String) {
    guard outcome.isEmpty, outcome.exitCode == .agreed else { return }
    add(FileOutcome(path: path, problems: [.noCase()]))
  }

  private mutating func take(_ result: FileReplay.Result, _ finish: (ReplayReport) throws -> ReplayReport) throws {
    var file = result.file
    if let report = result.report {
      let left = try finish(report).cases.map(\.line)
      file.cases = report.cases.map { CaseOutcome($0, left.contains($0.line) ? text.failures(of: $0, in: report) : []) }
    }
    add(file)
  }

  /// Keeps what came of a file, and tells why it cannot be replayed.
  private mutating func add(_ file: FileOutcome) {
    for problem in file.problems { streams.report(problem) }
    outcome.add(file)
  }
}
