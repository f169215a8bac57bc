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

  package init(start: Int, candidates: [Candidate], suffix: String = " ") {
    self.start = start
    self.candidates = candidates
    self.suffix = suffix
  }

  /// Nothing fits.
  package static let none = Completion(start: 0, candidates: [], suffix: "")
}
