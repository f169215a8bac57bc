import Console
import Files
import Transcripts

/// The file that a session records to.
struct Recorder {
  private var file: AppendingFile?
  /// What stands in the file up to each entry; the first is the header.
  private var extents: [Extent] = []
  /// The entries of a recording that was resumed, as they stand in its file: what is above its last case, and that
  /// case's own lines.
  private var head: [String]?
  /// How the first recording opens its file; others make theirs.
  private var opening: AppendingFile.Opening
  /// The file of the first recording, whatever the session calls it; nil once that has begun.
  private var path: String?

  /// How far a file goes, and how many cases begin in it.
  private struct Extent {
    var length = 0
    var cases = 0
  }

  /// Records to the files that the session names; each must be new.
  init(path: String? = nil, opening: AppendingFile.Opening = .new) {
    self.path = path
    self.opening = opening
  }

  /// Goes on with a recording.
  ///
  /// - Parameters:
  ///   - head: what stands above the last case, and that case's own lines, in the place of the session's.
  ///   - lengths: where every entry ends.
  ///   - cases: how many there are.
  init(resuming file: AppendingFile, head: [String], lengths: [Int], cases: Int) {
    self.init()
    self.file = file
    self.head = head
    extents = lengths.enumerated().map { Extent(length: $1, cases: $0 == 0 ? cases - 1 : cases) }
  }

  /// Whether a file is being recorded to.
  var isOpen: Bool { file != nil }

  /// Goes on with a recording, which has to have so many entries: what it ended with is taken away.
  func resume(entries count: Int?) throws {
    guard let file, let end = extents.last?.length, extents.count == count else {
      throw Diagnostic(
        code: "E1107", path: file?.path,
        sentence: "the recording contains lines that a session does not record; record to another file")
    }
    if end < file.length { try file.truncate(toLength: end) }
  }

  /// Begins a recording.
  mutating func start(_ path: String, entries: [String]) throws {
    defer { (self.path, opening) = (nil, .new) }
    // Header, case and what was done so far appear at once: a kill leaves all of it or no file.
    file = try AppendingFile(
      self.path ?? path, opening: opening, limits: TranscriptLimits().text, holding: entries)
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
    if let head, entries.count >= head.count { entries.replaceSubrange(head.indices, with: head) }
    try file.replace(with: entries)
    extents = Self.extents(of: entries, above: extents.first?.cases ?? 0)
  }

  /// Ends the recording: its last line says so where that can be written.
  mutating func stop() throws(FileError) {
    defer {
      file = nil
      head = nil
      extents = []
    }
    guard let file, let cases = extents.last?.cases else { return }
    try file.append(Recording.end(cases: cases), isLast: true)
  }

  /// - Parameter above: how many cases the first entry holds.
  private static func extents(of entries: [String], above: Int = 0) -> [Extent] {
    entries.reduce(into: []) { $0.append(extent(of: $1, behind: $0.last ?? Extent(cases: above))) }
  }

  private static func extent(of entry: String, behind last: Extent) -> Extent {
    Extent(length: last.length + entry.utf8.count, cases: last.cases + (Recording.beginsCase(entry) ? 1 : 0))
  }
}
