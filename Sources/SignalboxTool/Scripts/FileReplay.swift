import Console
import Transcripts
import ViewModels

/// Replays the cases of a file that a selection means.
struct FileReplay: Sendable {
  var selection: CaseSelection
  /// Whether cases may stand without output, which an update then writes.
  var awaitsOutput: Bool
  /// Whether a case that leaves requests or work behind fails.
  var refusesLeftovers = false
  var text: FailureText

  struct Result: Sendable {
    var file: FileOutcome
    /// What an update needs; nil where none is wanted.
    var report: ReplayReport?
  }

  /// Returns what came of an entry.
  func run(_ entry: NamedTranscripts.Entry, on runner: inout ConsoleRunner) -> Result {
    switch entry {
    case .refused(let file): Result(file: file)
    case .transcript(let named): run(named, on: &runner)
    }
  }

  private func run(_ named: NamedTranscript, on runner: inout ConsoleRunner) -> Result {
    let file: TranscriptFile
    do throws(InputProblems) {
      file = try TranscriptFile.read(named.path, awaitsOutput: awaitsOutput)
    } catch {
      return Result(file: FileOutcome(path: named.path, problems: error.diagnostics, isUnread: true))
    }
    do throws(InputProblems) {
      return run(try file.cases(selection, atLine: named.line), of: file, on: &runner)
    } catch {
      return Result(file: FileOutcome(path: named.path, problems: error.diagnostics))
    }
  }

  private func run(_ selected: SelectedCases, of file: TranscriptFile, on runner: inout ConsoleRunner) -> Result {
    let transcript = file.transcript
    var results: [CaseResult] = []
    for transcriptCase in selected.cases {
      runner.prepare(transcript.opening(of: transcriptCase))
      var (result, session) = transcript.replayGoingOn(transcriptCase, used: file.used, with: runner)
      if refusesLeftovers { result.refuseLeftovers() }
      if selection.takes(session) { results.append(result) }
    }
    let report = ReplayReport(path: file.path, transcript: transcript, cases: results)
    var outcome = FileOutcome(path: file.path, machine: runner.replacement?.title ?? transcript.machine.description)
    outcome.count(report, of: selected.namedCount)
    outcome.cases = results.map { CaseOutcome($0, awaitsOutput ? [] : text.failures(of: $0, in: report)) }
    return Result(file: outcome, report: awaitsOutput ? report : nil)
  }
}
