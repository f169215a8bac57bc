import Traces

/// Writes what failed for people: where, what was expected and what came, and two commands to go on with.
public struct FailureText: Sendable {
  /// The name of the tool whose catalogue has the machines.
  public let executable: String

  public init(executable: String) { self.executable = executable }

  /// The lines about every case that did not pass, in the order of the reports. Failures that differ in the same lines are
  /// shown once, with the places of the others.
  public func lines(of reports: [ReplayReport]) -> [String] {
    var entries: [(lines: [String], others: [String])] = []
    var known: [[UInt8]: Int] = [:]
    for report in reports {
      for result in report.cases {
        guard let lines = lines(of: result, in: report) else { continue }
        let signature = signature(of: result, in: report)
        if !signature.isEmpty, let same = known[signature] {
          entries[same].others.append("\(report.path):\(line(of: result, in: report))".escapedForDisplay)
        } else {
          known[signature] = entries.count
          entries.append((lines, []))
        }
      }
    }
    return entries.flatMap { $0.lines + othersText($0.others) }
  }

  private func lines(of result: CaseResult, in report: ReplayReport) -> [String]? {
    let title = result.title.escapedForDisplay
    let path = report.path.escapedForDisplay
    switch result.verdict {
    case .passed, .skipped, .expectedFailure: return nil
    case .failed: return failure(result, in: report)
    case .unexpectedPass(let issue):
      return [
        "\(path):\(result.line): passed unexpectedly: \(title)",
        "  '%xfail \(issue.escapedForDisplay)' says that it fails; remove that line",
      ]
    case .error(let error):
      let file = error.usedFile.map { $0.escapedForDisplay } ?? path
      return ["\(file):\(error.place): error: \(error.sentence.escapedForDisplay)", "  in the case: \(title)"]
    }
  }

  private func failure(_ result: CaseResult, in report: ReplayReport) -> [String]? {
    guard let place = result.failures.first, let transcriptCase = report.transcriptCase(of: result) else { return nil }
    let line = line(of: result, in: report)
    var lines = ["\(report.path.escapedForDisplay):\(line): failed: \(result.title.escapedForDisplay)"]
    if let headline = headline(result, in: report) { lines.append("  " + headline) }
    if place > 0 {
      let command = result.blocks[place].echo ?? transcriptCase.steps[place - 1].command
      lines.append("  > " + command.escapedForDisplay)
    }
    lines += difference(result, transcriptCase, place, in: report).lines()
    if let consequences = consequences(result) { lines.append("  " + consequences) }
    let target = "\(report.path):\(line)".asShellWord
    lines.append("  review: \(executable) replay --update \(target)")
    lines.append("  open:   \(executable) replay --repl \(target)")
    return lines
  }

  /// Whether it was the machine that changed; nil when the transcript does not say with which it was recorded.
  private func headline(_ result: CaseResult, in report: ReplayReport) -> String? {
    guard let recorded = report.transcript.machine.hash, let found = result.definitionHash else { return nil }
    if recorded.utf8.elementsEqual(found.utf8) { return "same machine, different behaviour" }
    return "the machine changed: recorded with \(recorded), now \(found.escapedForDisplay)"
  }

  private func consequences(_ result: CaseResult) -> String? {
    let count = result.failures.count - 1
    guard count > 0 else { return nil }
    return count == 1
      ? "1 later command of this case differs as a consequence"
      : "\(count) later commands of this case differ as a consequence"
  }

  /// The line of the command whose block differs first, or of the case.
  private func line(of result: CaseResult, in report: ReplayReport) -> Int {
    guard let place = result.failures.first, place > 0, let transcriptCase = report.transcriptCase(of: result) else {
      return result.line
    }
    return transcriptCase.steps[place - 1].line
  }

  /// The bytes of the lines that differ; empty when there are none.
  private func signature(of result: CaseResult, in report: ReplayReport) -> [UInt8] {
    guard case .failed = result.verdict, let place = result.failures.first,
      let transcriptCase = report.transcriptCase(of: result)
    else { return [] }
    return Array(difference(result, transcriptCase, place, in: report).signature().joined(separator: "\n").utf8)
  }

  private func difference(
    _ result: CaseResult, _ transcriptCase: TranscriptCase, _ place: Int, in report: ReplayReport
  ) -> BlockDifferenceText {
    BlockDifferenceText(
      transcript: report.transcript, transcriptCase: transcriptCase, result: result, place: place)
  }

  private func othersText(_ others: [String]) -> [String] {
    guard !others.isEmpty else { return [] }
    let shown = others.prefix(10).joined(separator: ", ")
    let more = others.count > 10 ? " and \(others.count - 10) more" : ""
    return ["  the same in \(others.count) more \(others.count == 1 ? "case" : "cases"): \(shown)\(more)"]
  }
}
