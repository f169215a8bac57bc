import Console
import Transcripts
import ViewModels

/// Replays the cases of a file that a selection names.
struct FileReplay: Sendable {
  var selection: CaseSelection
  /// Whether cases may stand without output, which an update then writes.
  var awaitsOutput: Bool
  var text: FailureText

  struct Result: Sendable {
    var file: FileOutcome
    /// What an update needs; nil where none is wanted.
    var report: ReplayReport?
  }

  /// Returns what came of a file; nil where it is of another machine, or has no case that is meant.
  func run(_ path: String, on runner: inout ConsoleRunner) -> Result? {
    let file: TranscriptFile
    do throws(InputProblems) {
      file = try TranscriptFile.read(path, awaitsOutput: awaitsOutput)
    } catch {
      return Result(file: FileOutcome(path: path, problems: error.diagnostics, isUnread: true))
    }
    let machine = file.transcript.machine
    if let replacement = runner.replacement, !machine.name.utf8.elementsEqual(replacement.name.utf8) { return nil }
    let cases: [TranscriptCase]
    do throws(InputProblems) {
      cases = try file.cases(selection)
    } catch {
      return Result(file: FileOutcome(path: path, problems: error.diagnostics))
    }
    if cases.isEmpty { return nil }
    var results: [CaseResult] = []
    for transcriptCase in cases {
      runner.prepare(file.transcript.opening(of: transcriptCase))
      results.append(file.transcript.replay(transcriptCase, used: file.used, with: runner))
    }
    let report = ReplayReport(path: path, transcript: file.transcript, cases: results)
    var outcome = FileOutcome(path: path, machine: runner.replacement?.title ?? machine.description)
    outcome.counts = ReplayCounts([report])
    outcome.cases = results.map { CaseOutcome($0, awaitsOutput ? [] : text.failures(of: $0, in: report)) }
    return Result(file: outcome, report: awaitsOutput ? report : nil)
  }
}
