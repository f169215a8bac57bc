import Sequences
import Traces
import Turns

/// A minimum-cost global alignment (Needleman and Wunsch, 1970).
///
/// Only equal subjects are paired. A pair always costs less than two unpaired reactions. On ties, the alignment
/// with more equal payloads wins.
struct ReactionTable {
  private let rows: [Key]
  private let columns: [Key]
  private var costs: [Int] = []

  private struct Key {
    let subject: Int32
    let content: Int32
    let offset: Int
  }

  private static let gap = 6_144
  private static let unit = 1_024

  init(_ sides: Sides<[Reaction]>) {
    var subjects = Numbering<Reaction.Subject>()
    var contents = Numbering<Value>()
    func keys(_ reactions: [Reaction]) -> [Key] {
      reactions.map {
        Key(subject: subjects.number(of: $0.subject), content: contents.number(of: $0.content), offset: $0.offset)
      }
    }
    rows = keys(sides.a)
    columns = keys(sides.b)
    fill()
  }

  func pairs() -> [SequenceAlignment.Pair] {
    var result: [SequenceAlignment.Pair] = []
    var row = rows.count
    var column = columns.count
    while row > 0 && column > 0 {
      if costs[cell(row, column)] == paired(row, column) {
        row -= 1
        column -= 1
        result.append(SequenceAlignment.Pair(a: row, b: column))
      } else if costs[cell(row, column)] == costs[cell(row - 1, column)] + Self.gap {
        row -= 1
      } else {
        column -= 1
      }
    }
    return result.reversed()
  }

  private func cell(_ row: Int, _ column: Int) -> Int { row * (columns.count + 1) + column }

  private mutating func fill() {
    costs = [Int](repeating: 0, count: (rows.count + 1) * (columns.count + 1))
    for column in 0...columns.count { costs[cell(0, column)] = column * Self.gap }
    for row in rows.indices.map({ $0 + 1 }) {
      costs[cell(row, 0)] = row * Self.gap
      for column in columns.indices.map({ $0 + 1 }) {
        let left = min(costs[cell(row - 1, column)], costs[cell(row, column - 1)]) + Self.gap
        costs[cell(row, column)] = min(left, paired(row, column) ?? left)
      }
    }
  }

  /// Nil if the subjects differ.
  private func paired(_ row: Int, _ column: Int) -> Int? {
    let (left, right) = (rows[row - 1], columns[column - 1])
    guard left.subject == right.subject else { return nil }
    let before = costs[cell(row - 1, column - 1)]
    let isSimultaneous = left.offset == right.offset
    if left.content == right.content { return before + (isSimultaneous ? 0 : 6 * Self.unit - 1) }
    return before + (isSimultaneous ? 6 : 10) * Self.unit
  }
}
