import Console
import Files
import Transcripts
import ViewModels

/// Replays the cases of a file that a selection means.
struct FileReplay: Sendable {
  var selection = CaseSelection()
  /// Whether cases may stand without output, which an update then writes.
  var awaitsOutput: Bool
  /// Whether a case that leaves requests or work behind fails.
  var refusesLeftovers = false
  /// Whether what the cases did is kept, for comparison with another run.
  var keepsRecords = false
  /// Whether what the cases take of their machines is measured.
  var measures = false
  /// Cases that are known not to be deterministic, which an update leaves alone.
  var unsteady = UnsteadyCases()
  var text: FailureText

  /// The same of other cases.
  func selecting(_ selection: CaseSelection) -> FileReplay {
    var other = self
    other.selection = selection
    return other
  }

  struct Result: Sendable {
    var file: FileOutcome
    /// What an update needs; nil where none is wanted.
    var report: ReplayReport?
    var timings: [CaseTiming] = []
    /// What the cases did, in their order; empty where nobody asks.
    var records: [CaseRecord] = []
    /// Empty where nothing is measured.
    var coverages = MachineCoverages()
  }

  /// Returns what came of an entry. Its cases run side by side where there is more than one runner.
  func run(_ entry: NamedTranscripts.Entry, on runners: inout [ConsoleRunner]) -> Result {
    switch entry {
    case .refused(let file): Result(file: file)
    case .transcript(let named): run(named, on: &runners)
    }
  }

  private func run(_ named: NamedTranscript, on runners: inout [ConsoleRunner]) -> Result {
    let file: TranscriptFile
    do throws(InputProblems) {
      file = try TranscriptFile.read(named.path, awaitsOutput: awaitsOutput)
    } catch {
      return Result(file: FileOutcome(path: named.path, problems: error.diagnostics, isUnread: true))
    }
    do throws(InputProblems) {
      return run(try file.cases(selection, of: named), of: file, on: &runners)
    } catch {
      return Result(file: FileOutcome(path: named.path, problems: error.diagnostics))
    }
  }

  private func run(_ selected: SelectedCases, of file: TranscriptFile, on runners: inout [ConsoleRunner]) -> Result {
    let runs = mapSideBySide(selected.cases, &runners) { run($0, of: file, on: &$1) }.compactMap(\.self)
    let report = ReplayReport(path: file.path, transcript: file.transcript, cases: runs.map(\.result))
    let machine = runners[0].replacement?.title ?? file.transcript.machine.description
    var outcome = FileOutcome(path: file.path, machine: machine)
    outcome.count(report, of: selected.namedCount)
    outcome.cases = report.cases.map { CaseOutcome($0, awaitsOutput ? [] : text.failures(of: $0, in: report)) }
    var answer = Result(file: outcome, report: awaitsOutput ? report : nil)
    answer.timings = runs.map { $0.timing(in: file.path) }
    for run in runs { answer.coverages.merge(run.coverages) }
    if keepsRecords { answer.records = report.cases.map { CaseRecord($0, of: file.transcript, in: file.path) } }
    return answer
  }

  private struct CaseRun: Sendable {
    var result: CaseResult
    var microseconds: Int
    var coverages = MachineCoverages()

    func timing(in path: String) -> CaseTiming {
      CaseTiming(path: path, title: result.title, line: result.line, microseconds: microseconds)
    }
  }

  /// Returns what came of a case; nil where its run shows that it is not meant.
  private func run(_ transcriptCase: TranscriptCase, of file: TranscriptFile, on runner: inout ConsoleRunner)
    -> CaseRun?
  {
    runner.prepare(file.transcript.opening(of: transcriptCase))
    let runner = runner
    let (ran, microseconds) = CaseTiming.measuring {
      file.transcript.replayGoingOn(transcriptCase, used: file.used, with: runner)
    }
    guard selection.takes(ran.session) else { return nil }
    var result = ran.result
    if refusesLeftovers { result.refuseLeftovers() }
    if let difference = unsteady.difference(ofCaseAt: result.line, in: file.path) {
      result.verdict = .nondeterministic(difference)
    }
    var run = CaseRun(result: result, microseconds: microseconds)
    if measures, let session = ran.session { run.coverages.add(session) }
    return run
  }
}
