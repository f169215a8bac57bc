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
