import Console
import Files
import Transcripts

struct Recorder {
  private var file: AppendingFile?
  private var extents: [Extent] = []
  /// A resumed recording's text above the last case, and that case's own lines.
  private var head: [String]?
  private var opening: AppendingFile.Opening
  /// Overrides the session's name for the first recording's file.
  private var path: String?

  private struct Extent {
    var length = 0
    var cases = 0
  }

  /// Each file must be new.
  init(path: String? = nil, opening: AppendingFile.Opening = .new) {
    self.path = path
    self.opening = opening
  }

  /// - Parameters:
  ///   - head: The text above the last case, and that case's own lines; replaces the session's.
  ///   - lengths: Where every entry ends.
  ///   - cases: The number of cases.
  init(resuming file: AppendingFile, head: [String], lengths: [Int], cases: Int) {
    self.init()
    self.file = file
    self.head = head
    extents = lengths.enumerated().map { Extent(length: $1, cases: $0 == 0 ? cases - 1 : cases) }
  }

  /// Removes the end line; throws if the number of entries differs.
  func resume(entries count: Int?) throws {
    guard let file, let end = extents.last?.length, extents.count == count else {
      throw Diagnostic(
        code: "E1107", path: file?.path,
        sentence: "the recording contains lines that a session does not record; record to another file")
    }
    if end < file.length { try file.truncate(toLength: end) }
  }

  mutating func start(_ path: String, entries: [String]) throws {
    defer { (self.path, opening) = (nil, .new) }
    // Writes all entries at once, so that a kill leaves all of them or no file.
    let place = self.path ?? path
    var entries = entries
    if let head = entries.first { entries[0] = try DiagramTranscript(head, at: place).text }
    file = try AppendingFile(place, opening: opening, limits: TranscriptLimits().text, holding: entries)
    extents = Self.extents(of: entries)
  }

  mutating func append(_ entry: String) throws(FileError) {
    guard let file else { return }
    try file.append(entry)
    extents.append(Self.extent(of: entry, behind: extents.last ?? Extent()))
  }

  mutating func truncate(toEntries count: Int) throws(FileError) {
    guard let file, count > 0, count < extents.count else { return }
    try file.truncate(toLength: extents[count - 1].length)
    extents.removeLast(extents.count - count)
    if let head, count < head.count { self.head = Array(head.prefix(count)) }
  }

  mutating func replace(with entries: [String]) throws(FileError) {
    guard let file else { return }
    var entries = entries
    if let header = entries.first { entries[0] = try DiagramTranscript(header, at: file.path).text }
    if let head, entries.count >= head.count { entries.replaceSubrange(head.indices, with: head) }
    try file.replace(with: entries)
    extents = Self.extents(of: entries, above: extents.first?.cases ?? 0)
  }

  /// Writes the end line if possible.
  mutating func stop() throws(FileError) {
    defer {
      file = nil
      head = nil
      extents = []
    }
    guard let file, let cases = extents.last?.cases else { return }
    try file.append(Recording.end(cases: cases), isLast: true)
  }

  private static func extents(of entries: [String], above: Int = 0) -> [Extent] {
    entries.reduce(into: []) { $0.append(extent(of: $1, behind: $0.last ?? Extent(cases: above))) }
  }

  private static func extent(of entry: String, behind last: Extent) -> Extent {
    Extent(length: last.length + entry.utf8.count, cases: last.cases + (Recording.beginsCase(entry) ? 1 : 0))
  }
}
