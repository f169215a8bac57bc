/// The search through the history that Ctrl-R begins: a pure machine of keys.
struct HistorySearch {
  /// What a key leads to.
  enum Outcome: Equatable {
    /// The search goes on with this line.
    case show(EditedLine)
    /// The search is over, and this is the line.
    case end(EditedLine)
    /// The search is over, and the key acts on this line.
    case act(EditedLine)
  }

  enum Key: Equatable {
    case scalar(Unicode.Scalar)
    /// Ctrl-C.
    case interrupt
    /// A key of several bytes, or a paste, that acts when the search has ended; or the end of the input.
    case other
  }

  private let original: EditedLine
  private let entries: [String]
  private var pattern = ""
  /// The entry found; one past the last when none has been.
  private var place: Int
  private var shown: EditedLine
  private var hasFailed = false

  init(from line: EditedLine, entries: [String]) {
    original = line
    shown = line
    self.entries = entries
    place = entries.count
  }

  /// The prompt that shows the pattern.
  var prompt: String {
    "\(hasFailed ? "(no match)" : "(search)") '\(pattern.inert)': "
  }

  /// Takes a key. Ctrl-R goes further back, Backspace shortens the pattern, Ctrl-G and Ctrl-C give the old line back,
  /// Escape keeps the line found, other control keys keep it and act on it.
  mutating func press(_ key: Key) -> Outcome {
    switch key {
    case .interrupt: return .end(original)
    case .other: return .end(shown)
    case .scalar(let scalar): return press(scalar)
    }
  }

  private mutating func press(_ scalar: Unicode.Scalar) -> Outcome {
    switch scalar.value {
    case 0x07: return .end(original)
    case 0x1B: return .end(shown)
    case 0x12: find(atOrBefore: place - 1, passing: shown.text)
    case 0x08, 0x7F:
      pattern = String(pattern.dropLast())
      startAgain()
    case ..<0x20: return .act(shown)
    default:
      pattern.unicodeScalars.append(scalar)
      find(atOrBefore: min(place, entries.count - 1), passing: nil)
    }
    return .show(shown)
  }

  private mutating func startAgain() {
    place = entries.count
    hasFailed = false
    shown = original
    if !pattern.isEmpty { find(atOrBefore: entries.count - 1, passing: nil) }
  }

  /// Shows the newest entry that holds the pattern, up to an index; entries equal to `passed` are no news.
  private mutating func find(atOrBefore newest: Int, passing passed: String?) {
    guard !pattern.isEmpty else { return }
    for index in stride(from: newest, through: 0, by: -1) {
      let entry = entries[index]
      guard passed.map({ !$0.utf8.elementsEqual(entry.utf8) }) ?? true else { continue }
      guard let range = entry.utf8.firstRange(of: pattern.utf8) else { continue }
      place = index
      shown = EditedLine(entry, cursor: entry.utf8.distance(from: entry.utf8.startIndex, to: range.lowerBound))
      hasFailed = false
      return
    }
    hasFailed = true
  }
}
