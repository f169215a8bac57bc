import Traces

/// Rewrites a failing block so that it accepts its output.
struct BlockRewriter {
  let transcript: Transcript
  let block: ExpectedBlock
  let actual: [LineFields]
  let alignment: Alignment
  let names: NamedValues
  /// Whether changed lines lose their matchers.
  let isLiteral: Bool

  var range: Range<Int> { block.range }

  /// Expectations that would be dropped without replacement.
  var lost: [Int] {
    edits.compactMap { edit in
      if case .drop(let expectation) = edit { expectation } else { nil }
    }
  }

  /// Comments and separators stay before their line.
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

  /// Replaces missing lines by unexpected ones of the same gap.
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

  /// The end of each run's edits by its start.
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

enum LineEdit {
  /// Nil `actual` for an optional line without output.
  case keep(expectation: Int, actual: Int?)
  case merge(expectation: Int, actual: Int)
  case replace(expectation: Int, actual: Int)
  case drop(expectation: Int)
  case add(actual: Int)

  var expectation: Int? {
    switch self {
    case .keep(let expectation, _), .merge(let expectation, _), .replace(let expectation, _), .drop(let expectation):
      expectation
    case .add: nil
    }
  }
}

struct BlockWriter {
  let rewriter: BlockRewriter
  private(set) var bindings: Bindings
  private(set) var lines: [TranscriptLine] = []
  private(set) var seen: Set<Int> = []
  /// The last written `|*` line, until another line follows.
  private(set) var openNumber: Int?

  /// First a run's lines in document order, then new lines.
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

  /// Repeats a `|*` line only if another line came between its output lines.
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

  private func surroundings(of expectation: Int) -> ArraySlice<TranscriptLine> {
    let block = rewriter.block
    let start = expectation == 0 ? block.insertion : block.expectations[expectation - 1].index + 1
    return rewriter.transcript.lines[start..<block.expectations[expectation].index]
  }

  private func isInRun(_ edit: LineEdit) -> Bool {
    edit.expectation.map { rewriter.block.expectations[$0].mark == .anyOrder } ?? false
  }
}
