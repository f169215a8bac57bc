/// The file that keeps a history from session to session: one line for each entry, private to its user.
///
/// Sessions at the same time append safely: each entry is written whole, under a lock. When the file has more than the
/// limit's entries, the oldest are dropped by writing the file anew and renaming it. Lines that are not entries are
/// skipped and never deleted; a file with lines that are not even text is not written anew.
package struct HistoryFile: Sendable {
  /// Larger files are not read.
  package static let maximumBytes = 64 << 20

  /// Where the file is; it and its directory are made when the first entry is kept.
  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// The newest entries, at most `limit`, oldest first.
  func load(limit: Int) -> (entries: [String], warnings: [HistoryWarning]) {
    var warnings: [HistoryWarning] = []
    do throws(HistoryWarning) {
      guard let file = try PrivateFile.openForReading(path, warnings: &warnings) else { return ([], warnings) }
      let lines = try file.lines(limit: Self.maximumBytes)
      if lines.foreignCount > 0 { warnings.append(.hasForeignLines(path: path, count: lines.foreignCount)) }
      if lines.entryCount > limit, lines.unreadableCount == 0 { try compact(to: limit - limit / 10) }
      return (lines.entries.suffix(limit), warnings)
    } catch {
      return ([], warnings + [error])
    }
  }

  /// Appends an entry; returns what went wrong.
  func append(_ entry: String) -> [HistoryWarning] {
    let line = HistoryEntry.encoded(entry)
    guard entry.utf8.count <= HistoryEntry.maximumBytes else { return [] }
    var warnings: [HistoryWarning] = []
    do throws(HistoryWarning) {
      let file = try PrivateFile.openForAppending(path, warnings: &warnings)
      // A line that a crash tore stays a line of its own.
      let start = try file.endsInsideLine() ? "\n" : ""
      try file.write("\(start)\(line)\n")
    } catch {
      warnings.append(error)
    }
    return warnings
  }

  private func compact(to count: Int) throws(HistoryWarning) {
    var warnings: [HistoryWarning] = []
    let file = try PrivateFile.openForAppending(path, warnings: &warnings)
    let lines = try file.lines(limit: Self.maximumBytes)
    try file.replace(with: lines.text(keepingEntries: count))
  }
}
