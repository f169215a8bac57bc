import Console
import Files
import Terminal
import Traces
import Transcripts
import ViewModels

/// Replays transcripts, and keeps what came of them.
struct TranscriptReplay {
  private var replay: FileReplay
  private let runner: ConsoleRunner
  private let jobs: Int
  private let streams: Streams
  /// What tells a person how far it is; an update tells by itself.
  private let progress: ProgressLine?
  /// Cases that are known not to be deterministic; nil where nobody looked before.
  var unsteady: UnsteadyCases?
  /// The same cases in another process; nil where nothing is compared.
  var secondRun: SecondRun?
  private(set) var outcome = RunOutcome()

  init(_ replay: FileReplay, on runner: ConsoleRunner, jobs: Int, streams: Streams) {
    self.replay = replay
    self.runner = runner
    self.jobs = jobs
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
    if let unsteady { replay.unsteady = unsteady }
    var suite = SuiteRun(replay, on: runner, jobs: jobs)
    outcome.leaveOut(named.leftOut)
    for stale in named.staleTemporaries { add(FileOutcome(path: stale, problems: [.stale(stale)])) }
    progress?.begin()
    defer { progress?.end() }
    var count = 0
    try suite.run(named.entries) { result in
      try take(result, finish)
      count += 1
      progress?.show("\(count) of \(named.entries.count) files: \(outcome.counts.answers)")
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

  /// Compares a case with the second run of it.
  private mutating func compare(_ record: CaseRecord, at place: Int, of file: inout FileOutcome) {
    do throws(Diagnostic) {
      guard let difference = try secondRun?.difference(from: record) else { return }
      let title = file.cases[place].title.escapedForDisplay
      file.replace(
        at: place, .nondeterministic(difference), replay.text.failure(difference, in: title, at: file.path))
    } catch {
      // Nothing behind it can be compared.
      secondRun = nil
      file.problems.append(error)
    }
  }

  private mutating func take(_ result: FileReplay.Result, _ finish: (ReplayReport) throws -> ReplayReport) throws {
    var file = result.file
    if let report = result.report, !report.cases.isEmpty {
      let left = try finish(report).cases.map(\.line)
      file.cases = report.cases.map {
        CaseOutcome($0, left.contains($0.line) ? replay.text.failures(of: $0, in: report) : [])
      }
    }
    for (place, record) in result.records.enumerated() { compare(record, at: place, of: &file) }
    add(file)
  }

  /// Keeps what came of a file, and tells why it cannot be replayed.
  private mutating func add(_ file: FileOutcome) {
    if !file.problems.isEmpty { progress?.clear() }
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
