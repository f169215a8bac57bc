import Files
import Terminal
import Traces
import Transcripts
import ViewModels

/// Replays transcripts, and keeps what came of them.
struct TranscriptReplay {
  /// What runs the cases: a runner for each job. Files run side by side, each on one; a file that is alone has them all.
  private var workers: [[ConsoleRunner]]
  private var replay: FileReplay
  private let streams: Streams
  /// What tells a person how far it is; an update tells by itself.
  private let progress: ProgressLine?
  private(set) var outcome = RunOutcome()
  private(set) var timings = CaseTimings()

  /// How many files are replayed before what came of them is told: no more of them is held.
  static let filesAtOnce = 32

  init(_ replay: FileReplay, on runner: ConsoleRunner, jobs: Int, streams: Streams) {
    workers = Array(repeating: [runner], count: jobs)
    self.replay = replay
    self.streams = streams
    progress = replay.awaitsOutput ? nil : ProgressLine()
    outcome.excusesDifferences = replay.awaitsOutput
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
    outcome.leaveOut(named.leftOut)
    for stale in named.staleTemporaries { add(FileOutcome(path: stale, problems: [.stale(stale)])) }
    var rest = named.entries[...]
    progress?.begin()
    defer { progress?.end() }
    while !rest.isEmpty {
      // An update writes each file before the next is read.
      let entries = Array(rest.prefix(replay.awaitsOutput ? 1 : Self.filesAtOnce))
      rest = rest.dropFirst(entries.count)
      for result in results(of: entries) { try take(result, finish) }
      progress?.show("\(named.entries.count - rest.count) of \(named.entries.count) files: \(outcome.counts.answers)")
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

  private mutating func results(of entries: [NamedTranscripts.Entry]) -> [FileReplay.Result] {
    let replay = replay
    if entries.count > 1 { return mapSideBySide(entries, &workers) { replay.run($0, on: &$1) } }
    var runners = workers.flatMap(\.self)
    defer { workers = runners.map { [$0] } }
    return entries.map { replay.run($0, on: &runners) }
  }

  private mutating func take(_ result: FileReplay.Result, _ finish: (ReplayReport) throws -> ReplayReport) throws {
    var file = result.file
    if let report = result.report, !report.cases.isEmpty {
      let left = try finish(report).cases.map(\.line)
      file.cases = report.cases.map {
        CaseOutcome($0, left.contains($0.line) ? replay.text.failures(of: $0, in: report) : [])
      }
    }
    timings.add(result.timings)
    add(file)
  }

  /// Keeps what came of a file, and tells why it cannot be replayed.
  private mutating func add(_ file: FileOutcome) {
    if !file.problems.isEmpty { progress?.end() }
    for problem in file.problems { streams.report(problem) }
    if !file.problems.isEmpty { progress?.begin() }
    outcome.add(file)
  }
}

extension Diagnostic {
  /// That a killed run left a file where only whole ones are to be.
  fileprivate static func stale(_ path: String) -> Diagnostic {
    Diagnostic(code: "E1119", path: path, sentence: "was left behind by a process that was killed; remove it")
  }
}
