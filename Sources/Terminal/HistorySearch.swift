/// The Ctrl-R search, as a pure state machine over keys.
struct HistorySearch {
  enum Outcome: Equatable {
    case show(EditedLine)
    case end(EditedLine)
    /// The search ends, then the key acts on the line.
    case act(EditedLine)
  }

  enum Key: Equatable {
    case scalar(Unicode.Scalar)
    case interrupt
    /// A longer key or a paste, handled after the search; or the end of input.
    case other
  }

  private let original: EditedLine
  private let entries: [String]
  private var pattern = ""
  /// `entries.count` without a match.
  private var place: Int
  private var shown: EditedLine
  private var hasFailed = false

  init(from line: EditedLine, entries: [String]) {
    original = line
    shown = line
    self.entries = entries
    place = entries.count
  }

  var prompt: String {
    "\(hasFailed ? "(no match)" : "(search)") '\(pattern.inert)': "
  }

  /// Ctrl-R finds an older match, Backspace shortens the pattern, Ctrl-G and Ctrl-C restore the line, and Escape
  /// accepts the match. Other control keys accept it, then act.
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
