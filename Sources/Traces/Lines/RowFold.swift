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
    var groups: [GroupKey: [Row]] = [:]
    for (place, item) in items.enumerated() {
      guard let chain = item.chain, let path = RowPath(chain.field) else { continue }
      let key = GroupKey(time: item.time, list: Name(path.list), suffix: Name(path.suffix))
      groups[key, default: []].append(Row(index: path.index, places: [place], chain: chain))
    }
    var result: [OutputItem?] = items
    for (key, changes) in groups {
      let rows = Dictionary(grouping: changes) { $0.index }.values.map { changes in
        changes.dropFirst().reduce(into: changes[0]) { row, later in
          row.places += later.places
          row.chain.add(later.chain.values)
        }
      }
      guard rows.count > longestUnfolded else { continue }
      for rows in Dictionary(grouping: rows, by: { $0.chain.pattern }).values where rows.count > longestUnfolded {
        let places = rows.flatMap(\.places)
        guard let first = places.min() else { continue }
        for place in places { result[place] = nil }
        let sorted = rows.sorted { $0.index < $1.index }.map { ($0.index, $0.chain) }
        let fold = RowFold(list: key.list.text, suffix: key.suffix.text, rows: sorted)
        result[first] = OutputItem(time: key.time, content: .rows(fold))
      }
    }
    return result
  }

  private struct Row {
    let index: Int
    var places: [Int]
    var chain: FieldChain
  }

  private struct GroupKey: Hashable {
    let time: Int
    let list: Name
    let suffix: Name
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
