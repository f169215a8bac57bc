import Console
import Files
import Terminal
import Traces
import Transcripts
import ViewModels

struct TranscriptReplay {
  private var replay: FileReplay
  private let runner: ConsoleRunner
  private let jobs: Int
  private let streams: Streams
  /// Nil for an update, which prints its own progress.
  private let progress: ProgressLine?
  /// Nil if not checked before.
  var unsteady: UnsteadyCases?
  var secondRun: SecondRun?
  private(set) var result = RunResult()

  init(_ replay: FileReplay, on runner: ConsoleRunner, jobs: Int, streams: Streams) {
    self.replay = replay
    self.runner = runner
    self.jobs = jobs
    self.streams = streams
    progress = replay.awaitsOutput ? nil : ProgressLine()
    result.excusesDifferences = replay.awaitsOutput
  }

  /// - Parameter finish: Receives each file's report and returns the cases still to be reported.
  mutating func run(
    _ named: NamedTranscripts, _ selection: CaseSelection, finish: (ReplayReport) throws -> [CaseResult] = \.cases
  ) throws {
    replay.selection = selection
    if let unsteady { replay.unsteady = unsteady }
    var suite = SuiteRun(replay, on: runner, jobs: jobs)
    result.leaveOut(named.leftOut)
    for stale in named.staleTemporaries { add(FileResult(path: stale, problems: [.stale(stale)])) }
    progress?.begin()
    defer { progress?.end() }
    var count = 0
    try suite.run(named.entries) { file in
      try take(file, finish)
      count += 1
      progress?.show("\(count) of \(named.entries.count) files: \(result.counts.answers)")
    }
  }

  /// - Parameter path: The argument that the error names.
  mutating func requireCases(in path: String) {
    let total = result.counts.total
    guard total.files == 0, result.exitCode == .agreed else { return }
    refuse(.noneSelected(of: total.casesLeftOut), in: path)
  }

  mutating func refuse(_ problem: Diagnostic, in path: String) {
    add(FileResult(path: path, problems: [problem]))
  }

  private mutating func take(_ file: FileResult, _ finish: (ReplayReport) throws -> [CaseResult]) throws {
    var file = file
    if let transcript = file.transcript, !file.cases.isEmpty {
      let report = ReplayReport(path: file.path, transcript: transcript, cases: file.cases)
      let left = try finish(report).map(\.line)
      for place in file.cases.indices {
        let isLeft = left.contains(file.cases[place].line)
        file.cases[place].reported = isLeft ? replay.text.failures(of: report.cases[place], in: report) : []
        file.cases[place].dropBlocks()
      }
    }
    file.transcript = nil
    for place in file.cases.indices { compare(place, of: &file) }
    add(file)
  }

  private mutating func compare(_ place: Int, of file: inout FileResult) {
    defer { file.cases[place].record = [] }
    do throws(Diagnostic) {
      let result = file.cases[place]
      guard let difference = try secondRun?.difference(from: result, in: file.path) else { return }
      let title = result.title.escapedForDisplay
      file.cases[place].verdict = .nondeterministic(difference)
      file.cases[place].reported = [replay.text.failure(difference, in: title, at: file.path)]
    } catch {
      // Later cases cannot be compared.
      secondRun = nil
      file.problems.append(error)
    }
  }

  private mutating func add(_ file: FileResult) {
    if !file.problems.isEmpty { progress?.clear() }
    for problem in file.problems { streams.report(problem) }
    result.add(file)
  }
}

extension Diagnostic {
  fileprivate static func stale(_ path: String) -> Diagnostic {
    Diagnostic(code: "E1119", path: path, sentence: "was left behind by a process that was killed; remove it")
  }
}

/// Replays files in parallel and delivers the results in order.
struct SuiteRun {
  /// The runners of each job. A file uses one; a single file uses all.
  private var workers: [[ConsoleRunner]]
  private let replay: FileReplay

  /// Limits the results in memory.
  static let filesAtOnce = 64

  init(_ replay: FileReplay, on runner: ConsoleRunner, jobs: Int) {
    workers = runner.workers(jobs).map { [$0] }
    self.replay = replay
  }

  mutating func run(_ entries: [NamedTranscripts.Entry], visit: (FileResult) throws -> Void) rethrows {
    var rest = entries[...]
    while !rest.isEmpty {
      // An update writes each file before it reads the next.
      let some = Array(rest.prefix(replay.awaitsOutput ? 1 : Self.filesAtOnce))
      rest = rest.dropFirst(some.count)
      for file in results(of: some) { try visit(file) }
    }
  }

  private mutating func results(of entries: [NamedTranscripts.Entry]) -> [FileResult] {
    let replay = replay
    if entries.count > 1 { return mapSideBySide(entries, &workers) { replay.run($0, on: &$1) } }
    var runners = workers.flatMap(\.self)
    defer { workers = runners.map { [$0] } }
    return entries.map { replay.run($0, on: &runners) }
  }
}

struct FileReplay: Sendable {
  var selection = CaseSelection()
  /// Whether output may be missing, because an update writes it.
  var awaitsOutput: Bool
  /// Whether a case fails if it leaves requests or work behind.
  var refusesLeftovers = false
  /// Whether results keep their lines, for comparison with another run.
  var keepsRecords = false
  /// Nondeterministic cases, which an update does not change.
  var unsteady = UnsteadyCases()
  var text: FailureText

  /// Cases run in parallel if there are several runners.
  func run(_ entry: NamedTranscripts.Entry, on runners: inout [ConsoleRunner]) -> FileResult {
    switch entry {
    case .refused(let file): file
    case .transcript(let named): run(named, on: &runners)
    }
  }

  private func run(_ named: NamedTranscript, on runners: inout [ConsoleRunner]) -> FileResult {
    let file: TranscriptFile
    do throws(InputProblems) {
      file = try TranscriptFile.read(named.path, text: named.text, awaitsOutput: awaitsOutput)
    } catch {
      return FileResult(path: named.path, problems: error.diagnostics, isUnread: true)
    }
    do throws(InputProblems) {
      return run(try file.cases(selection, of: named), of: file, on: &runners)
    } catch {
      return FileResult(path: named.path, problems: error.diagnostics)
    }
  }

  private func run(
    _ selected: SelectedCases, of file: TranscriptFile, on runners: inout [ConsoleRunner]
  ) -> FileResult {
    var cases = mapSideBySide(selected.cases, &runners) { result(of: $0, in: file, on: &$1) }
    let report = ReplayReport(path: file.path, transcript: file.transcript, cases: cases)
    for place in cases.indices {
      if keepsRecords { cases[place].record = report.record(of: cases[place]) }
      if awaitsOutput { continue }
      cases[place].reported = text.failures(of: cases[place], in: report)
      cases[place].dropBlocks()
    }
    return FileResult(
      path: file.path, machine: runners[0].replacement?.title.text ?? file.transcript.machine.description, cases: cases,
      namedCount: selected.namedCount, transcript: awaitsOutput ? file.transcript : nil)
  }

  private func result(
    of transcriptCase: TranscriptCase, in file: TranscriptFile, on runner: inout ConsoleRunner
  ) -> CaseResult {
    runner.prepare(file.transcript.opening(of: transcriptCase))
    var result = file.transcript.replay(transcriptCase, used: file.used, with: runner)
    if refusesLeftovers { result.refuseLeftovers() }
    if let difference = unsteady.difference(ofCaseAt: result.line, in: file.path) {
      result.verdict = .nondeterministic(difference)
    }
    return result
  }
}
