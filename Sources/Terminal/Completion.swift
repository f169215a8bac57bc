/// What could stand where the cursor is.
package struct Completion: Equatable, Sendable {
  /// One thing that could stand there.
  package struct Candidate: Equatable, Sendable {
    /// The text to insert.
    package var text: String
    /// Shown beside the text in a list: a type, or the value now.
    package var note: String?

    package init(_ text: String, note: String? = nil) {
      self.text = text
      self.note = note
    }
  }

  /// Where the text to replace begins, as an offset in UTF-8 bytes; it ends at the cursor.
  package var start: Int
  /// In the order of the list.
  package var candidates: [Candidate]
  /// Follows the only candidate, unless it stands there already: usually a blank.
  package var suffix: String
  /// What would fit and cannot be used now, with the reason as its note; listed behind the candidates.
  package var refused: [Candidate]
  /// Shown below the list, and where there is nothing to insert.
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

  /// Nothing fits.
  package static let none = Completion(start: 0, candidates: [], suffix: "")
}

extension Completion {
  /// What Tab does to a line.
  enum Edit: Equatable {
    /// Nothing fits, or the range is none of the line's.
    case nothing
    case replace(EditedLine)
    /// Several fit, and what is typed is all they share; or there is something to tell and nothing to insert.
    case list
  }

  /// A single candidate replaces what is typed; several do so by what they share, when that goes on from what is typed. What
  /// cannot be used is inserted only where nothing else fits and a part of it is typed; the next Tab tells the reason.
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

  /// The scalars that all texts begin with; a scalar is never split.
  static func sharedPrefix(of texts: [String]) -> String {
    guard var shared = texts.first.map({ Array($0.unicodeScalars) }) else { return "" }
    for text in texts.dropFirst() {
      let common = zip(shared, text.unicodeScalars).prefix { $0 == $1 }.count
      shared.removeSubrange(common...)
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: shared)
    return String(view)
  }
}

extension EditedLine {
  /// The text before an offset, from it to the cursor, and after the cursor; nil when an offset is not between scalars.
  fileprivate func split(at start: Int) -> (head: String, typed: String, tail: String)? {
    guard start <= cursor, let from = index(at: start), let to = index(at: cursor) else { return nil }
    return (String(text[..<from]), String(text[from..<to]), String(text[to...]))
  }

  private func index(at offset: Int) -> String.Index? {
    guard (0...text.utf8.count).contains(offset) else { return nil }
    return text.utf8.index(text.startIndex, offsetBy: offset).samePosition(in: text.unicodeScalars)
  }
}
