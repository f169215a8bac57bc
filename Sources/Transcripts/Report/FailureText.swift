import Traces

/// Writes what failed for people: where, what was expected and what came, and two commands to go on with.
package struct FailureText: Sendable {
  /// The name of the tool whose catalogue has the machines.
  package let executable: String

  package init(executable: String) { self.executable = executable }

  /// How many differences of one case are shown; the others are told by their lines.
  static let largestCount = 20

  /// The lines about every case that did not pass, in the order of the reports: each difference that no other explains.
  /// Those in the same lines are shown once, with the places of the others.
  package func lines(of reports: [ReplayReport]) -> [String] {
    var entries: [Entry] = []
    var known: [[UInt8]: Int] = [:]
    for report in reports {
      for result in report.cases {
        for entry in self.entries(of: result, in: report) {
          if !entry.signature.isEmpty, let same = known[entry.signature] {
            entries[same].others.append(entry.place)
          } else {
            known[entry.signature] = entries.count
            entries.append(entry)
          }
        }
      }
    }
    return entries.flatMap { $0.lines + othersText($0.others) }
  }

  /// What is told of one difference.
  private struct Entry {
    var lines: [String]
    /// `PATH:LINE`, as it is shown.
    var place = ""
    /// The bytes of the lines that differ; empty when there are none.
    var signature: [UInt8] = []
    /// The places of the same difference.
    var others: [String] = []
  }

  private func entries(of result: CaseResult, in report: ReplayReport) -> [Entry] {
    let title = title(of: result)
    let path = report.path.escapedForDisplay
    switch result.verdict {
    case .passed, .skipped, .expectedFailure: return []
    case .failed: return differences(of: result, in: report)
    case .unexpectedPass(let issue):
      let lines = [
        "\(path):\(result.line): passed unexpectedly: \(title)",
        "  '%xfail \(issue.escapedForDisplay)' says that it fails; remove that line",
      ]
      return [Entry(lines: lines)]
    case .error(let error):
      let file = error.usedFile.map { $0.escapedForDisplay } ?? path
      let lines = ["\(file):\(error.place): error: \(error.sentence.escapedForDisplay)", "  in the case: \(title)"]
      return [Entry(lines: lines)]
    }
  }

  // MARK: Differences

  private func differences(of result: CaseResult, in report: ReplayReport) -> [Entry] {
    guard let transcriptCase = report.transcriptCase(of: result) else { return [] }
    let whereabouts = Whereabouts(result: result)
    let places = result.ownFailures
    var entries = places.prefix(Self.largestCount).map { place in
      let text = BlockDifferenceText(
        transcript: report.transcript, block: transcriptCase.block(at: place), result: result, place: place,
        whereabouts: whereabouts)
      return entry(text, transcriptCase, isFirst: place == places.first, in: report)
    }
    if places.count > Self.largestCount {
      let lines = places.dropFirst(Self.largestCount).map { String(transcriptCase.line(at: $0)) }
      entries.append(Entry(lines: ["  and \(lines.count) more of this case, at line \(listed(lines))"]))
    }
    return entries
  }

  private func entry(
    _ text: BlockDifferenceText, _ transcriptCase: TranscriptCase, isFirst: Bool, in report: ReplayReport
  ) -> Entry {
    let (result, place) = (text.result, text.place)
    let line = transcriptCase.line(at: place)
    let verdict = isFirst ? "failed" : "differs too"
    var lines = ["\(report.path.escapedForDisplay):\(line): \(verdict): \(title(of: result))"]
    if isFirst, let headline = headline(result, in: report) { lines.append("  " + headline) }
    if place > 0 {
      let command = result.blocks[place].echo ?? transcriptCase.steps[place - 1].command
      lines.append(LineExcerpt("  > " + command.escapedForDisplay).text)
    }
    lines += text.lines()
    lines += followersText(result.followers(of: place).map { transcriptCase.line(at: $0) })
    let target = "\(report.path):\(line)".asShellWord
    lines.append("  review: \(executable) replay --update \(target)")
    lines.append("  open:   \(executable) replay --repl \(target)")
    return Entry(
      lines: lines, place: "\(report.path):\(line)".escapedForDisplay,
      signature: Array(text.signature().joined(separator: "\n").utf8))
  }

  /// Whether it was the machine that changed; nil when the transcript does not say with which it was recorded.
  private func headline(_ result: CaseResult, in report: ReplayReport) -> String? {
    guard let recorded = report.transcript.machine.hash, let found = result.definitionHash else { return nil }
    if recorded.utf8.elementsEqual(found.utf8) { return "same machine, different behaviour" }
    return "the machine changed: recorded with \(recorded), now \(found.escapedForDisplay)"
  }

  /// - Parameter lines: Those of the commands.
  private func followersText(_ lines: [Int]) -> [String] {
    guard !lines.isEmpty else { return [] }
    let places = listed(lines.map(String.init))
    let text =
      lines.count == 1
      ? "1 later command no longer differs when this is accepted: line \(places)"
      : "\(lines.count) later commands no longer differ when this is accepted: lines \(places)"
    return ["  " + text]
  }

  private func title(of result: CaseResult) -> String {
    LineExcerpt(result.title.escapedForDisplay).text
  }

  private func othersText(_ others: [String]) -> [String] {
    guard !others.isEmpty else { return [] }
    return ["  the same in \(others.count) more \(others.count == 1 ? "place" : "places"): \(listed(others))"]
  }

  /// At most ten, and how many more.
  private func listed(_ texts: [String]) -> String {
    texts.prefix(10).joined(separator: ", ") + (texts.count > 10 ? " and \(texts.count - 10) more" : "")
  }
}

extension String {
  /// The text as one word of a POSIX shell: in single quotes unless it needs none.
  package var asShellWord: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { $0.isLetter || $0.isDigit || "+,-./:_@%".utf8.contains($0) || $0 >= 0x80 }
    if isPlain { return escapedForDisplay }
    let inner = unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined()
    return "'\(inner.escapedForDisplay)'"
  }
}
