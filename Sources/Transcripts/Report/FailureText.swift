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
    reports.flatMap { report in report.cases.flatMap { failures(of: $0, in: report) } }.groupedLines
  }

  /// What of a case does not hold, in the order in which it came; empty where it holds or was not run.
  package func failures(of result: CaseResult, in report: ReplayReport) -> [LocatedFailure] {
    switch result.verdict {
    case .passed, .skipped, .expectedFailure: return []
    case .failed: return differences(of: result, in: report)
    case .unexpectedPass(let issue):
      let cure = "  '%xfail \(issue.escapedForDisplay)' says that it fails; remove that line"
      return [
        LocatedFailure(
          kind: .unexpectedPass, path: report.path, line: result.line,
          sentence: "passed unexpectedly: \(title(of: result))", details: [cure])
      ]
    case .leftover(let leftovers):
      let shown = leftovers.prefix(Self.largestCount).map { "  " + $0.escapedForDisplay }
      let more = leftovers.count > shown.count ? ["  and \(leftovers.count - shown.count) more"] : []
      let cure = "  answer them, or advance until nothing is due; without '--no-leftovers' they are only counted"
      return [
        LocatedFailure(
          kind: .leftover, path: report.path, line: report.transcriptCase(of: result)?.lastLine ?? result.line,
          sentence: "left over: \(title(of: result))", details: shown + more + [cure])
      ]
    case .nondeterministic(let difference):
      return [failure(difference, in: LineExcerpt(result.title.escapedForDisplay).text, at: report.path)]
    case .error(let error):
      return [
        LocatedFailure(
          kind: .error, path: error.usedFile ?? report.path, line: error.place.line, column: error.place.column,
          sentence: "error: \(error.sentence.escapedForDisplay)", details: ["  in the case: \(title(of: result))"])
      ]
    }
  }

  /// That a second run of a case did something else.
  package func failure(_ difference: SecondRunDifference, in title: String, at path: String) -> LocatedFailure {
    let texts = [difference.first, difference.second].map { $0 ?? "(nothing more)" }
    let apart = zip(texts[0].unicodeScalars, texts[1].unicodeScalars).prefix { $0 == $1 }.count
    let shown = texts.map { LineExcerpt($0, atScalar: apart, width: LineExcerpt.width - 14).text }
    return LocatedFailure(
      kind: .nondeterministic, path: path, line: difference.line, sentence: "not deterministic: \(title)",
      details: [
        "  first run:  \(shown[0])", "  second run: \(shown[1])",
        "  the second run has another hash seed; look for the order of a Set or a Dictionary, a clock, chance or a global",
      ])
  }

  // MARK: Differences

  private func differences(of result: CaseResult, in report: ReplayReport) -> [LocatedFailure] {
    guard let transcriptCase = report.transcriptCase(of: result) else { return [] }
    let whereabouts = Whereabouts(result: result)
    let places = result.ownFailures
    var failures = places.prefix(Self.largestCount).map { place in
      var failure = difference(at: place, of: result, transcriptCase, whereabouts, in: report)
      let target = "\(report.path):\(failure.line)".asShellWord
      failure.details.append("  review: \(executable) replay --review \(target)")
      failure.details.append("  open:   \(executable) repl \(target)")
      return failure
    }
    let rest = places.dropFirst(Self.largestCount).map { transcriptCase.line(at: $0) }
    if let line = rest.first {
      let sentence = "\(rest.count) more of this case: \(title(of: result))"
      failures.append(
        LocatedFailure(
          kind: .more, path: report.path, line: line, sentence: sentence,
          details: ["  at line \(Self.listed(rest.map(String.init)))"]))
    }
    return failures
  }

  /// What a block differs in, without how to go on.
  func difference(
    at place: Int, of result: CaseResult, _ transcriptCase: TranscriptCase, _ whereabouts: Whereabouts,
    in report: ReplayReport
  ) -> LocatedFailure {
    let text = BlockDifferenceText(
      transcript: report.transcript, block: transcriptCase.block(at: place), result: result, place: place,
      whereabouts: whereabouts)
    let isFirst = place == result.ownFailures.first
    let line = transcriptCase.line(at: place)
    let kind: LocatedFailure.Kind = isFirst ? .failed : .differsToo
    var details: [String] = []
    if isFirst, let headline = headline(result, in: report) { details.append("  " + headline) }
    if let head = transcriptCase.head(at: place, as: result.blocks[place].echo) {
      details.append(LineExcerpt("  " + head).text)
    }
    details += text.lines()
    details += followersText(result.followers(of: place).map { transcriptCase.line(at: $0) })
    return LocatedFailure(
      kind: kind, path: report.path, line: line, sentence: "\(kind.rawValue): \(title(of: result))", details: details,
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
    let places = Self.listed(lines.map(String.init))
    let text =
      lines.count == 1
      ? "1 later command no longer differs when this is accepted: line \(places)"
      : "\(lines.count) later commands no longer differ when this is accepted: lines \(places)"
    return ["  " + text]
  }

  private func title(of result: CaseResult) -> String {
    LineExcerpt(result.title.escapedForDisplay).text
  }

  static func othersText(_ others: [String]) -> [String] {
    guard !others.isEmpty else { return [] }
    return ["  the same in \(others.count) more \(others.count == 1 ? "place" : "places"): \(listed(others))"]
  }

  /// At most ten, and how many more.
  private static func listed(_ texts: [String]) -> String {
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
