/// What a driver does for the console, which itself touches no file.
package enum FileEffect: Hashable, Sendable {
  /// A recording begins: its header is entry 0, then come the cases and commands so far, one entry each.
  case startRecording(file: String, entries: [String])
  /// One more entry: a case, or a command and its block. It is one write.
  case append(String)
  /// The recording keeps its first entries, so many of them.
  case truncate(entries: Int)
  /// The recording holds these entries instead.
  case replaceRecording([String])
  /// The recording ends, and says so in its last line.
  case stopRecording
  /// A transcript is written.
  case save(file: String, text: String)
  /// A trace, a diagram or a picture is written.
  case saveTrace(file: String, text: String)
  /// The text holds secrets: its file is for its owner alone.
  case saveSnapshot(file: String, text: String)
  /// The file's text goes to `Session.open`.
  case openSnapshot(SnapshotReference)
  /// The commands run, each as `Session.runFromFile`, echoed.
  case drive([String])
  /// The lines of the file run, each as `Session.runFromFile`, echoed.
  case read(file: String)
  case quit

  /// The file that it makes; nil when it makes none.
  package var madeFile: String? {
    switch self {
    case .startRecording(let file, _), .save(let file, _), .saveTrace(let file, _), .saveSnapshot(let file, _): file
    case .append, .truncate, .replaceRecording, .stopRecording, .openSnapshot, .drive, .read, .quit: nil
    }
  }

  /// Whether it writes to the recording under way.
  package var isOfRecording: Bool {
    switch self {
    case .startRecording, .append, .truncate, .replaceRecording, .stopRecording: true
    case .save, .saveTrace, .saveSnapshot, .openSnapshot, .drive, .read, .quit: false
    }
  }
}
