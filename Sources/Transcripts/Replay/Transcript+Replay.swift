extension Transcript {
  /// Runs the cases one after another and compares what they print.
  ///
  /// - Parameters:
  ///   - path: The file's name, for the report.
  ///   - used: What `uses` names, in that order.
  ///   - isSelected: Which cases are run.
  package func replay(
    path: String, used: [UsedCommands] = [], with runner: some CaseRunner,
    where isSelected: (TranscriptCase) -> Bool = { _ in true }
  ) -> ReplayReport {
    let results = cases.filter(isSelected).map { replay($0, used: used, with: runner) }
    return ReplayReport(path: path, transcript: self, cases: results)
  }

  /// Runs one case. Cases do not depend on each other, so they may run at the same time.
  package func replay(
    _ transcriptCase: TranscriptCase, used: [UsedCommands] = [], with runner: some CaseRunner
  ) -> CaseResult {
    CaseReplay(transcript: self, used: used, runner: runner).result(of: transcriptCase)
  }

  /// Runs one case, and hands out where it has led; nil when the case did not run.
  package func replayGoingOn<Runner: CaseRunner>(
    _ transcriptCase: TranscriptCase, used: [UsedCommands] = [], with runner: Runner
  ) -> (result: CaseResult, session: Runner.Session?) {
    var session: Runner.Session?
    let result = CaseReplay(transcript: self, used: used, runner: runner).result(of: transcriptCase, &session)
    return (result, session)
  }

  /// The case in which a line of the file stands: the last that begins at it or above; nil above the first.
  package func caseIndex(atLine line: Int) -> Int? {
    var low = 0
    var high = cases.count
    while low < high {
      let middle = (low + high) / 2
      if cases[middle].line <= line { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}
