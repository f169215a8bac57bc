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
  case save(SavedFile)
  /// The commands run, each as `Session.runFromFile`, echoed.
  case drive([String])
  /// The lines of the file run, each as `Session.runFromFile`, echoed; by steps, once a person says so for each.
  case read(file: String, bySteps: Bool)
  /// The lines of the last file run that did not run yet.
  case readOn(bySteps: Bool)
  /// The differing blocks of a transcript are shown, and a person says what becomes of each.
  case review(file: String)
  case quit

  /// The file that it makes; nil when it makes none.
  package var madeFile: String? {
    switch self {
    case .startRecording(let file, _): file
    case .save(let saved): saved.file
    case .append, .truncate, .replaceRecording, .stopRecording, .drive, .read, .readOn, .review, .quit: nil
    }
  }

  /// Whether it writes to the recording under way.
  package var isOfRecording: Bool {
    switch self {
    case .startRecording, .append, .truncate, .replaceRecording, .stopRecording: true
    case .save, .drive, .read, .readOn, .review, .quit: false
    }
  }
}
