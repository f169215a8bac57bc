import Files
import Traces
import Transcripts
import ViewModels

/// Replays the transcripts that arguments name, and keeps what did not pass.
struct TranscriptReplay {
  /// What runs the cases: one for each processor.
  private var runners: [ConsoleRunner]
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

  /// How many files are replayed before what came of them is told: no more of them is held.
  private static let filesAtOnce = 32

  init(runner: ConsoleRunner, title: String?, awaitsOutput: Bool = false, streams: Streams) {
    runners = Array(repeating: runner, count: processorCount)
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
    var rest = files.paths[...]
    let (title, awaitsOutput) = (title, awaitsOutput)
    while !rest.isEmpty {
      // An update writes each file before the next is read.
      let paths = Array(rest.prefix(awaitsOutput ? 1 : Self.filesAtOnce))
      rest = rest.dropFirst(paths.count)
      let outcomes = mapSideBySide(paths, &runners) { path, runner in
        Outcome(of: path, CaseSelection(title: title, line: line), awaitsOutput: awaitsOutput, &runner)
      }
      for outcome in outcomes { try take(outcome, finish) }
    }
  }

  private mutating func take(_ outcome: Outcome, _ finish: (ReplayReport) throws -> ReplayReport) throws {
    switch outcome {
    case .leftOut: break
    case .unread(let diagnostics): refuse(diagnostics)
    case .unselected(let diagnostics): tell(diagnostics)
    case .replayed(let counted, let code, let report):
      counts.add(counted)
      exitCodeBesideDifferences = exitCodeBesideDifferences.combined(with: code)
      guard let report else { return }
      let rest = try finish(report).withoutAgreed
      if !rest.cases.isEmpty { reports.append(rest) }
    }
  }

  /// What came of a file.
  private enum Outcome: Sendable {
    /// What was counted, the gravest answer of the cases that do not differ, and the report where there is more to tell.
    case replayed(ReplayCounts, ExitCode, ReplayReport?)
    /// It is of another machine, or has no case that is meant.
    case leftOut
    case unread([Diagnostic])
    /// It has not the case that is meant.
    case unselected([Diagnostic])

    init(of path: String, _ selection: CaseSelection, awaitsOutput: Bool, _ runner: inout ConsoleRunner) {
      let file: TranscriptFile
      do throws(InputProblems) {
        file = try TranscriptFile.read(path, awaitsOutput: awaitsOutput)
      } catch {
        self = .unread(error.diagnostics)
        return
      }
      if let machine = runner.replacement, !file.transcript.machine.name.utf8.elementsEqual(machine.name.utf8) {
        self = .leftOut
        return
      }
      do throws(InputProblems) {
        let cases = try file.cases(selection)
        var results: [CaseResult] = []
        for transcriptCase in cases {
          runner.prepare(file.transcript.opening(of: transcriptCase))
          results.append(file.transcript.replay(transcriptCase, used: file.used, with: runner))
        }
        let report = ReplayReport(path: path, transcript: file.transcript, cases: results)
        let others = results.filter { if case .failed = $0.verdict { false } else { true } }
        let isDone = !awaitsOutput && report.exitCode == .agreed
        let code = ExitCode.gravest(others.map(\.verdict.exitCode))
        self = cases.isEmpty ? .leftOut : .replayed(ReplayCounts([report]), code, isDone ? nil : report)
      } catch {
        self = .unselected(error.diagnostics)
      }
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
