import Traces
import ViewModels

/// The properties of a machine. Rows with the same law and verdict share a line: `items[0..<40]: likes are never
/// negative`.
struct PropertyTable {
  private var groups: [Group] = []

  /// - Parameter broken: Properties once broken; their instances may no longer exist.
  init(_ properties: [PropertyState], wereBroken broken: [Name] = []) {
    var places: [Group.Key: Int] = [:]
    var told = Set(properties.map(\.name))
    let gone = broken.filter { told.insert($0).inserted }
    let wereBroken = Set(broken)
    let states = properties.map { property -> (Name, Group.Verdict) in
      let wasBroken = wereBroken.contains(property.name)
      return (property.name, property.isBroken ? .broken : wasBroken ? .wasBroken : .holds)
    }
    for (name, verdict) in states + gone.map({ ($0, Group.Verdict.wasBroken) }) {
      let group = Group(name, verdict)
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
    TextTable(groups.flatMap { group in group.names.map { [group.key.verdict.rawValue, $0.quoted] } }).lines
  }
}

extension CaseRun {
  /// Nil if the machine has no such law.
  func lines(aboutLaw name: Name) -> [String]? {
    guard let law = machine.law(named: name) else { return nil }
    let states = machine.properties(of: snapshot).filter { $0.name.isLaw(name) }
    let wasBroken = brokenProperties.contains { $0.isLaw(name) }
    let verdict: Group.Verdict = states.contains(where: \.isBroken) ? .broken : wasBroken ? .wasBroken : .holds
    return ["\(name.text.quoted): \(verdict.rawValue)", "  \(law.demand)"]
      + (law.place.isEmpty ? [] : ["  written at \(law.place)"])
  }
}

/// Rows of one list with the same law and verdict.
private struct Group {
  enum Verdict: String {
    case holds
    case broken
    /// Broken earlier, but it holds now.
    case wasBroken = "was broken"
  }

  struct Key: Hashable {
    let owner: String
    let law: String
    let verdict: Verdict
  }

  let key: Key
  /// Ascending; empty outside lists.
  var rows: [Int] = []

  /// Splits `items[3]: likes are never negative`.
  init(_ name: Name, _ verdict: Verdict) {
    let bytes = Array(name.utf8)
    guard let close = bytes.firstIndex(of: UInt8(ascii: "]")),
      let open = bytes[..<close].lastIndex(of: UInt8(ascii: "[")), bytes[close...].starts(with: "]: ".utf8),
      let row = Int(String(decoding: bytes[(open + 1)..<close], as: UTF8.self)), (0..<Int.max).contains(row),
      bytes[(open + 1)..<close].elementsEqual("\(row)".utf8)
    else {
      key = Key(owner: "", law: name.text, verdict: verdict)
      return
    }
    key = Key(
      owner: String(decoding: bytes[..<open], as: UTF8.self),
      law: String(decoding: bytes[(close + 1)...], as: UTF8.self), verdict: verdict)
    rows = [row]
  }

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
