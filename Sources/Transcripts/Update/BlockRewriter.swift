import Traces

/// Writes the lines of a failing block anew, so that it holds for its output.
struct BlockRewriter {
  let transcript: Transcript
  let block: Block
  let actual: [LineFields]
  let alignment: Alignment
  let names: NamedValues
  /// Whether changed lines are taken over whole, without their matchers.
  let isLiteral: Bool

  /// The part of the document's lines that is replaced.
  var range: Range<Int> {
    let end = block.expectations.last.map { $0.index + 1 } ?? block.insertion
    return min(block.insertion, end)..<end
  }

  /// The expectations that would be dropped with nothing in their places: of every gap between lines that stay, as many
  /// of the last missing lines as there are fewer unexpected ones.
  var lost: [Int] {
    var lost: [Int] = []
    var missing: [Int] = []
    var unexpected = 0
    func close() {
      lost += missing.suffix(max(0, missing.count - unexpected))
      (missing, unexpected) = ([], 0)
    }
    for row in alignment.rows {
      switch row {
      case .matched, .differs: close()
      case .missing(let expectation): missing.append(expectation)
      case .unexpected: unexpected += 1
      case .unused: break
      }
    }
    close()
    return lost
  }

  /// The lines that take the range's place: comments and separators stay, each before the line that it belongs to.
  func lines(bindings: Bindings) -> [TranscriptLine] {
    var writer = Writer(rewriter: self, bindings: bindings)
    var index = 0
    while index < alignment.rows.count {
      let end = endOfRun(at: index)
      writer.write(Array(alignment.rows[index..<end]))
      index = end
    }
    return writer.lines
  }

  /// The end of the rows that belong to the run of `|&` lines at a row; the next row when it begins none.
  private func endOfRun(at index: Int) -> Int {
    guard let expectation = alignment.rows[index].expectation, let run = run(of: expectation) else { return index + 1 }
    let last = alignment.rows.lastIndex { $0.expectation.map(run.contains) ?? false }
    return max(index, last ?? index) + 1
  }

  private func run(of expectation: Int) -> Range<Int>? {
    guard block.expectations[expectation].mark == .anyOrder else { return nil }
    for case .anyOrder(let run) in block.elements where run.contains(expectation) { return run }
    return nil
  }
}

extension BlockRewriter {
  /// Collects the new lines.
  private struct Writer {
    let rewriter: BlockRewriter
    var bindings: Bindings
    var lines: [TranscriptLine] = []
    /// The `|*` line that was written last, as long as nothing came after it.
    private var openNumber: Int?

    init(rewriter: BlockRewriter, bindings: Bindings) {
      self.rewriter = rewriter
      self.bindings = bindings
    }

    /// Writes a row, or the rows of a run: its own lines in the order of the document, then what is new in it.
    mutating func write(_ rows: [Alignment.Row]) {
      let ofRun = rows.count > 1 || rows.first.map(isInRun) ?? false
      var texts: [(expectation: Int, line: TranscriptLine?)] = []
      var added: [TranscriptLine] = []
      for row in rows {
        switch row {
        case .unexpected(let actual): added.append(line(ofRun ? .anyOrder : .next, rewriter.actual[actual].text))
        case .missing(let expectation): texts.append((expectation, nil))
        case .unused(let expectation): texts.append((expectation, original(expectation)))
        case .matched(let expectation, let actual): texts.append((expectation, kept(expectation, actual)))
        case .differs(let expectation, let actual): texts.append((expectation, changed(expectation, actual)))
        }
      }
      for entry in texts.sorted(by: { $0.expectation < $1.expectation }) { write(entry.line, for: entry.expectation) }
      if !added.isEmpty { openNumber = nil }
      lines += added
    }

    private mutating func write(_ line: TranscriptLine?, for expectation: Int) {
      let mark = rewriter.block.expectations[expectation].mark
      if mark == .anyNumber, openNumber == expectation { return }
      if !seen.contains(expectation) { lines += surroundings(of: expectation) }
      seen.insert(expectation)
      openNumber = mark == .anyNumber ? expectation : nil
      if let line { lines.append(line) }
    }

    private var seen: Set<Int> = []

    private mutating func kept(_ expectation: Int, _ actual: Int) -> TranscriptLine {
      let pattern = rewriter.block.expectations[expectation].pattern
      if !pattern.bindings.isEmpty {
        _ = LineMatcher(names: rewriter.names).holds(pattern, rewriter.actual[actual], &bindings)
      }
      return original(expectation)
    }

    private mutating func changed(_ expectation: Int, _ actual: Int) -> TranscriptLine {
      let wanted = rewriter.block.expectations[expectation]
      let found = rewriter.actual[actual]
      if rewriter.isLiteral { return line(wanted.mark, found.text) }
      return line(wanted.mark, LineMerge(names: rewriter.names).merged(wanted.pattern, found, &bindings))
    }

    private func original(_ expectation: Int) -> TranscriptLine {
      rewriter.transcript.lines[rewriter.block.expectations[expectation].index]
    }

    private func line(_ mark: OutputMark, _ text: String) -> TranscriptLine {
      TranscriptLine(.output(mark), rest: text.isEmpty ? "" : " " + text)
    }

    /// The comments and separators between a line and the expectation above it.
    private func surroundings(of expectation: Int) -> ArraySlice<TranscriptLine> {
      let block = rewriter.block
      let start = expectation == 0 ? block.insertion : block.expectations[expectation - 1].index + 1
      return rewriter.transcript.lines[start..<block.expectations[expectation].index]
    }

    private func isInRun(_ row: Alignment.Row) -> Bool {
      row.expectation.map { rewriter.block.expectations[$0].mark == .anyOrder } ?? false
    }
  }
}

extension Alignment.Row {
  /// The expectation that the row is about.
  var expectation: Int? {
    switch self {
    case .matched(let expectation, _), .differs(let expectation, _), .missing(let expectation),
      .unused(let expectation):
      expectation
    case .unexpected: nil
    }
  }
}
