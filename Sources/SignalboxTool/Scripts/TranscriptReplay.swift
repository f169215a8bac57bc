import Files
import Traces
import Transcripts
import ViewModels

/// Replays the transcripts that arguments name, and keeps what did not pass.
struct TranscriptReplay {
  let runner: ConsoleRunner
  /// Only cases of this title; nil for all.
  let title: String?
  /// Whether cases may stand without output, which an update then writes.
  let awaitsOutput: Bool
  let streams: Streams
  /// What did not pass, in the order of the arguments, and of the paths in a folder.
  private(set) var reports: [ReplayReport] = []
  private var counts = ReplayCounts()
  /// The gravest answer of the cases, those that differ left out, and of the files that could not be replayed.
  private var exitCodeBesideDifferences = ExitCode.agreed
  private var unreadCount = 0

  init(runner: ConsoleRunner, title: String?, awaitsOutput: Bool = false, streams: Streams) {
    self.runner = runner
    self.title = title
    self.awaitsOutput = awaitsOutput
    self.streams = streams
  }

  /// - Parameter countingDifferences: false where differing cases are answered for by an update.
  func exitCode(countingDifferences: Bool = true) -> ExitCode {
    let differs = countingDifferences && counts.failed > 0
    return exitCodeBesideDifferences.combined(with: differs ? .differs : .agreed)
  }

  /// Whether any case was replayed.
  var isEmpty: Bool { counts.files == 0 }

  /// The line of counts.
  var summary: String {
    let unread = unreadCount == 0 ? "" : ", \(unreadCount.counted("file")) unreadable"
    return counts.summary + unread
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
      return refuse([Diagnostic(error)])
    }
    do throws(InputProblems) {
      if files.isFolder { try CaseSelection.requireNone(line, of: "a folder", in: path) }
    } catch {
      return tell(error.diagnostics)
    }
    for stale in files.staleTemporaries {
      streams.warnOfLeftover(stale)
    }
    let selection = CaseSelection(title: title, line: line)
    for file in files.paths {
      guard let report = replay(file, selection) else { continue }
      counts.add(report)
      for result in report.cases {
        if case .failed = result.verdict { continue }
        exitCodeBesideDifferences = exitCodeBesideDifferences.combined(with: result.verdict.exitCode)
      }
      let rest = try finish(report).withoutAgreed
      if !rest.cases.isEmpty { reports.append(rest) }
    }
  }

  private mutating func replay(_ path: String, _ selection: CaseSelection) -> ReplayReport? {
    do throws(InputProblems) {
      let file = try TranscriptFile(path: path, awaitsOutput: awaitsOutput)
      if let machine = runner.replacement, !file.transcript.machine.name.utf8.elementsEqual(machine.name.utf8) {
        return nil
      }
      return report(of: file, selection)
    } catch {
      refuse(error.diagnostics)
      return nil
    }
  }

  private mutating func report(of file: TranscriptFile, _ selection: CaseSelection) -> ReplayReport? {
    do throws(InputProblems) {
      let cases = try file.cases(selection)
      guard !cases.isEmpty else { return nil }
      let results = cases.map { file.transcript.replay($0, used: file.used, with: runner) }
      return ReplayReport(path: file.path, transcript: file.transcript, cases: results)
    } catch {
      tell(error.diagnostics)
      return nil
    }
  }

  /// Tells of a file that cannot be replayed.
  private mutating func refuse(_ diagnostics: [Diagnostic]) {
    tell(diagnostics)
    unreadCount += 1
  }

  private mutating func tell(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { streams.report(diagnostic) }
    exitCodeBesideDifferences = exitCodeBesideDifferences.combined(with: ExitCode.gravest(diagnostics.map(\.exitCode)))
  }
}

extension ReplayReport {
  /// The report without the cases of which there is nothing to tell.
  fileprivate var withoutAgreed: ReplayReport {
    ReplayReport(path: path, transcript: transcript, cases: cases.filter { $0.verdict.exitCode != .agreed })
  }
}
