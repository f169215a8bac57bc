import Files

/// The lines of a history file, entries and others.
struct HistoryLines {
  private var lines: [(text: String, entry: String?)] = []
  /// Lines that are no text or too long; what they hold is not known here.
  private(set) var unreadableCount = 0

  init(_ reader: LineReader) throws(HistoryWarning) {
    for line in reader {
      switch line.text {
      case .success(let text): lines.append((text, HistoryEntry.decoded(text)))
      case .failure(let error): try skip(error)
      }
    }
  }

  /// Oldest first.
  var entries: [String] { lines.compactMap(\.entry) }

  var entryCount: Int { lines.count { $0.entry != nil } }

  /// The lines that are no entries.
  var foreignCount: Int { unreadableCount + lines.count - entryCount }

  /// A file of the newest entries and of every line that is none, in their order.
  func text(keepingEntries count: Int) -> String {
    var toDrop = max(0, entryCount - count)
    var result = ""
    for line in lines {
      if line.entry != nil, toDrop > 0 {
        toDrop -= 1
      } else {
        result += line.text + "\n"
      }
    }
    return result
  }

  private mutating func skip(_ error: FileError) throws(HistoryWarning) {
    switch error.cause {
    case .invalidUTF8, .nullByte, .byteOrderMark, .lineTooLong: unreadableCount += 1
    default: throw .failed(error)
    }
  }
}
