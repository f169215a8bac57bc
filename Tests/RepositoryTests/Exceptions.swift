/// Files that may use a word which is forbidden elsewhere, each with the reason.
enum Exceptions {
  struct Row: Hashable {
    let path: String
    /// A module or a word of `ForbiddenWord.all`.
    let word: String
    let reason: String
  }

  static let rows: [Row] = [
    Row(
      path: "Sources/SignalboxTool/Commands/SearchClock.swift", word: "ContinuousClock",
      reason: "'--time' bounds a search by the clock on the wall, and the report says so"),
    Row(
      path: "Sources/Live/Live.swift", word: "ContinuousClock",
      reason: "an app runs on a real clock; its recordings hold the times"),
    Row(
      path: "Sources/Adapters/Adapter.swift", word: "ContinuousClock",
      reason: "while an object runs, the clock shows virtual time"),
    Row(
      path: "Sources/Adapters/Journal.swift", word: "Hasher()",
      reason: "digests of one process are compared, and none is printed or kept"),
    Row(
      path: "Sources/Gallery/Classes/HomeViewModel.swift", word: "Task.sleep",
      reason: "a class as it is written for an app; its adapter gives it virtual time"),
  ]

  static func allow(_ word: String, in path: String) -> Bool {
    rows.contains { $0.path == path && $0.word == word }
  }

  /// Rows whose file no longer has the word, and rows without a reason.
  static func violations(_ rows: [Row], text: (String) -> String?) -> [Violation] {
    rows.compactMap { row in
      if row.reason.isEmpty {
        return Violation(path: row.path, line: 0, message: "the exception for '\(row.word)' gives no reason; write one")
      }
      let isUsed = text(row.path).map { SwiftCode($0).lines.contains { $0.contains(row.word) } } ?? false
      return isUsed
        ? nil : Violation(path: row.path, line: 0, message: "'\(row.word)' is no longer used; drop its exception")
    }
  }
}
