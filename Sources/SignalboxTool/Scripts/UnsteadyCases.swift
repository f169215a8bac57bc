import Console
import Transcripts

/// The cases of a suite that do something else in a second run, found before an update writes anything.
struct UnsteadyCases: Sendable {
  private struct Place: Hashable {
    var path: [UInt8]
    var line: Int
  }

  private var differences: [Place: SecondRunDifference] = [:]

  init() {}

  /// Runs the cases beside the second run, to its end.
  ///
  /// - Throws: that the second run did not come to the end of the cases.
  init(
    _ entries: [NamedTranscripts.Entry], _ replay: FileReplay, on runner: ConsoleRunner, jobs: Int,
    besides second: SecondRun
  ) throws {
    var replay = replay
    replay.keepsRecords = true
    var suite = SuiteRun(replay, on: runner, jobs: jobs)
    try suite.run(entries) { result in
      for record in result.records {
        differences[Place(path: Array(record.path.utf8), line: record.line)] = try second.difference(from: record)
      }
    }
  }

  /// In what a case differs; nil where it does not.
  func difference(ofCaseAt line: Int, in path: String) -> SecondRunDifference? {
    if differences.isEmpty { return nil }
    return differences[Place(path: Array(path.utf8), line: line)]
  }
}
