import Traces

/// Collects the new lines of a block.
struct BlockWriter {
  let rewriter: BlockRewriter
  private(set) var lines: [TranscriptLine] = []
  private var bindings: Bindings
  /// The expectations whose comments are written.
  private var seen: Set<Int> = []
  /// The `|*` line that was written last, as long as nothing came after it.
  private var openNumber: Int?

  init(rewriter: BlockRewriter, bindings: Bindings) {
    self.rewriter = rewriter
    self.bindings = bindings
  }

  /// Writes one edit, or those of a run: the run's own lines in the order of the document, then what is new in it.
  mutating func write(_ edits: ArraySlice<LineEdit>) {
    var own: [(expectation: Int, line: TranscriptLine?)] = []
    var added: [TranscriptLine] = []
    let mark: OutputMark = edits.contains(where: isInRun) ? .anyOrder : .next
    for edit in edits {
      switch edit {
      case .keep(let expectation, let actual): own.append((expectation, kept(expectation, actual)))
      case .merge(let expectation, let actual): own.append((expectation, merged(expectation, actual)))
      case .replace(let expectation, let actual): own.append((expectation, line(mark, rewriter.actual[actual].text)))
      case .drop(let expectation): own.append((expectation, nil))
      case .add(let actual): added.append(line(mark, rewriter.actual[actual].text))
      }
    }
    for entry in own.sorted(by: { $0.expectation < $1.expectation }) { write(entry.line, for: entry.expectation) }
    if !added.isEmpty { openNumber = nil }
    lines += added
  }

  /// Writes the line of an expectation below its comments. A `|*` line takes several lines of output, and is written again
  /// only when another line came between them.
  private mutating func write(_ line: TranscriptLine?, for expectation: Int) {
    let isOpen = rewriter.block.expectations[expectation].mark == .anyNumber
    if isOpen, openNumber == expectation { return }
    if seen.insert(expectation).inserted { lines += surroundings(of: expectation) }
    openNumber = isOpen ? expectation : nil
    if let line { lines.append(line) }
  }

  private mutating func kept(_ expectation: Int, _ actual: Int?) -> TranscriptLine {
    let wanted = rewriter.block.expectations[expectation]
    if let actual, !wanted.pattern.bindings.isEmpty {
      _ = LineMatcher(names: rewriter.names).holds(wanted.pattern, rewriter.actual[actual], &bindings)
    }
    return rewriter.transcript.lines[wanted.index]
  }

  private mutating func merged(_ expectation: Int, _ actual: Int) -> TranscriptLine {
    let wanted = rewriter.block.expectations[expectation]
    let found = rewriter.actual[actual]
    if rewriter.isLiteral { return line(wanted.mark, found.text) }
    return line(wanted.mark, LineMerge(names: rewriter.names).merged(wanted.pattern, found, &bindings))
  }

  private func line(_ mark: OutputMark, _ text: String) -> TranscriptLine {
    TranscriptLine(.output(mark), text)
  }

  /// The comments and separators between a line and the expectation above it.
  private func surroundings(of expectation: Int) -> ArraySlice<TranscriptLine> {
    let block = rewriter.block
    let start = expectation == 0 ? block.insertion : block.expectations[expectation - 1].index + 1
    return rewriter.transcript.lines[start..<block.expectations[expectation].index]
  }

  private func isInRun(_ edit: LineEdit) -> Bool {
    edit.expectation.map { rewriter.block.expectations[$0].mark == .anyOrder } ?? false
  }
}
