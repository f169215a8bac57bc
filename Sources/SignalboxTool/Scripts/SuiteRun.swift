import Console
import Files
import Transcripts

/// Replays the files of a suite side by side, and hands out what came of them in their order.
struct SuiteRun {
  /// What runs the cases: a runner for each job. Files run side by side, each on one; a file that is alone has them all.
  private var workers: [[ConsoleRunner]]
  private let replay: FileReplay

  /// How many files are replayed before what came of them is handed out: no more of them is held.
  static let filesAtOnce = 64

  init(_ replay: FileReplay, on runner: ConsoleRunner, jobs: Int) {
    workers = runner.workers(jobs).map { [$0] }
    self.replay = replay
  }

  mutating func run(_ entries: [NamedTranscripts.Entry], visit: (FileReplay.Result) throws -> Void) rethrows {
    var rest = entries[...]
    while !rest.isEmpty {
      // An update writes each file before the next is read.
      let some = Array(rest.prefix(replay.awaitsOutput ? 1 : Self.filesAtOnce))
      rest = rest.dropFirst(some.count)
      for result in results(of: some) { try visit(result) }
    }
  }

  private mutating func results(of entries: [NamedTranscripts.Entry]) -> [FileReplay.Result] {
    let replay = replay
    if entries.count > 1 { return mapSideBySide(entries, &workers) { replay.run($0, on: &$1) } }
    var runners = workers.flatMap(\.self)
    defer { workers = runners.map { [$0] } }
    return entries.map { replay.run($0, on: &runners) }
  }
}
