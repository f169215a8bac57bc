import Traces

/// The lines that show a block beside its output: expected `-`, actual `+`, a caret under the first different field.
struct BlockDifferenceText {
  /// How many matching lines are shown around a difference.
  static let context = 2
  /// How many rows that differ are shown.
  static let largestCount = 40

  let transcript: Transcript
  let transcriptCase: TranscriptCase
  let result: CaseResult
  let place: Int

  /// The text, and the differences alone, by which equal failures of several cases are known.
  func lines() -> [String] {
    guard case .differs(let alignment) = result.blocks[place].outcome else { return [] }
    var lines: [String] = []
    var hidden = 0
    var shown = 0
    for (index, row) in alignment.rows.enumerated() {
      if row.isDifference, shown < Self.largestCount {
        shown += 1
        lines += hiddenText(&hidden) + text(of: row)
      } else if isNearDifference(index, alignment), shown < Self.largestCount {
        lines += hiddenText(&hidden) + text(of: row)
      } else if row.isMatch {
        hidden += 1
      }
    }
    lines += hiddenText(&hidden)
    let more = alignment.rows.count(where: \.isDifference) - shown
    if more > 0 { lines.append("    … \(more) more \(more == 1 ? "line differs" : "lines differ")") }
    if alignment.isCoarse { lines.append("    (a block of this size is not searched for near lines)") }
    return lines
  }

  /// What differs, without its surroundings.
  func signature() -> [String] {
    guard case .differs(let alignment) = result.blocks[place].outcome else { return [] }
    return alignment.rows.filter(\.isDifference).flatMap(pair)
  }

  private func isNearDifference(_ index: Int, _ alignment: Alignment) -> Bool {
    guard alignment.rows[index].isMatch else { return false }
    let near = max(0, index - Self.context)...min(alignment.rows.count - 1, index + Self.context)
    return near.contains { alignment.rows[$0].isDifference }
  }

  private func hiddenText(_ count: inout Int) -> [String] {
    defer { count = 0 }
    return count == 0 ? [] : ["    … \(count) \(count == 1 ? "line matches" : "lines match")"]
  }

  private func text(of row: Alignment.Row) -> [String] {
    switch row {
    case .unused: []
    case .matched(let expectation, _): ["    " + shown(expectation)]
    case .unexpected: pair(row)
    case .missing(let expectation): pair(row) + [missingNote(expectation)]
    case .differs(let expectation, let actual): pair(row) + caret(expectation, actual)
    case .forbidden: pair(row) + ["      came although no line may"]
    }
  }

  private func pair(_ row: Alignment.Row) -> [String] {
    switch row {
    case .matched, .unused: []
    case .missing(let expectation): ["  - " + shown(expectation)]
    case .unexpected(let actual): ["  + " + shown(actual: actual)]
    case .differs(let expectation, let actual), .forbidden(let expectation, let actual):
      ["  - " + shown(expectation), "  + " + shown(actual: actual)]
    }
  }

  private func caret(_ expectation: Int, _ actual: Int) -> [String] {
    let pattern = block.expectations[expectation].pattern
    let line = LineFields(result.blocks[place].actual[actual])
    let difference = LineDifference(
      pattern, line, names: result.names, bindings: result.blocks[place].bindings)
    let caret = "    " + String(repeating: " ", count: difference.column + 2) + "^"
    return [caret + (difference.note.map { " " + $0 } ?? "")]
  }

  private func missingNote(_ expectation: Int) -> String {
    let whereabouts = Whereabouts(result: result)
    let found = whereabouts.sentence(for: block.expectations[expectation], missingIn: place)
    return "      " + (found ?? "missing")
  }

  private func shown(_ expectation: Int) -> String {
    let index = block.expectations[expectation].index
    return transcript.lines.indices.contains(index) ? transcript.lines[index].text.escapedForDisplay : ""
  }

  private func shown(actual: Int) -> String {
    "| " + result.blocks[place].actual[actual].escapedForDisplay
  }

  private var block: ExpectedBlock { transcriptCase.blocks[place] }
}

extension Alignment.Row {
  /// Whether the row is one that the report must show.
  var isDifference: Bool {
    switch self {
    case .matched, .unused: false
    case .differs, .missing, .unexpected, .forbidden: true
    }
  }

  fileprivate var isMatch: Bool {
    switch self {
    case .matched: true
    case .differs, .missing, .unexpected, .unused, .forbidden: false
    }
  }
}
