/// The way up and down through the history while one line is edited. Nothing typed is lost on the way: the new line and
/// every recalled line that was changed are kept until the line is accepted.
struct HistoryWalk {
  /// The entry shown; one past the last is the new line.
  private var position: Int
  private var changed: [Int: String] = [:]

  init(entries: [String]) {
    position = entries.count
  }

  /// The entry before the one shown, or nil at the first one.
  mutating func previous(leaving text: String, entries: [String]) -> String? {
    move(by: -1, leaving: text, entries: entries)
  }

  /// The entry after the one shown, or nil at the new line.
  mutating func next(leaving text: String, entries: [String]) -> String? {
    move(by: 1, leaving: text, entries: entries)
  }

  private mutating func move(by step: Int, leaving text: String, entries: [String]) -> String? {
    let target = position + step
    guard (0...entries.count).contains(target) else { return nil }
    changed[position] = text
    position = target
    return changed[target] ?? (target < entries.count ? entries[target] : "")
  }
}
