import Console

/// A recording as a driver keeps it.
struct RecordedFile {
  private(set) var entries: [String]?

  var text: String { (entries ?? []).joined() }

  mutating func perform(_ effects: [FileEffect]) {
    for effect in effects {
      switch effect {
      case .startRecording(_, let first): entries = first
      case .append(let entry): entries?.append(entry)
      case .truncate(let count): entries = entries.map { Array($0.prefix(count)) }
      case .replaceRecording(let all): entries = all
      case .stopRecording, .save, .drive, .read, .readOn, .review, .quit: break
      }
    }
  }
}
