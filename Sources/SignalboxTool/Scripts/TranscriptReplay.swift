import Files
import Traces
import Transcripts
import ViewModels

/// Replays the transcripts that arguments name, and keeps what came of them.
struct TranscriptReplay {
  let runner: ConsoleRunner
  /// Only cases of this title; nil for all.
  let title: String?
  /// Whether an update follows, which writes the output of cases that have none yet.
  let updates: Bool
  let streams: Streams
  /// In the order of the arguments, and of the paths in a folder.
  private(set) var reports: [ReplayReport] = []
  /// The gravest answer of the files that could not be replayed.
  private var inputCode = ExitCode.agreed
  private var unreadCount = 0

  init(runner: ConsoleRunner, title: String?, updates: Bool = false, streams: Streams) {
    self.runner = runner
    self.title = title
    self.updates = updates
    self.streams = streams
  }

  var exitCode: ExitCode { exitCode(countingDifferences: true) }

  /// - Parameter countingDifferences: false where differing cases are answered for by an update.
  func exitCode(countingDifferences: Bool) -> ExitCode {
    let verdicts = reports.flatMap(\.cases).map(\.verdict).filter { verdict in
      if case .failed = verdict { countingDifferences } else { true }
    }
    return ExitCode.gravest(verdicts.map(\.exitCode)).combined(with: inputCode)
  }

  /// The line of counts.
  var summary: String {
    let unread = unreadCount == 0 ? "" : ", \(unreadCount.counted("file")) unreadable"
    return ReplayCounts(reports).summary + unread
  }

  /// Replays a file, the case at a line of it, or every transcript of a folder.
  mutating func add(_ argument: String) {
    let (path, line) = CaseSelection.split(argument)
    do throws(FileError) {
      let listing = try listFiles(under: path, withExtension: "transcript")
      for stale in listing.staleTemporaries {
        streams.warnOfLeftover(stale)
      }
      for file in listing.files { replay(file, CaseSelection(title: title)) }
    } catch {
      replay(path, CaseSelection(title: title, line: line))
    }
  }

  private mutating func replay(_ path: String, _ selection: CaseSelection) {
    do throws(InputProblems) {
      let file = try TranscriptFile(path: path, awaitsOutput: updates)
      if let machine = runner.replacement, !file.transcript.machine.name.utf8.elementsEqual(machine.name.utf8) {
        return
      }
      let cases = file.cases(selection)
      guard !cases.isEmpty else { return }
      let results = cases.map { file.transcript.replay($0, used: file.used, with: runner) }
      reports.append(ReplayReport(path: path, transcript: file.transcript, cases: results))
    } catch {
      for diagnostic in error.diagnostics { streams.report(diagnostic) }
      inputCode = inputCode.combined(with: error.exitCode)
      unreadCount += 1
    }
  }
}
