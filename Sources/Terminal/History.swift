import Files

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

/// One entry as one line of the file.
enum HistoryEntry {
  /// Longer entries stay in memory only.
  static let maximumBytes = 65_536
  /// An entry of control characters is written eight times as long.
  static let maximumLineBytes = 8 * maximumBytes

  /// A backslash becomes two, and what could end the line or act on a terminal becomes `\u{A}`.
  static func encoded(_ entry: String) -> String {
    entry.split(separator: "\\", omittingEmptySubsequences: false).map { String($0).inert }.joined(separator: "\\\\")
  }

  /// The entry of a line; nil when it is not what `encoded` writes.
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
      guard (1...6).contains(digits.utf8.count), digits.utf8.allSatisfy(isHexDigit) else { return nil }
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
    default: false
    }
  }
}

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

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is wrong with the history's file; never a reason to end a session.
package enum HistoryWarning: Error, Equatable, Sendable, CustomStringConvertible {
  case isLink(path: String)
  case isNotAFile(path: String)
  case belongsToSomebodyElse(path: String)
  /// Others may put files into the directory.
  case directoryIsOpen(path: String)
  case isTooLarge(path: String, limit: Int)
  /// The file was readable for others and no longer is.
  case madePrivate(path: String)
  /// Lines that this program did not write; they are skipped, and kept in the file.
  case hasForeignLines(path: String, count: Int)
  /// Another session holds the file's lock for longer than writing a line takes.
  case isLocked(path: String)
  /// The file cannot be opened or looked at.
  case system(path: String, errno: Int32)
  /// The file cannot be read or written.
  case failed(FileError)

  /// Whether the file is not used from now on.
  var isRefusal: Bool {
    switch self {
    case .isLink, .isNotAFile, .belongsToSomebodyElse, .directoryIsOpen, .isTooLarge, .system, .failed: true
    case .madePrivate, .hasForeignLines, .isLocked: false
    }
  }

  /// One sentence: what is wrong and what to do.
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
      "history '\(path.cutAsPath.inert)' is not used: \(String(cString: strerror(number)))"
    case .failed(let error):
      "history '\(error.path.cutAsPath.inert)' is not used: \(error.message)"
    }
  }
}
