import Traces
import Turns

/// Writes failures with the commands to run next.
package struct FailureText: Sendable {
  package let executable: String

  package init(executable: String) { self.executable = executable }

  /// Further differences of a case only get a line number.
  static let largestCount = 20
  static let mostErrors = 100

  /// Without consequences of other failures; equal ones are shown once.
  package func lines(of reports: [ReplayReport]) -> [String] {
    reports.flatMap { report in report.cases.flatMap { failures(of: $0, in: report) } }.groupedLines
  }

  package func failures(of result: CaseResult, in report: ReplayReport) -> [LocatedFailure] {
    switch result.verdict {
    case .passed, .skipped, .expectedFailure: return []
    case .failed: return differences(of: result, in: report)
    case .unexpectedPass(let issue):
      let cure = "  '%xfail \(issue.escapedForDisplay)' expects a failure; remove that line"
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
      return [failure(difference, in: title(of: result), at: report.path)]
    case .error(let error):
      return [
        LocatedFailure(
          kind: .error, path: error.usedFile ?? report.path, line: error.place.line, column: error.place.column,
          sentence: "error: \(error.sentence.escapedForDisplay)", details: ["  in the case: \(title(of: result))"])
      ]
    }
  }

  package func failure(_ difference: SecondRunDifference, in title: String, at path: String) -> LocatedFailure {
    let texts = [difference.first, difference.second].map { $0 ?? "(nothing more)" }
    let apart = zip(texts[0].unicodeScalars, texts[1].unicodeScalars).prefix { $0 == $1 }.count
    let shown = texts.map { LineExcerpt($0, atScalar: apart, width: LineExcerpt.width - 14).text }
    return LocatedFailure(
      kind: .nondeterministic, path: path, line: difference.line, sentence: "not deterministic: \(title)",
      details: [
        "  first run:  \(shown[0])", "  second run: \(shown[1])",
        "  the second run has another hash seed; check the order of sets and dictionaries, clocks, random numbers and globals",
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

  /// Nil if the transcript has no hash.
  private func headline(_ result: CaseResult, in report: ReplayReport) -> String? {
    guard let recorded = report.transcript.machine.hash, let found = result.definitionHash else { return nil }
    if recorded.hasBytes(of: found) { return "same machine, different behaviour" }
    return "the machine changed: recorded with \(recorded), now \(found.escapedForDisplay)"
  }

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

  private static func listed(_ texts: [String]) -> String {
    texts.prefix(10).joined(separator: ", ") + (texts.count > 10 ? " and \(texts.count - 10) more" : "")
  }
}

extension String {
  /// One word of a POSIX shell, quoted if necessary.
  package var asShellWord: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { $0.isLetter || $0.isDigit || "+,-./:_@%".utf8.contains($0) || $0 >= 0x80 }
    if isPlain { return escapedForDisplay }
    let inner = unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined()
    return "'\(inner.escapedForDisplay)'"
  }
}

package struct LocatedFailure: Sendable {
  package enum Kind: String, Sendable {
    case failed
    /// A later block that differs independently.
    case differsToo = "differs too"
    case more
    case leftover = "left over"
    case nondeterministic = "not deterministic"
    case unexpectedPass = "passed unexpectedly"
    case error
  }

  package var kind: Kind
  package var path: String
  /// From 1.
  package var line: Int
  /// From 1; nil for the whole line.
  package var column: Int?
  package var sentence: String
  /// The escaped lines below the sentence.
  package var details: [String]
  /// The differing lines, to find equal failures; may be empty.
  var signature: [UInt8] = []

  /// `PATH:LINE`, escaped.
  package var place: String { "\(path):\(line)".escapedForDisplay }

  /// `PATH:LINE: sentence` and the details.
  package var lines: [String] {
    let place = [path.escapedForDisplay, String(line), column.map(String.init)].compactMap(\.self)
    return ["\(place.joined(separator: ":")): \(sentence)"] + details
  }
}

extension Sequence<LocatedFailure> {
  /// Shows equal failures once, with the other places, and at most 100 errors.
  package var groupedLines: [String] {
    var groups: [(first: LocatedFailure, others: [String])] = []
    var known: [[UInt8]: Int] = [:]
    var errors = 0
    for failure in self {
      if failure.kind == .error { errors += 1 }
      if failure.kind == .error, errors > FailureText.mostErrors { continue }
      if !failure.signature.isEmpty, let same = known[failure.signature] {
        groups[same].others.append(failure.place)
      } else {
        known[failure.signature] = groups.count
        groups.append((failure, []))
      }
    }
    let rest = errors - FailureText.mostErrors
    return groups.flatMap { $0.first.lines + FailureText.othersText($0.others) }
      + (rest > 0 ? ["further cases in error, not shown: \(rest)"] : [])
  }
}

/// Finds missing lines in other places.
struct Whereabouts {
  private let result: CaseResult
  private let lines: LineMatcher
  private let unexpected: [FieldContent: [(place: Int, line: LineFields)]]

  init(result: CaseResult) {
    self.result = result
    lines = LineMatcher(names: result.names)
    var unexpected: [FieldContent: [(place: Int, line: LineFields)]] = [:]
    for (place, block) in result.blocks.enumerated() {
      guard case .differs(let alignment) = block.outcome else { continue }
      for case .unexpected(let actual) in alignment.rows {
        let line = LineFields(block.actual[actual])
        guard let first = line.timelessFields.first else { continue }
        unexpected[first.content, default: []].append((place, line))
      }
    }
    self.unexpected = unexpected
  }

  private var cancelled: [(place: Int, line: LineFields)] {
    result.blocks.enumerated().flatMap { place, block in
      block.actual.map { (place, LineFields($0)) }.filter { $1.fields.contains { $0.text == "cancelled" } }
    }
  }

  /// `due 150 ms later`, `now in command 9` or `cancelled`.
  func sentence(for expectation: Expectation, missingIn place: Int) -> String? {
    let first = expectation.pattern.line.timelessFields.first
    let candidates = first.flatMap { unexpected[$0.content] } ?? []
    let found = nearest(to: place, of: candidates).first {
      lines.holdsApartFromTime(expectation.pattern, $0.line, result.blocks[place].bindings)
    }
    guard let found else { return cancellation(of: expectation.pattern.line, place) }
    return found.place == place ? moved(expectation.pattern.line, found.line) : "now \(name(of: found.place))"
  }

  private func moved(_ expected: LineFields, _ actual: LineFields) -> String {
    let due = LineDifference.due(expected.offsetMilliseconds ?? 0, actual.offsetMilliseconds ?? 0)
    return due ?? "in another order"
  }

  /// The block's lines, then later ones, then earlier ones.
  private func nearest(to place: Int, of lines: [(place: Int, line: LineFields)]) -> [(place: Int, line: LineFields)] {
    lines.filter { $0.place == place } + lines.filter { $0.place > place }
      + lines.filter { $0.place < place }.reversed()
  }

  /// Explains a missing reply by its cancelled request.
  private func cancellation(of expected: LineFields, _ place: Int) -> String? {
    let words = expected.timelessFields.map(\.text)
    guard let reply = words.prefix(2).firstIndex(of: "reply"), reply + 1 < words.count else { return nil }
    let sought = words[..<reply] + ["cancelled", words[reply + 1]]
    let found = nearest(to: place, of: cancelled).first { $0.line.timelessFields.map(\.text).elementsEqual(sought) }
    return found.map { $0.place == place ? "cancelled" : "cancelled \(name(of: $0.place))" }
  }

  private func name(of place: Int) -> String {
    place == 0 ? "in the opening of the case" : "in command \(place)"
  }
}
