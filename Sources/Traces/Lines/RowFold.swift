import Turns

/// Changes of one field in many rows at one instant, with equal patterns.
struct RowFold {
  static let longestUnfolded = 8

  /// The path before and after the index: `items` and `.total`.
  let list: String
  let suffix: String
  /// In row order.
  let rows: [(index: Int, chain: FieldChain)]

  /// `items[0..<40].total`, or `items[12 of 0..<40].total` if some rows did not change.
  var path: String {
    let first = rows.first?.index ?? 0
    let (end, _) = (rows.last?.index ?? 0).addingReportingOverflow(1)
    let (span, overflow) = end.subtractingReportingOverflow(first)
    let isGapless = !overflow && span == rows.count
    return "\(list)[\(isGapless ? "" : "\(rows.count) of ")\(first)..<\(end)]\(suffix)"
  }

  var isSecret: Bool { rows.contains { $0.chain.isSecret } }

  var changeCount: Int { (rows.first?.chain.values.count ?? 1) - 1 }

  var isShortened: Bool { changeCount >= ReactionText.longestChain }

  /// Values of all rows at each point in time; only the first and the last when shortened.
  var columns: [[Value]] {
    let places = isShortened ? [0, changeCount] : Array(0...changeCount)
    return places.map { place in rows.map { $0.chain.values[place] } }
  }

  var digest: String {
    MaskedDigest(of: .list(rows.map { .list([.int($0.index)] + $0.chain.values) })).short
  }
}

extension RowFold {
  /// Folds changes of one field in more than eight rows at one instant into one item; the other items become nil.
  ///
  /// Rows with another pattern are folded separately, so that a flicker stays visible.
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

  private struct Row {
    var places: [Int]
    var chain: FieldChain
  }

  private static func rowsByPattern(_ places: [Int], _ items: [OutputItem]) -> [[Row]] {
    var rows: [Int: Row] = [:]
    for place in places {
      guard let chain = items[place].chain, let index = RowPath(chain.field)?.index else { continue }
      rows[index, default: Row(places: [], chain: chain)].places.append(place)
      if rows[index]?.places.count ?? 1 > 1 { rows[index]?.chain.add(chain.values) }
    }
    guard rows.count > longestUnfolded else { return [] }
    return Array(Dictionary(grouping: rows.values) { $0.chain.pattern }.values)
  }

  /// Nil if there are too few rows.
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

/// A path of an indexed row, split at its last index: `items[3].like` as `items`, 3 and `.like`.
package struct RowPath {
  package let list: String
  package let index: Int
  package let suffix: String

  /// Nil for a path without a row, or with a row named by its key.
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

  func isOfRow(except expanded: PathSelection) -> Bool {
    guard let field = chain?.field, field.utf8.contains(UInt8(ascii: "]")) else { return false }
    return !expanded.contains(field) && RowPath(field) != nil
  }
}
