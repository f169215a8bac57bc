import Traces

/// A tentative update, valid only if the file parses and all its cases hold.
struct Trial {
  /// The last rewrite replaces matchers by literal lines.
  private static let attempts = 4

  let original: Transcript
  private(set) var document: Transcript
  private(set) var notes: [UpdateNote] = []
  let acceptsLost: Bool
  /// The blocks to rewrite; nil for all.
  var places: Set<Int>?

  mutating func rewrite(_ cases: some Collection<IndexedCase>) throws(UpdateRefusal) {
    for attempt in 1...Self.attempts {
      var edits: [(range: Range<Int>, lines: [TranscriptLine])] = []
      for (index, result) in cases {
        edits += try self.edits(of: index, result, isLiteral: attempt == Self.attempts)
      }
      if edits.isEmpty { return }
      try apply(edits)
    }
    let differs = cases.contains { index, result in
      comparison(of: index, result).enumerated().contains { $1.differs && isMeant($0) }
    }
    if differs { throw UpdateRefusal(reason: "no matching lines were found; edit the block by hand") }
  }

  private func isMeant(_ place: Int) -> Bool { places?.contains(place) ?? true }

  func lost(of index: Int, _ result: CaseResult) -> [String] {
    rewriters(of: index, result, isLiteral: false).flatMap { lost(by: $0.rewriter) }
  }

  private func lost(by rewriter: BlockRewriter) -> [String] {
    rewriter.lost.map { document.lines[rewriter.block.expectations[$0].index].text }
  }

  private func comparison(of index: Int, _ result: CaseResult) -> [ReplayedBlock] {
    document.cases[index].compared(
      with: result.blocks.map(\.actual), names: result.names,
      knowing: ComparedCase(transcriptCase: original.cases[index], blocks: result.blocks))
  }

  private func rewriters(
    of index: Int, _ result: CaseResult, isLiteral: Bool
  ) -> [(place: Int, rewriter: BlockRewriter, bindings: Bindings)] {
    comparison(of: index, result).enumerated().compactMap { place, block in
      guard isMeant(place), case .differs(let alignment) = block.outcome else { return nil }
      let rewriter = BlockRewriter(
        transcript: document, block: document.cases[index].block(at: place),
        actual: block.actual.map(LineFields.init), alignment: alignment, names: result.names, isLiteral: isLiteral)
      return (place, rewriter, block.bindings)
    }
  }

  private mutating func edits(
    of index: Int, _ result: CaseResult, isLiteral: Bool
  ) throws(UpdateRefusal) -> [(range: Range<Int>, lines: [TranscriptLine])] {
    var edits: [(range: Range<Int>, lines: [TranscriptLine])] = []
    for (place, rewriter, bindings) in rewriters(of: index, result, isLiteral: isLiteral) {
      let lost = lost(by: rewriter)
      guard lost.isEmpty || acceptsLost else { throw .losing(lost) }
      let line = original.cases[index].line(at: place)
      notes += lost.map { UpdateNote(line: line, kind: .lost($0)) }
      edits.append((rewriter.range, rewriter.lines(bindings: bindings)))
    }
    return edits
  }

  private mutating func apply(_ edits: [(range: Range<Int>, lines: [TranscriptLine])]) throws(UpdateRefusal) {
    var lines: [TranscriptLine] = []
    var end = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      lines += document.lines[end..<edit.range.lowerBound]
      lines += edit.lines
      end = edit.range.upperBound
    }
    lines += document.lines[end...]
    do throws(TranscriptProblems) {
      // A case without output stays valid only if the original already had such a case.
      document = try original.reading(lines, awaitsOutput: original.cases.contains(where: \.expectsNothing))
    } catch {
      throw UpdateRefusal(reason: error.problems.first?.sentence ?? "the file would become invalid")
    }
  }
}

package struct UpdateRefusal: Error {
  package var reason: String

  static let unreadable = UpdateRefusal(reason: "the file would become invalid; edit the line by hand")

  static func losing(_ lines: [String], consent: String = "'--accept-lost' allows it") -> UpdateRefusal {
    let first = LineExcerpt(lines.first ?? "").text
    let more = lines.count > 1 ? " and \(lines.count - 1) more" : ""
    return UpdateRefusal(
      reason: "this would drop '\(first)'\(more) with nothing in \(lines.count > 1 ? "their" : "its") place; "
        + consent)
  }
}
