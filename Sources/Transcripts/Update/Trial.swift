import Traces

/// An update of some cases that counts only when the file still reads and the cases hold.
struct Trial {
  let original: Transcript
  private(set) var document: Transcript
  private(set) var notes: [UpdateNote] = []
  private(set) var isChanged = false
  private let acceptsLost: Bool
  /// The blocks that stay as they are for want of consent.
  private var withheld: Set<BlockID> = []

  init(original: Transcript, document: Transcript, acceptsLost: Bool) {
    self.original = original
    self.document = document
    self.acceptsLost = acceptsLost
  }

  /// Rewrites the cases, given by their places in the document, until they hold.
  mutating func rewrite(_ cases: [(index: Int, result: CaseResult)], attempts: Int) throws(Refusal) {
    for attempt in 0..<attempts {
      var edits: [(range: Range<Int>, lines: [TranscriptLine])] = []
      for (index, result) in cases {
        edits += self.edits(of: index, result, isFirst: attempt == 0, isLiteral: attempt == attempts - 1)
      }
      if edits.isEmpty { return }
      try apply(edits)
      isChanged = true
    }
    let differs = cases.contains { index, result in
      comparison(of: index, result).enumerated().contains { place, block in
        block.differs && !withheld.contains(BlockID(index: index, place: place))
      }
    }
    if differs { throw Refusal(reason: "no lines were found that hold; edit it by hand") }
  }

  private struct BlockID: Hashable {
    var index: Int
    var place: Int
  }

  private func comparison(of index: Int, _ result: CaseResult) -> [BlockResult] {
    CaseComparison(names: result.names).compare(document.cases[index], result.blocks.map(\.actual))
  }

  private mutating func edits(
    of index: Int, _ result: CaseResult, isFirst: Bool, isLiteral: Bool
  ) -> [(range: Range<Int>, lines: [TranscriptLine])] {
    var edits: [(range: Range<Int>, lines: [TranscriptLine])] = []
    let blocks = document.cases[index].blocks
    for (place, block) in comparison(of: index, result).enumerated() {
      guard case .differs(let alignment) = block.outcome else { continue }
      guard !withheld.contains(BlockID(index: index, place: place)) else { continue }
      let rewriter = BlockRewriter(
        transcript: document, block: blocks[place], actual: block.actual.map(LineFields.init), alignment: alignment,
        names: result.names, isLiteral: isLiteral)
      let line = place == 0 ? original.cases[index].line : original.cases[index].steps[place - 1].line
      guard consents(to: rewriter, at: line, BlockID(index: index, place: place)) else { continue }
      if isFirst { notes.append(UpdateNote(line: line, kind: .rewritten)) }
      edits.append((rewriter.range, rewriter.lines(bindings: block.bindings)))
    }
    return edits
  }

  /// Whether the block may be rewritten; notes the lines that are lost by it.
  private mutating func consents(to rewriter: BlockRewriter, at line: Int, _ block: BlockID) -> Bool {
    let lost = rewriter.lost.map { document.lines[rewriter.block.expectations[$0].index].text }
    if lost.isEmpty { return true }
    notes += lost.map { UpdateNote(line: line, kind: acceptsLost ? .lost($0) : .needsConsent($0)) }
    if !acceptsLost { withheld.insert(block) }
    return acceptsLost
  }

  private mutating func apply(_ edits: [(range: Range<Int>, lines: [TranscriptLine])]) throws(Refusal) {
    var lines: [TranscriptLine] = []
    var end = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      lines += document.lines[end..<edit.range.lowerBound]
      lines += edit.lines
      end = edit.range.upperBound
    }
    lines += document.lines[end...]
    do throws(TranscriptProblems) {
      // What nobody wrote an output for may go without; what loses its last one may not.
      document = try Transcript.parse(
        Transcript.print(lines), awaitsOutput: original.cases.contains(where: \.expectsNothing))
    } catch {
      throw Refusal(reason: error.problems.first?.sentence ?? "the file would not read any more")
    }
  }
}
