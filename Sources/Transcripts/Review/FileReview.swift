import Traces

/// A review of differences, one by one. An accepted difference changes the document at once.
package struct FileReview {
  /// A block that differs by itself, or the `%xfail` of a case that passes.
  package struct Difference: Sendable {
    let index: Int
    /// Nil for the `%xfail`.
    let place: Int?
    package var failure: LocatedFailure
    /// Lines that acceptance would drop without replacement.
    package var lost: [String]
    package var signature: [UInt8] { failure.signature }
  }

  package private(set) var document: Transcript
  private let path: String
  private let text: FailureText
  /// The cases that fail, or pass despite `%xfail`, each with its place in the document, as they compare with it now.
  private var cases: [IndexedCase]
  /// Whether the file fits the current machine once every difference is accepted.
  private let isOfMachine: Bool
  /// The blocks that the user rejected.
  private var left: Set<[Int?]> = []

  package init(report: ReplayReport, text: FailureText) {
    document = report.transcript
    path = report.path
    self.text = text
    cases = report.indexedCases(where: \.isUpdatable)
    isOfMachine = report.isOfOneMachine
  }

  package var next: Difference? {
    for (index, result) in cases {
      if let place = undecided(index, result).first { return difference(index, place, result) }
    }
    return nil
  }

  /// Omits consequences of other differences.
  package var undecidedCount: Int {
    cases.reduce(0) { count, entry in count + undecided(entry.index, entry.result).count }
  }

  private func undecided(_ index: Int, _ result: CaseResult) -> [Int?] {
    let places: [Int?] = if case .unexpectedPass = result.verdict { [nil] } else { result.ownFailures }
    return places.filter { !left.contains([index, $0]) }
  }

  // MARK: Decisions

  /// Takes a block over as it came, and those that then hold; removes an `%xfail`.
  ///
  /// - Parameter acceptsLost: Whether lines may be dropped with nothing in their places.
  package mutating func accept(_ difference: Difference, acceptsLost: Bool) throws(UpdateRefusal) {
    guard acceptsLost || difference.lost.isEmpty else {
      throw .losing(difference.lost, consent: "'a!' does so")
    }
    guard let place = difference.place else { return try unmark(difference.index) }
    let result = try result(of: difference)
    var trial = Trial(
      original: document, document: document, acceptsLost: true, places: places(of: place, in: result))
    try trial.rewrite([(difference.index, result)])
    replace(with: trial.document, in: difference.index)
  }

  private mutating func unmark(_ index: Int) throws(UpdateRefusal) {
    guard let changed = document.withoutXfail(ofCase: index) else { throw .unreadable }
    cases.removeAll { $0.index == index }
    replace(with: changed, in: index)
  }

  /// Replaces the first different field by a matcher.
  ///
  /// - Parameter matcher: Nil for the narrowest one that accepts both fields.
  package mutating func loosen(_ difference: Difference, as matcher: String? = nil) throws(UpdateRefusal) {
    guard let place = difference.place else {
      throw UpdateRefusal(reason: "there is no field to loosen; accept or reject it")
    }
    let block = try result(of: difference).blocks[place]
    let names = try result(of: difference).names
    guard case .differs(let alignment) = block.outcome, let (expectation, actual) = alignment.firstChangedLine else {
      throw UpdateRefusal(
        reason: "no line has a similar output line, so there is no field to loosen; accept or reject it")
    }
    let expected = document.cases[difference.index].block(at: place).expectations[expectation]
    let line = LineFields(block.actual[actual])
    let loosening = LineLoosening(names: names, bindings: block.bindings)
    guard let loosened = loosening.loosened(expected.pattern, line, as: matcher) else {
      throw UpdateRefusal(
        reason: "the lines have no common field for a matcher; accept or reject it")
    }
    let pattern: LinePattern
    do throws(PatternProblem) {
      pattern = try LinePattern(parsing: loosened)
    } catch {
      throw UpdateRefusal(reason: TranscriptProblem(place: SourcePlace(line: 1, column: 1), kind: error.kind).sentence)
    }
    guard loosening.isLooser(pattern, than: expected.pattern, for: line) else {
      throw UpdateRefusal(reason: "'\(matcher ?? "<any>")' does not match the output; choose another matcher")
    }
    let new = TranscriptLine(.output(expected.mark), loosened)
    guard let changed = document.replacing(lines: expected.index..<expected.index + 1, with: [new]) else {
      throw .unreadable
    }
    replace(with: changed, in: difference.index)
  }

  /// Rejects the output; the block stays failed.
  package mutating func leave(_ difference: Difference) { left.insert([difference.index, difference.place]) }

  /// Writes the current machine's hash if every case now holds.
  ///
  /// - Returns: Nil without a change.
  package mutating func renewHash() -> String? {
    guard isOfMachine, cases.allSatisfy(\.result.failures.isEmpty),
      let hash = cases.lazy.compactMap(\.result.definitionHash).first,
      let changed = document.withHash(hash)
    else { return nil }
    document = changed
    return hash
  }

  // MARK: Comparing again

  private func difference(_ index: Int, _ place: Int?, _ result: CaseResult) -> Difference {
    let report = ReplayReport(path: path, transcript: document, cases: [result])
    guard let place else {
      var failure = text.failures(of: result, in: report)[0]
      failure.signature = Array(failure.details.joined().utf8)
      return Difference(index: index, place: nil, failure: failure, lost: [])
    }
    let failure = text.difference(
      at: place, of: result, document.cases[index], Whereabouts(result: result), in: report)
    let trial = Trial(
      original: document, document: document, acceptsLost: false, places: places(of: place, in: result))
    return Difference(index: index, place: place, failure: failure, lost: trial.lost(of: index, result))
  }

  private func places(of place: Int, in result: CaseResult) -> Set<Int> {
    Set([place] + result.followers(of: place))
  }

  func result(of difference: Difference) throws(UpdateRefusal) -> CaseResult {
    guard let found = cases.first(where: { $0.index == difference.index }) else {
      throw UpdateRefusal(reason: "the case holds already")
    }
    return found.result
  }

  private mutating func replace(with changed: Transcript, in index: Int) {
    let before = document.cases[index]
    document = changed
    for place in cases.indices {
      let transcriptCase = document.cases[cases[place].index]
      if cases[place].index == index { cases[place].result.compare(with: transcriptCase, before: before) }
      cases[place].result.line = transcriptCase.line
    }
  }
}

extension CaseResult {
  fileprivate mutating func compare(with transcriptCase: TranscriptCase, before: TranscriptCase) {
    let echoes = blocks.map(\.echo)
    blocks = transcriptCase.compared(
      with: blocks.map(\.actual), names: names, knowing: ComparedCase(transcriptCase: before, blocks: blocks))
    for (place, echo) in echoes.enumerated() { blocks[place].echo = echo }
    DifferenceAcceptance(names: names, limit: MatchLimit()).findCauses(of: &blocks, in: transcriptCase)
  }
}

extension Alignment {
  fileprivate var firstChangedLine: (expectation: Int, actual: Int)? {
    for case .differs(let expectation, let actual) in rows { return (expectation, actual) }
    return nil
  }
}
