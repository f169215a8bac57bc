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
    /// What the cases did, in their order; empty where nobody asks.
    var records: [CaseRecord] = []
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
    let results = mapSideBySide(selected.cases, &runners) { result(of: $0, in: file, on: &$1) }
    let report = ReplayReport(path: file.path, transcript: file.transcript, cases: results)
    let machine = runners[0].replacement?.title ?? file.transcript.machine.description
    var outcome = FileOutcome(path: file.path, machine: machine)
    outcome.count(report, of: selected.namedCount)
    outcome.cases = report.cases.map { CaseOutcome($0, awaitsOutput ? [] : text.failures(of: $0, in: report)) }
    var answer = Result(file: outcome, report: awaitsOutput ? report : nil)
    if keepsRecords { answer.records = report.cases.map { CaseRecord($0, of: file.transcript, in: file.path) } }
    return answer
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
