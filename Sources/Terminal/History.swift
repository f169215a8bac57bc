import Files

/// The accepted lines, in memory and optionally in a file.
///
/// Skips lines that begin with a blank, repetitions of the previous line, and lines for which `redact` returns nil.
package struct History {
  /// In memory and in the file.
  package static let limit = 10_000

  /// Oldest first.
  package private(set) var entries: [String] = []

  private var file: HistoryFile?
  private let limit: Int
  private let redact: (String) -> String?
  private var warnings: [HistoryWarning] = []

  /// Loads the file.
  ///
  /// - Parameters:
  ///   - file: Nil keeps the history in memory only.
  ///   - limit: Older entries are deleted, also from the file.
  ///   - redact: Returns the text to store, or nil; called before the line runs.
  package init(file: HistoryFile?, limit: Int = Self.limit, redact: @escaping (String) -> String? = { $0 }) {
    self.file = file
    self.limit = limit
    self.redact = redact
    guard let file else { return }
    let loaded = file.load(limit: limit)
    entries = loaded.entries
    warn(loaded.warnings)
  }

  /// Returns the file's problems since the last call. A history without a usable file continues in memory.
  package mutating func takeWarnings() -> [HistoryWarning] {
    defer { warnings = [] }
    return warnings
  }

  /// Adds a line, also to the file.
  package mutating func add(_ line: String) {
    guard Self.isKept(line), let entry = redact(line), Self.isKept(entry) else { return }
    guard !(entries.last?.utf8.elementsEqual(entry.utf8) ?? false) else { return }
    entries.append(entry)
    if entries.count > limit { entries.removeFirst(entries.count - limit) }
    if let file { warn(file.append(entry)) }
  }

  private static func isKept(_ line: String) -> Bool {
    ![nil, 0x20, 0x09].contains(line.utf8.first)
  }

  private mutating func warn(_ new: [HistoryWarning]) {
    warnings += new
    if new.contains(where: \.isRefusal) { file = nil }
  }
}

enum HistoryEntry {
  /// Longer entries stay in memory only.
  static let maximumBytes = 65_536
  /// A control character needs up to eight bytes.
  static let maximumLineBytes = 8 * maximumBytes

  /// Escapes backslashes, newlines and control characters.
  static func encoded(_ entry: String) -> String {
    entry.split(separator: "\\", omittingEmptySubsequences: false).map { String($0).inert }.joined(separator: "\\\\")
  }

  /// Nil if `encoded` does not produce the line.
  static func decoded(_ line: String) -> String? {
    guard !line.isEmpty else { return nil }
    var result = String.UnicodeScalarView()
    var rest = line.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar.isInert else { return nil }
      guard let plain = scalar == "\\" ? unescaped(&rest) : scalar else { return nil }
      result.append(plain)
    }
    return String(result)
  }

  private static func unescaped(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    switch rest.popFirst() {
    case "\\": return "\\"
    case "u":
      guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}") else { return nil }
      let digits = Substring(rest[..<end])
      rest = rest[rest.index(after: end)...]
      guard (1...6).contains(digits.utf8.count), digits.utf8.allSatisfy("0123456789ABCDEF".utf8.contains) else {
        return nil
      }
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }
}

struct HistoryLines {
  private var lines: [(text: String, entry: String?)] = []
  /// Lines of invalid or too long text; their content is not kept.
  private(set) var unreadableCount = 0

  init(_ reader: LineReader) throws(HistoryWarning) {
    for line in reader {
      switch line.text {
      case .success(let text): lines.append((text, HistoryEntry.decoded(text)))
      case .failure(let error): try skip(error)
      }
    }
  }

  var entries: [String] { lines.compactMap(\.entry) }

  var foreignCount: Int { unreadableCount + lines.count - entries.count }

  /// Keeps the newest entries and all foreign lines, in order.
  func text(keepingEntries count: Int) -> String {
    var toDrop = max(0, entries.count - count)
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

/// Moves through the history entries that begin with the typed text. The new line and changed entries are kept
/// until a line is accepted.
struct HistoryWalk {
  private var position: Int
  private var changed: [Int: String] = [:]
  private var prefix = ""

  init(entries: [String]) {
    position = entries.count
  }

  mutating func previous(leaving text: String, entries: [String]) -> String? {
    if position == entries.count { prefix = text }
    return move(to: entries[..<position].lastIndex(where: fits), leaving: text, entries: entries)
  }

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

/// A history file, one line per entry, readable by its user only.
///
/// Concurrent sessions append whole entries under a lock. To drop the oldest entries, the file is rewritten and
/// renamed into place. Foreign lines are skipped and never deleted, so a file with unreadable lines is not
/// rewritten.
package struct HistoryFile: Sendable {
  /// Larger files are not read.
  package static let maximumBytes = 64 << 20

  /// The first entry creates the file and its directory.
  package let path: String

  package init(path: String) {
    self.path = path
  }

  func load(limit: Int) -> (entries: [String], warnings: [HistoryWarning]) {
    var warnings: [HistoryWarning] = []
    do throws(HistoryWarning) {
      guard let file = try PrivateFile.openForReading(path, warnings: &warnings) else { return ([], warnings) }
      let lines = try file.lines(limit: Self.maximumBytes)
      if lines.foreignCount > 0 { warnings.append(.hasForeignLines(path: path, count: lines.foreignCount)) }
      let entries = lines.entries
      if entries.count > limit, lines.unreadableCount == 0 { try compact(to: limit - limit / 10) }
      return (entries.suffix(limit), warnings)
    } catch {
      return ([], warnings + [error])
    }
  }

  func append(_ entry: String) -> [HistoryWarning] {
    let line = HistoryEntry.encoded(entry)
    guard entry.utf8.count <= HistoryEntry.maximumBytes else { return [] }
    var warnings: [HistoryWarning] = []
    do throws(HistoryWarning) {
      let file = try PrivateFile.openForAppending(path, warnings: &warnings)
      // A crash may have left an incomplete line; keep it separate.
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

/// A problem with the history file, which never ends a session.
package enum HistoryWarning: Error, Equatable, Sendable, CustomStringConvertible {
  case isLink(path: String)
  case isNotAFile(path: String)
  case belongsToSomebodyElse(path: String)
  case directoryIsOpen(path: String)
  case isTooLarge(path: String, limit: Int)
  /// The mode of a file readable for others was fixed.
  case madePrivate(path: String)
  /// Lines that are not entries; they stay in the file.
  case hasForeignLines(path: String, count: Int)
  /// Another session holds the lock for too long.
  case isLocked(path: String)
  case system(path: String, errno: Int32)
  case failed(FileError)

  /// Whether the history stops using the file.
  var isRefusal: Bool {
    switch self {
    case .isLink, .isNotAFile, .belongsToSomebodyElse, .directoryIsOpen, .isTooLarge, .system, .failed: true
    case .madePrivate, .hasForeignLines, .isLocked: false
    }
  }

  /// One sentence: the problem and what to do.
  package var description: String {
    switch self {
    case .isLink(let path):
      "history '\(path.cutAsPath.inert)' is a symbolic link and is not used; replace it by a file"
    case .isNotAFile(let path):
      "history '\(path.cutAsPath.inert)' is not a regular file and is not used; move it away"
    case .belongsToSomebodyElse(let path):
      "history '\(path.cutAsPath.inert)' belongs to another user and is not used; choose another file"
    case .directoryIsOpen(let path):
      "history is not used because others may write to '\(path.cutAsPath.inert)'; run 'chmod go-w' on it"
    case .isTooLarge(let path, let limit):
      "history '\(path.cutAsPath.inert)' is larger than \(limit) bytes and is not used; move it away"
    case .madePrivate(let path):
      "history '\(path.cutAsPath.inert)' was readable for others; it is private now"
    case .hasForeignLines(let path, let count):
      "history '\(path.cutAsPath.inert)' has \(count) lines that are not history; they are skipped and kept"
    case .isLocked(let path):
      "history '\(path.cutAsPath.inert)' is locked by another session; the line is remembered in this one only"
    case .system(let path, let number):
      "history '\(path.cutAsPath.inert)' is not used: \(systemMessage(number))"
    case .failed(let error):
      "history '\(error.path.cutAsPath.inert)' is not used: \(error.message)"
    }
  }
}
