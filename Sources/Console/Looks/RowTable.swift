import Traces

/// A table of named lines. Rows with equal cells share a line: `items[0..<40].like`.
struct RowTable {
  private struct Run {
    let name: String
    let cells: [String]
    let row: RowPath?
    var end: Int

    /// One range; fewer than three rows are listed singly.
    var names: [String] {
      guard let row else { return [name] }
      let rows = row.index..<end
      guard rows.count < 3 else { return ["\(row.list)[\(rows)]\(row.suffix)"] }
      return rows.map { "\(row.list)[\($0)]\(row.suffix)" }
    }
  }

  /// In order of first appearance.
  private var groups: [[Run]] = []

  init(_ lines: [(name: String, cells: [String])]) {
    var places: [[String]: Int] = [:]
    for line in lines {
      guard let row = RowPath(line.name) else {
        groups.append([Run(name: line.name, cells: line.cells, row: nil, end: 0)])
        continue
      }
      let place = [row.list, row.suffix]
      let group = places[place] ?? groups.count
      if group == groups.count {
        places[place] = group
        groups.append([])
      }
      add(line.name, line.cells, row, to: group)
    }
  }

  private mutating func add(_ name: String, _ cells: [String], _ row: RowPath, to group: Int) {
    if let last = groups[group].last, last.end == row.index, last.cells == cells {
      groups[group][groups[group].count - 1].end += 1
    } else {
      groups[group].append(Run(name: name, cells: cells, row: row, end: row.index + 1))
    }
  }

  var lines: [String] { TextTable(groups.joined().flatMap { run in run.names.map { [$0] + run.cells } }).lines }
}
