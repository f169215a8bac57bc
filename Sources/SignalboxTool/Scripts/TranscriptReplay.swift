import Files
import Traces
import Transcripts
import ViewModels

/// Replays transcripts, and keeps what came of them.
struct TranscriptReplay {
  /// What runs the cases: one for each processor.
  private var runners: [ConsoleRunner]
  private var replay: FileReplay
  private let streams: Streams
  private(set) var outcome = RunOutcome()

  /// How many files are replayed before what came of them is told: no more of them is held.
  static let filesAtOnce = 32

  /// - Parameter executable: The name of the tool in the failures' texts.
  init(
    runner: ConsoleRunner, awaitsOutput: Bool = false, refusesLeftovers: Bool = false, streams: Streams,
    executable: String
  ) {
    runners = Array(repeating: runner, count: processorCount)
    replay = FileReplay(
      selection: CaseSelection(), awaitsOutput: awaitsOutput, refusesLeftovers: refusesLeftovers,
      text: FailureText(executable: executable))
    self.streams = streams
    outcome.excusesDifferences = awaitsOutput
  }

  /// Replays the transcripts that arguments name.
  ///
  /// - Parameters:
  ///   - selection: Which of their cases are meant.
  ///   - finish: Given what came of each file; returns what of it is still to be told in the end.
  mutating func run(
    _ named: NamedTranscripts, _ selection: CaseSelection, finish: (ReplayReport) throws -> ReplayReport = { $0 }
  ) throws {
    replay.selection = selection
    for stale in named.staleTemporaries { add(FileOutcome(path: stale, problems: [.stale(stale)])) }
    var rest = named.entries[...]
    while !rest.isEmpty {
      // An update writes each file before the next is read.
      let entries = Array(rest.prefix(replay.awaitsOutput ? 1 : Self.filesAtOnce))
      rest = rest.dropFirst(entries.count)
      let replay = replay
      let results = mapSideBySide(entries, &runners) { entry, runner in replay.run(entry, on: &runner) }
      for result in results { try take(result, finish) }
    }
  }

  /// Says that nothing was selected, where nothing was.
  ///
  /// - Parameter path: The argument with which reports name it.
  mutating func requireCases(in path: String) {
    guard outcome.isEmpty, outcome.exitCode == .agreed else { return }
    refuse(.noneSelected(of: outcome.counts.casesLeftOut), in: path)
  }

  /// Tells why nothing is replayed.
  mutating func refuse(_ problem: Diagnostic, in path: String) {
    add(FileOutcome(path: path, problems: [problem]))
  }

  private mutating func take(_ result: FileReplay.Result, _ finish: (ReplayReport) throws -> ReplayReport) throws {
    var file = result.file
    if let report = result.report, !report.cases.isEmpty {
      let left = try finish(report).cases.map(\.line)
      file.cases = report.cases.map {
        CaseOutcome($0, left.contains($0.line) ? replay.text.failures(of: $0, in: report) : [])
      }
    }
    add(file)
  }

  /// Keeps what came of a file, and tells why it cannot be replayed.
  private mutating func add(_ file: FileOutcome) {
    for problem in file.problems { streams.report(problem) }
    outcome.add(file)
  }
}

extension Diagnostic {
  /// That a killed run left a file where only whole ones are to be.
  fileprivate static func stale(_ path: String) -> Diagnostic {
    Diagnostic(code: "E1119", path: path, sentence: "was left behind by a process that was killed; remove it")
  }
}
