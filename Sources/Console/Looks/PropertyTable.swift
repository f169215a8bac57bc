import Statecharts
import Traces
import ViewModels

/// What a machine is held to, line by line. Rows of one list that keep the same law, or break it, stand in one line:
/// `items[0..<40]: likes are never negative`.
struct PropertyTable {
  private var groups: [Group] = []

  /// - Parameter broken: The names of the properties that were broken at some time; one whose instance has gone is told too.
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
  /// Whether a law holds, what it demands, and where it is written; nil where the machine has none of that name.
  func lines(aboutLaw name: Name) -> [String]? {
    guard let law = machine.law(named: name) else { return nil }
    let states = machine.properties(of: snapshot).filter { $0.name.isLaw(name) }
    let wasBroken = brokenProperties.contains { $0.isLaw(name) }
    let verdict: Group.Verdict = states.contains(where: \.isBroken) ? .broken : wasBroken ? .wasBroken : .holds
    return ["\(name.text.quoted): \(verdict.rawValue)", "  \(law.demand)"]
      + (law.place.isEmpty ? [] : ["  written at \(law.place)"])
  }
}

/// The rows of one list that keep a law, or that break it.
private struct Group {
  enum Verdict: String {
    case holds
    /// Now.
    case broken
    /// By an earlier turn; it holds again.
    case wasBroken = "was broken"
  }

  struct Key: Hashable {
    let owner: String
    let law: String
    let verdict: Verdict
  }

  let key: Key
  /// The rows' positions, ascending; none for what belongs to no row.
  var rows: [Int] = []

  /// Reads `items[3]: likes are never negative`; any other name is a law of its own.
  init(_ name: Name, _ verdict: Verdict) {
    let bytes = Array(name.utf8)
    guard let close = bytes.firstIndex(of: UInt8(ascii: "]")),
      let open = bytes[..<close].lastIndex(of: UInt8(ascii: "[")), bytes[close...].starts(with: "]: ".utf8),
      let row = Int(String(decoding: bytes[(open + 1)..<close], as: UTF8.self)), (0..<Int.max).contains(row)
    else {
      key = Key(owner: "", law: name.text, verdict: verdict)
      return
    }
    key = Key(
      owner: String(decoding: bytes[..<open], as: UTF8.self),
      law: String(decoding: bytes[(close + 1)...], as: UTF8.self), verdict: verdict)
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
