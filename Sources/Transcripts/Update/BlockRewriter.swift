import Traces

/// Writes the lines of a failing block anew, so that it holds for its output.
struct BlockRewriter {
  let transcript: Transcript
  let block: ExpectedBlock
  let actual: [LineFields]
  let alignment: Alignment
  let names: NamedValues
  /// Whether changed lines are taken over whole, without their matchers.
  let isLiteral: Bool

  /// The part of the document's lines that is replaced.
  var range: Range<Int> { block.range }

  /// The expectations that would be dropped with nothing in their places.
  var lost: [Int] {
    edits.compactMap { edit in
      if case .drop(let expectation) = edit { expectation } else { nil }
    }
  }

  /// The lines that take the range's place: comments and separators stay, each before the line that it belongs to.
  func lines(bindings: Bindings) -> [TranscriptLine] {
    let edits = edits
    let runEnds = endsOfRuns(edits)
    var writer = BlockWriter(rewriter: self, bindings: bindings)
    var index = 0
    while index < edits.count {
      let end = runEnds[index] ?? index + 1
      writer.write(edits[index..<end])
      index = end
    }
    return writer.lines
  }

  /// What becomes of every row: missing lines are replaced by the unexpected ones of the same gap, as far as there are
  /// any.
  private var edits: [LineEdit] {
    var edits: [LineEdit] = []
    var missing: [Int] = []
    var unexpected: [Int] = []
    func close() {
      let shared = min(missing.count, unexpected.count)
      edits += zip(missing, unexpected).map { .replace(expectation: $0, actual: $1) }
      edits += missing.dropFirst(shared).map { .drop(expectation: $0) }
      edits += unexpected.dropFirst(shared).map { .add(actual: $0) }
      (missing, unexpected) = ([], [])
    }
    for row in alignment.rows {
      switch row {
      case .missing(let expectation): missing.append(expectation)
      case .unexpected(let actual): unexpected.append(actual)
      case .matched(let expectation, let actual):
        close()
        edits.append(.keep(expectation: expectation, actual: actual))
      case .differs(let expectation, let actual):
        close()
        edits.append(.merge(expectation: expectation, actual: actual))
      case .unused(let expectation):
        close()
        edits.append(.keep(expectation: expectation, actual: nil))
      case .forbidden(let expectation, _):
        close()
        edits.append(.drop(expectation: expectation))
      }
    }
    close()
    return edits
  }

  /// Where the edits of every run of `|&` or `|/` lines end, by where they begin.
  private func endsOfRuns(_ edits: [LineEdit]) -> [Int: Int] {
    var runs: [Int: Int] = [:]
    for (number, element) in block.elements.enumerated() where element.mark.isOfRun {
      for index in element.lines { runs[index] = number }
    }
    var starts: [Int: Int] = [:]
    var ends: [Int: Int] = [:]
    for (place, edit) in edits.enumerated() {
      guard let expectation = edit.expectation, let run = runs[expectation] else { continue }
      let start = starts[run] ?? place
      starts[run] = start
      ends[start] = place + 1
    }
    return ends
  }
}

/// What an update does with a line of a block.
enum LineEdit {
  /// The line stays to the byte; `actual` is the output that it holds for, nil for a `|?` or `|*` line that took none.
  case keep(expectation: Int, actual: Int?)
  /// The line keeps the fields that hold.
  case merge(expectation: Int, actual: Int)
  /// Another line comes in its place.
  case replace(expectation: Int, actual: Int)
  /// Nothing comes in its place.
  case drop(expectation: Int)
  case add(actual: Int)

  /// The line of the block; nil for one that is new.
  var expectation: Int? {
    switch self {
    case .keep(let expectation, _), .merge(let expectation, _), .replace(let expectation, _), .drop(let expectation):
      expectation
    case .add: nil
    }
  }
}

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
    return line(wanted.mark, LineMatcher(names: rewriter.names).merged(wanted.pattern, found, &bindings))
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
