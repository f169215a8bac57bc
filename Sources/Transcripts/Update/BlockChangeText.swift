import Traces
import Turns

/// A block before (`-`) and after (`+`) a rewrite.
struct BlockChangeText {
  private static let context = 2
  /// In pairs of lines. Above it, the whole changed part is replaced.
  private static let largestTable = 250_000
  private static let width = LineExcerpt.width - 4

  private enum Row {
    case same(String)
    case change(gone: [String], come: [String])
  }

  private let rows: [Row]

  init(before: [String], after: [String]) {
    let before = before.map(\.escapedForDisplay)
    let after = after.map(\.escapedForDisplay)
    let shorter = min(before.count, after.count)
    let head = zip(before, after).prefix { $0.hasBytes(of: $1) }.count
    let tails = zip(before.reversed(), after.reversed()).prefix { $0.hasBytes(of: $1) }
    let tail = min(tails.count, shorter - head)
    rows =
      before[..<head].map(Row.same)
      + BlockChangeText.rows(Array(before[head..<before.count - tail]), Array(after[head..<after.count - tail]))
      + before[(before.count - tail)...].map(Row.same)
  }

  var lines: [String] {
    var lines: [String] = []
    var hidden = 0
    for (index, row) in rows.enumerated() {
      switch row {
      case .same(let line) where isNearChange(index):
        lines += hiddenText(&hidden) + ["    " + cut(line)]
      case .same: hidden += 1
      case .change(let gone, let come): lines += hiddenText(&hidden) + text(gone, come)
      }
    }
    return lines + hiddenText(&hidden)
  }

  private func isNearChange(_ index: Int) -> Bool {
    let near = max(0, index - Self.context)...min(rows.count - 1, index + Self.context)
    return near.contains { if case .change = rows[$0] { true } else { false } }
  }

  private func hiddenText(_ count: inout Int) -> [String] {
    defer { count = 0 }
    return count == 0 ? [] : ["    … \(count) \(count == 1 ? "line stays" : "lines stay")"]
  }

  private func text(_ gone: [String], _ come: [String]) -> [String] {
    guard gone.count == come.count else { return gone.map { "  - " + cut($0) } + come.map { "  + " + cut($0) } }
    let start = LineDifference.Columns(expectedField: 0, field: 0, part: 0)
    let pairs = zip(gone, come).map { ComparedLines($0, $1, start, width: Self.width) }
    return pairs.map { "  - " + $0.expected } + pairs.map { "  + " + $0.actual }
  }

  private func cut(_ line: String) -> String { LineExcerpt(line, width: Self.width).text }

  /// By a longest common subsequence; common ends are already removed.
  private static func rows(_ before: [String], _ after: [String]) -> [Row] {
    guard !before.isEmpty || !after.isEmpty else { return [] }
    let (cells, overflow) = (before.count + 1).multipliedReportingOverflow(by: after.count + 1)
    guard !overflow, cells <= largestTable else { return [.change(gone: before, come: after)] }
    let width = after.count + 1
    var lengths = [Int](repeating: 0, count: cells)
    for left in before.indices.reversed() {
      for right in after.indices.reversed() {
        lengths[left * width + right] =
          before[left].hasBytes(of: after[right])
          ? lengths[(left + 1) * width + right + 1] + 1
          : max(lengths[(left + 1) * width + right], lengths[left * width + right + 1])
      }
    }
    var rows: [Row] = []
    var (gone, come): ([String], [String]) = ([], [])
    var (left, right) = (0, 0)
    func close() {
      if !gone.isEmpty || !come.isEmpty { rows.append(.change(gone: gone, come: come)) }
      (gone, come) = ([], [])
    }
    while left < before.count || right < after.count {
      let canPair = left < before.count && right < after.count
      if canPair, before[left].hasBytes(of: after[right]) {
        close()
        rows.append(.same(before[left]))
        left += 1
        right += 1
      } else if right == after.count
        || left < before.count && lengths[(left + 1) * width + right] >= lengths[left * width + right + 1]
      {
        gone.append(before[left])
        left += 1
      } else {
        come.append(after[right])
        right += 1
      }
    }
    close()
    return rows
  }
}
