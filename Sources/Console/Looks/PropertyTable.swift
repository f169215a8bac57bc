import Traces
import ViewModels

/// What a machine is held to, line by line. Rows of one list that keep the same law, or break it, stand in one line:
/// `items[0..<40]: likes are never negative`.
struct PropertyTable {
  private var groups: [Group] = []

  init(_ properties: [PropertyState]) {
    var places: [Group.Key: Int] = [:]
    for property in properties {
      let group = Group(property)
      guard let row = group.rows.first, let place = places[group.key],
        groups[place].rows.last.map({ $0 < row }) ?? false
      else {
        if !group.rows.isEmpty { places[group.key] = groups.count }
        groups.append(group)
        continue
      }
      groups[place].rows.append(row)
    }
  }

  var lines: [String] {
    TextTable(groups.flatMap { group in group.names.map { [group.key.isBroken ? "broken" : "holds", $0.quoted] } })
      .lines
  }
}

/// The rows of one list that keep a law, or that break it.
private struct Group {
  struct Key: Hashable {
    let owner: String
    let law: String
    let isBroken: Bool
  }

  let key: Key
  /// The rows' positions, ascending; none for what belongs to no row.
  var rows: [Int] = []

  /// Reads `items[3]: likes are never negative`; any other name is a law of its own.
  init(_ property: PropertyState) {
    let bytes = Array(property.name.utf8)
    guard let close = bytes.firstIndex(of: UInt8(ascii: "]")),
      let open = bytes[..<close].lastIndex(of: UInt8(ascii: "[")), bytes[close...].starts(with: "]: ".utf8),
      let row = Int(String(decoding: bytes[(open + 1)..<close], as: UTF8.self)), (0..<Int.max).contains(row)
    else {
      key = Key(owner: "", law: property.name, isBroken: property.isBroken)
      return
    }
    key = Key(
      owner: String(decoding: bytes[..<open], as: UTF8.self),
      law: String(decoding: bytes[(close + 1)...], as: UTF8.self), isBroken: property.isBroken)
    rows = [row]
  }

  /// One name for each run of rows.
  var names: [String] {
    if rows.isEmpty { return [key.law] }
    var runs: [Range<Int>] = []
    for row in rows {
      if let last = runs.last, last.upperBound == row {
        runs[runs.count - 1] = last.lowerBound..<(row + 1)
      } else {
        runs.append(row..<(row + 1))
      }
    }
    return runs.flatMap { run in
      run.count < 3 ? run.map { "\(key.owner)[\($0)]\(key.law)" } : ["\(key.owner)[\(run)]\(key.law)"]
    }
  }
}
