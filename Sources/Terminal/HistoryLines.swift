/// The lines of a history file, entries and others.
struct HistoryLines {
  private let lines: [(bytes: ArraySlice<UInt8>, entry: String?)]

  init(bytes: [UInt8]) {
    lines = bytes.split(separator: UInt8(ascii: "\n")).map { ($0, HistoryEntry.decoded($0)) }
  }

  /// Oldest first.
  var entries: [String] { lines.compactMap(\.entry) }

  var entryCount: Int { lines.count - foreignCount }

  /// The lines that are no entries.
  var foreignCount: Int { lines.count { $0.entry == nil } }

  /// A file of the newest entries and of every line that is none, in their order.
  func bytes(keepingEntries count: Int) -> [UInt8] {
    var toDrop = max(0, entryCount - count)
    var result: [UInt8] = []
    for line in lines {
      if line.entry != nil, toDrop > 0 {
        toDrop -= 1
      } else {
        result += line.bytes
        result.append(UInt8(ascii: "\n"))
      }
    }
    return result
  }
}
