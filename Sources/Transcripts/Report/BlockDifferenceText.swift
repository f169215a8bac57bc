import Traces

/// A block compared with its output: expected `-`, actual `+`, and a caret under the first different field.
struct BlockDifferenceText {
  static let context = 2
  static let largestCount = 40
  static let width = LineExcerpt.width - 4

  let transcript: Transcript
  let block: ExpectedBlock
  let result: CaseResult
  let place: Int
  let whereabouts: Whereabouts

  func lines() -> [String] {
    guard case .differs(var alignment) = result.blocks[place].outcome else { return [] }
    alignment.rows = alignment.rowsToldOnce
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
    if alignment.isCoarse { lines.append("    (the block is too large to find similar lines)") }
    return lines
  }

  /// The differing lines, to find equal differences.
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
    case .matched(let expectation, _): ["    " + cut(shown(expectation))]
    case .missing(let expectation):
      ["  - " + cut(shown(expectation))] + others(than: expectation) + [missingNote(expectation)]
    case .unexpected(let actual): ["  + " + cut(shown(actual: actual))]
    case .differs(let expectation, let actual): compared(expectation, actual)
    case .forbidden(let expectation, let actual):
      [
        "  - " + cut(shown(expectation)), "  + " + cut(shown(actual: actual)),
        "      forbidden: no line may start like this",
      ]
    }
  }

  private func others(than expectation: Int) -> [String] {
    let element = block.elements.first { $0.mark == .oneOf && $0.lines.lowerBound == expectation }
    return (element?.lines ?? expectation..<expectation + 1).dropFirst().map { "  - " + cut(shown($0)) }
  }

  private func pair(_ row: Alignment.Row) -> [String] {
    switch row {
    case .matched, .unused: []
    case .missing(let expectation): ["-" + shown(expectation)]
    case .unexpected(let actual): ["+" + shown(actual: actual)]
    case .differs(let expectation, let actual), .forbidden(let expectation, let actual):
      ["-" + shown(expectation), "+" + shown(actual: actual)]
    }
  }

  private func compared(_ expectation: Int, _ actual: Int) -> [String] {
    let expected = block.expectations[expectation]
    let line = LineFields(result.blocks[place].actual[actual])
    let difference = LineDifference(
      expected.pattern, line, names: result.names, bindings: result.blocks[place].bindingsAfter)
    let columns = difference.columns.shifted(expected: expected.mark.rawValue.utf8.count + 1, actual: 2)
    let lines = ComparedLines(shown(expectation), shown(actual: actual), columns, width: Self.width)
    let caret = "    " + String(repeating: " ", count: lines.caret) + "^"
    return ["  - " + lines.expected] + others(than: expectation)
      + ["  + " + lines.actual, caret + (difference.note.map { " " + $0 } ?? "")]
  }

  private func missingNote(_ expectation: Int) -> String {
    "      " + (whereabouts.sentence(for: block.expectations[expectation], missingIn: place) ?? "missing")
  }

  private func shown(_ expectation: Int) -> String {
    let index = block.expectations[expectation].index
    return transcript.lines.indices.contains(index) ? transcript.lines[index].text.escapedForDisplay : ""
  }

  private func shown(actual: Int) -> String {
    "| " + result.blocks[place].actual[actual].escapedForDisplay
  }

  private func cut(_ line: String) -> String { LineExcerpt(line, width: Self.width).text }
}

extension Alignment {
  /// Omits unexpected lines that a `|!` row shows.
  fileprivate var rowsToldOnce: [Row] {
    let forbidden = Set(rows.compactMap { row in if case .forbidden(_, let actual) = row { actual } else { nil } })
    return rows.filter { row in if case .unexpected(let actual) = row { !forbidden.contains(actual) } else { true } }
  }
}

extension Alignment.Row {
  fileprivate var isMatch: Bool { if case .matched = self { true } else { false } }
}
