/// The way up and down through the history while one line is edited. What stands in the new line when the way begins chooses
/// the entries that begin so. Nothing typed is lost on the way: the new line and every recalled line that was changed are kept
/// until the line is accepted.
struct HistoryWalk {
  /// The entry shown; one past the last is the new line.
  private var position: Int
  private var changed: [Int: String] = [:]
  /// What the entries begin with.
  private var prefix = ""

  init(entries: [String]) {
    position = entries.count
  }

  /// The entry before the one shown, or nil at the first one.
  mutating func previous(leaving text: String, entries: [String]) -> String? {
    if position == entries.count { prefix = text }
    return move(to: entries[..<position].lastIndex(where: fits), leaving: text, entries: entries)
  }

  /// The entry after the one shown, or nil at the new line.
  mutating func next(leaving text: String, entries: [String]) -> String? {
    guard position < entries.count else { return nil }
    let target = entries[(position + 1)...].firstIndex(where: fits) ?? entries.count
    return move(to: target, leaving: text, entries: entries)
  }

  private func fits(_ entry: String) -> Bool { entry.utf8.starts(with: prefix.utf8) }

  private mutating func move(to target: Int?, leaving text: String, entries: [String]) -> String? {
    guard let target else { return nil }
    changed[position] = text
    position = target
    return changed[target] ?? (target < entries.count ? entries[target] : "")
  }
}
