import Turns

/// The same field of many rows that changed at one instant, each as often and coming back to the same of its values.
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

  /// How often each of the rows changed.
  var changeCount: Int { (rows.first?.chain.values.count ?? 1) - 1 }

  /// Whether the rows changed so often that only the first and the last values are printed.
  var isShortened: Bool { changeCount >= ReactionText.longestChain }

  /// The values of all rows after every change, or before the first and after the last of many.
  var columns: [[Value]] {
    let places = isShortened ? [0, changeCount] : Array(0...changeCount)
    return places.map { place in rows.map { $0.chain.values[place] } }
  }

  /// The digest of every row's index and values.
  var digest: String {
    MaskedDigest(of: rows.map { .list([.int($0.index)] + $0.chain.values) }).short
  }
}

extension RowFold {
  /// Replaces the changes of one field in more than eight rows at one instant by one item, where the first one stood; nil
  /// stands where the others were.
  ///
  /// Rows that changed differently often, or that came back to another of their values, are apart: a flicker in one of them
  /// is seen.
  ///
  /// - Parameter items: Changes of rows.
  static func folded(_ items: [OutputItem]) -> [OutputItem?] {
    guard items.count > longestUnfolded else { return items }
    var groups: [GroupKey: [Int]] = [:]
    for (place, item) in items.enumerated() {
      guard let path = item.chain.flatMap({ RowPath($0.field) }) else { continue }
      groups[GroupKey(time: item.time, path: path), default: []].append(place)
    }
    var result: [OutputItem?] = items
    for (_, places) in groups {
      for rows in rowsByPattern(places, items) {
        let (places, chains) = (rows.flatMap(\.places), rows.map(\.chain))
        guard let first = places.min(), let fold = RowFold(chains) else { continue }
        for place in places { result[place] = nil }
        result[first] = OutputItem(time: items[first].time, content: .rows(fold))
      }
    }
    return result
  }

  /// A row with all that one of its fields did at one instant, and where that stands among the items.
  private struct Row {
    var places: [Int]
    var chain: FieldChain
  }

  /// Gathers the items of one field by row, and the rows that changed alike.
  private static func rowsByPattern(_ places: [Int], _ items: [OutputItem]) -> [[Row]] {
    var rows: [Int: Row] = [:]
    for place in places {
      guard let chain = items[place].chain, let index = RowPath(chain.field)?.index else { continue }
      rows[index, default: Row(places: [], chain: chain)].places.append(place)
      if rows[index]?.places.count ?? 1 > 1 { rows[index]?.chain.add(chain) }
    }
    guard rows.count > longestUnfolded else { return [] }
    return Array(Dictionary(grouping: rows.values) { $0.chain.pattern }.values)
  }

  /// Folds the changes of rows that changed alike; nil when they are not enough.
  private init?(_ chains: [FieldChain]) {
    let rows = chains.compactMap { chain in RowPath(chain.field).map { (path: $0, chain: chain) } }
    guard rows.count > Self.longestUnfolded, let path = rows.first?.path else { return nil }
    list = path.list
    suffix = path.suffix
    self.rows = rows.sorted { $0.path.index < $1.path.index }.map { ($0.path.index, $0.chain) }
  }
}

private struct GroupKey: Hashable {
  let time: Int
  let list: Name
  let suffix: Name

  init(time: Int, path: RowPath) {
    self.time = time
    list = Name(path.list)
    suffix = Name(path.suffix)
  }
}

/// A path through a row at a position, split at its last index: `items[3].like` as `items`, 3 and `.like`.
package struct RowPath {
  package let list: String
  package let index: Int
  package let suffix: String

  /// Nothing for what is in no row, or in one that is named by its identity.
  package init?(_ path: String) {
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
