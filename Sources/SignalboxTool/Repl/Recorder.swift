import Files
import Transcripts

/// The file that a session records to.
struct Recorder {
  private var file: AppendingFile?
  /// The file's length after each entry; the first is the header's.
  private var lengths: [Int] = []
  /// The entries of a recording that was resumed, as they stand in its file: what is above its last case, and that
  /// case's own lines.
  private var head: [String]?
  private let isDurable: Bool
  /// How the next recording opens its file.
  private let opening: AppendingFile.Opening
  /// The file of the first recording, whatever the session calls it.
  private let path: String?

  /// Records to the files that the session names; each must be new.
  init(path: String? = nil, opening: AppendingFile.Opening = .new, isDurable: Bool = false) {
    self.path = path
    self.opening = opening
    self.isDurable = isDurable
  }

  /// Goes on with a recording.
  ///
  /// - Parameters:
  ///   - head: what stands above the last case, and that case's own lines, in the place of the session's.
  ///   - lengths: where every entry ends.
  init(resuming file: AppendingFile, head: [String], lengths: [Int]) {
    self.init(path: file.path, opening: .resuming, isDurable: file.isDurable)
    self.file = file
    self.head = head
    self.lengths = lengths
  }

  /// Whether a file is being recorded to.
  var isOpen: Bool { file != nil }

  /// Goes on with a recording, which has to have so many entries.
  func resume(entries count: Int?) throws {
    guard lengths.count != count else { return }
    throw Diagnostic(
      code: "E1107", path: path, sentence: "the recording holds what a session does not record; record to another file")
  }

  /// Begins a recording.
  mutating func start(_ path: String, entries: [String]) throws {
    // Header, case and what was done so far appear at once: a kill leaves all of it or no file.
    file = try AppendingFile(
      self.path ?? path, opening: opening, isDurable: isDurable, limits: TranscriptLimits().text, holding: entries)
    lengths = entries.reduce(into: []) { $0.append(($0.last ?? 0) + $1.utf8.count) }
  }

  mutating func append(_ entry: String) throws(FileError) {
    guard let file else { return }
    try file.append(entry)
    lengths.append(file.length)
  }

  mutating func truncate(toEntries count: Int) throws(FileError) {
    guard let file, count > 0, count < lengths.count else { return }
    try file.truncate(toLength: lengths[count - 1])
    lengths.removeLast(lengths.count - count)
    if let head, count < head.count { self.head = Array(head.prefix(count)) }
  }

  mutating func replace(with entries: [String]) throws(FileError) {
    guard let file else { return }
    var entries = entries
    if let head, entries.count >= head.count { entries.replaceSubrange(head.indices, with: head) }
    try file.replace(with: entries)
    lengths = entries.reduce(into: []) { $0.append(($0.last ?? 0) + $1.utf8.count) }
  }

  mutating func stop() {
    file = nil
    head = nil
    lengths = []
  }
}
