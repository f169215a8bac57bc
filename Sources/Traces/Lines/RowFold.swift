import Statecharts

/// The same field of many rows that changed at one instant.
struct RowFold {
  /// More rows than this print as one line.
  static let longestUnfolded = 8

  /// What stands before and after the index in the paths: `items` and `.total`.
  let list: String
  let suffix: String
  /// The changes by row, in the order of rows.
  let rows: [(index: Int, chain: FieldChain)]

  /// The path with the range of rows: `items[0..<40].total`, or `items[12 of 0..<40].total` when some are left out.
  var path: String {
    let first = rows.first?.index ?? 0
    let (end, _) = (rows.last?.index ?? 0).addingReportingOverflow(1)
    let (span, overflow) = end.subtractingReportingOverflow(first)
    let isGapless = !overflow && span == rows.count
    return "\(list)[\(isGapless ? "" : "\(rows.count) of ")\(first)..<\(end)]\(suffix)"
  }

  var isSecret: Bool { rows.contains { $0.chain.isSecret } }

  /// The values of all rows after every change, or before the first and after the last when rows changed differently
  /// often or more than three times.
  var columns: [[Value]] {
    let counts = Set(rows.map { $0.chain.values.count })
    if let count = counts.first, counts.count == 1, count <= FieldChain.longestWhole {
      return (0..<count).map { place in rows.map { $0.chain.values[place] } }
    }
    return [rows.compactMap(\.chain.values.first), rows.compactMap(\.chain.values.last)]
  }

  /// The digest of every row's index and values.
  var digest: String {
    MaskedDigest(of: rows.map { .list([.int($0.index)] + $0.chain.values) }).short
  }
}

extension FieldChain {
  /// A chain of more values prints as its first, its last and its count.
  static let longestWhole = 4
}

extension RowFold {
  /// Replaces the changes of one field in more than eight rows at one instant by one item, where the first one stood; nil
  /// stands where the others were.
  ///
  /// - Parameter items: Changes of rows.
  static func folded(_ items: [OutputItem]) -> [OutputItem?] {
    var groups: [GroupKey: [Int]] = [:]
    for (place, item) in items.enumerated() {
      guard let path = item.chain.flatMap({ RowPath($0.field) }) else { continue }
      groups[GroupKey(time: item.time, path: path), default: []].append(place)
    }
    var result: [OutputItem?] = items
    for (_, places) in groups {
      guard let fold = RowFold(places.compactMap { items[$0].chain }) else { continue }
      for place in places { result[place] = nil }
      result[places[0]] = OutputItem(time: items[places[0]].time, content: .rows(fold))
    }
    return result
  }

  /// Gathers changes by row; nil when there are not enough rows.
  private init?(_ chains: [FieldChain]) {
    var chainsByRow: [Int: FieldChain] = [:]
    for chain in chains {
      guard let path = RowPath(chain.field) else { continue }
      if chainsByRow[path.index]?.add(chain) == nil { chainsByRow[path.index] = chain }
    }
    guard chainsByRow.count > Self.longestUnfolded, let path = chains.first.flatMap({ RowPath($0.field) }) else {
      return nil
    }
    list = path.list
    suffix = path.suffix
    rows = chainsByRow.keys.sorted().compactMap { index in chainsByRow[index].map { (index, $0) } }
  }
}

private struct GroupKey: Hashable {
  let time: Int
  let list: ExactString
  let suffix: ExactString

  init(time: Int, path: RowPath) {
    self.time = time
    list = ExactString(path.list)
    suffix = ExactString(path.suffix)
  }
}

/// A path through a row at a position, split at its last index.
private struct RowPath {
  let list: String
  let index: Int
  let suffix: String

  init?(_ path: String) {
    let bytes = Array(path.utf8)
    guard let close = bytes.lastIndex(of: UInt8(ascii: "]")) else { return nil }
    guard let open = bytes[..<close].lastIndex(of: UInt8(ascii: "[")) else { return nil }
    let digits = bytes[(open + 1)..<close]
    guard digits.allSatisfy(\.isDigit), let index = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
    list = String(decoding: bytes[..<open], as: UTF8.self)
    self.index = index
    suffix = String(decoding: bytes[(close + 1)...], as: UTF8.self)
  }
}

extension OutputItem {
  fileprivate var chain: FieldChain? {
    if case .fields(let chain) = content { chain } else { nil }
  }

  /// Whether it is the change of a row's field, which may be folded with others.
  func isOfRow(except expanded: PathSelection) -> Bool {
    guard let field = chain?.field, field.utf8.contains(UInt8(ascii: "]")) else { return false }
    return !expanded.contains(field) && RowPath(field) != nil
  }
}
