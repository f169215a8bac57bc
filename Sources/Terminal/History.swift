/// The lines accepted before, oldest first; in memory, and in a file when there is one.
///
/// A line that begins with a blank or holds nothing else never enters, nor does one equal to the line before it, nor
/// what `redact` turns into nil.
package struct History {
  /// The most entries kept in memory and in the file.
  package static let limit = 10_000

  /// Oldest first.
  package private(set) var entries: [String] = []

  private var file: HistoryFile?
  private let limit: Int
  private let redact: (String) -> String?
  private var warnings: [HistoryWarning] = []

  /// Reads what the file holds.
  ///
  /// - Parameters:
  ///   - file: nil keeps the history in memory only.
  ///   - limit: how many entries are kept, at least 1; older ones go, from the file as well.
  ///   - redact: what of a line may be kept, asked when it is accepted and before it runs: the line itself, another text
  ///     in its place, or nil for nothing.
  package init(file: HistoryFile?, limit: Int = Self.limit, redact: @escaping (String) -> String? = { $0 }) {
    self.file = file
    self.limit = limit
    self.redact = redact
    guard let file else { return }
    let loaded = file.load(limit: limit)
    entries = loaded.entries
    warn(loaded.warnings)
  }

  /// What went wrong with the file since the last call. The session goes on without the file where it cannot be used.
  package mutating func takeWarnings() -> [HistoryWarning] {
    defer { warnings = [] }
    return warnings
  }

  /// Keeps a line, as the rules say; appends it to the file at once.
  package mutating func add(_ line: String) {
    guard !line.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }), !Self.beginsWithBlank(line) else { return }
    guard let entry = redact(line), !entry.isEmpty, !Self.beginsWithBlank(entry) else { return }
    guard !(entries.last?.utf8.elementsEqual(entry.utf8) ?? false) else { return }
    entries.append(entry)
    if entries.count > limit { entries.removeFirst(entries.count - limit) }
    if let file { warn(file.append(entry)) }
  }

  private static func beginsWithBlank(_ line: String) -> Bool {
    line.utf8.first == 0x20 || line.utf8.first == 0x09
  }

  private mutating func warn(_ new: [HistoryWarning]) {
    warnings += new
    if new.contains(where: \.isRefusal) { file = nil }
  }
}
