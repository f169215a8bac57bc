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
    for (number, element) in block.elements.enumerated() {
      switch element {
      case .anyOrder(let run), .oneOf(let run): for index in run { runs[index] = number }
      case .next, .optional, .anyNumber: break
      }
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
