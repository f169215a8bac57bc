/// The completions at the cursor.
package struct Completion: Equatable, Sendable {
  package struct Candidate: Equatable, Sendable {
    package var text: String
    package var note: String?

    package init(_ text: String, note: String? = nil) {
      self.text = text
      self.note = note
    }
  }

  /// In UTF-8 bytes; the replaced text ends at the cursor.
  package var start: Int
  package var candidates: [Candidate]
  /// Inserted after a single candidate unless it is there already.
  package var suffix: String
  /// Candidates that cannot be used now; the note gives the reason.
  package var refused: [Candidate]
  package var advice: String?

  package init(
    start: Int, candidates: [Candidate], suffix: String = " ", refused: [Candidate] = [], advice: String? = nil
  ) {
    self.start = start
    self.candidates = candidates
    self.suffix = suffix
    self.refused = refused
    self.advice = advice
  }
}

extension Completion {
  /// The effect of Tab on a line.
  enum Edit: Equatable {
    /// Nothing fits, or the range is invalid.
    case nothing
    case replace(EditedLine)
    /// Nothing can be inserted, but there is something to show.
    case list
  }

  /// Inserts the single candidate or the common prefix. A refused name is inserted only if nothing else fits and a
  /// part of it is typed.
  func edit(of line: EditedLine) -> Edit {
    guard let (head, typed, tail) = line.split(at: start) else { return .nothing }
    let candidates = candidates.isEmpty && !typed.isEmpty ? refused : candidates
    guard let first = candidates.first else { return refused.isEmpty && advice == nil ? .nothing : .list }
    if candidates.count == 1, !self.candidates.isEmpty {
      let end = tail.utf8.starts(with: suffix.utf8) ? "" : suffix
      return Self.replacement(head, first.text + end, tail, instead: typed)
    }
    let shared = Self.sharedPrefix(of: candidates.map(\.text))
    let extends = shared.utf8.count > typed.utf8.count && shared.utf8.starts(with: typed.utf8)
    return extends ? Self.replacement(head, shared, tail, instead: typed) : .list
  }

  private static func replacement(_ head: String, _ text: String, _ tail: String, instead typed: String) -> Edit {
    guard !text.utf8.elementsEqual(typed.utf8) else { return .nothing }
    return .replace(EditedLine(head + text + tail, cursor: head.utf8.count + text.utf8.count))
  }

  static func sharedPrefix(of texts: [String]) -> String {
    guard var shared = texts.first.map({ Array($0.unicodeScalars) }) else { return "" }
    for text in texts.dropFirst() {
      let common = zip(shared, text.unicodeScalars).prefix { $0 == $1 }.count
      shared.removeSubrange(common...)
    }
    return String(String.UnicodeScalarView(shared))
  }
}

extension EditedLine {
  /// Nil if an offset is not between scalars.
  fileprivate func split(at start: Int) -> (head: String, typed: String, tail: String)? {
    guard start <= cursor, let from = index(at: start), let to = index(at: cursor) else { return nil }
    return (String(text[..<from]), String(text[from..<to]), String(text[to...]))
  }

  private func index(at offset: Int) -> String.Index? {
    guard (0...text.utf8.count).contains(offset) else { return nil }
    return text.utf8.index(text.startIndex, offsetBy: offset).samePosition(in: text.unicodeScalars)
  }
}
