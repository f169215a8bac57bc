import Traces
import ViewModels

/// Commands with phase and verdict, line by line. Rows of one list whose commands stand alike share a line:
/// `items[0..<40].like`.
struct CommandTable {
  /// The same command of rows next to each other.
  private struct Run {
    let command: CommandState
    let row: RowPath?
    var end: Int

    /// `items[0..<40].like`, or one name for each of fewer than three rows.
    var names: [String] {
      guard let row else { return [command.name] }
      let rows = row.index..<end
      guard rows.count < 3 else { return ["\(row.list)[\(rows)]\(row.suffix)"] }
      return rows.map { "\(row.list)[\($0)]\(row.suffix)" }
    }
  }

  private struct Place: Hashable {
    let list: String
    let suffix: String
  }

  /// In the order in which the names come first; runs of one name by row.
  private var groups: [[Run]] = []

  init(_ commands: [CommandState]) {
    var places: [Place: Int] = [:]
    for command in commands {
      guard let row = RowPath(command.name) else {
        groups.append([Run(command: command, row: nil, end: 0)])
        continue
      }
      let place = Place(list: row.list, suffix: row.suffix)
      let group = places[place] ?? groups.count
      if group == groups.count {
        places[place] = group
        groups.append([])
      }
      add(command, row, to: group)
    }
  }

  private mutating func add(_ command: CommandState, _ row: RowPath, to group: Int) {
    if let last = groups[group].last, last.end == row.index, last.command.stands(as: command) {
      groups[group][groups[group].count - 1].end += 1
    } else {
      groups[group].append(Run(command: command, row: row, end: row.index + 1))
    }
  }

  var lines: [String] {
    TextTable(
      groups.joined().flatMap { run in run.names.map { [$0, run.command.phase ?? "", run.command.verdict] } }
    ).lines
  }
}

extension CommandState {
  fileprivate func stands(as other: CommandState) -> Bool { phase == other.phase && refusal == other.refusal }
}
