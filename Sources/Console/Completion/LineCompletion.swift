/// What could stand where the cursor is.
package struct LineCompletion: Hashable, Sendable {
  package struct Candidate: Hashable, Sendable {
    /// The text to insert.
    package var text: String
    /// Shown beside the text in a list: a summary, a type, or the value now.
    package var note: String?

    package init(_ text: String, note: String? = nil) {
      self.text = text
      self.note = note
    }
  }

  package enum Source: Hashable, Sendable {
    /// In the order of the list.
    case candidates([Candidate])
    /// Names of files that begin so, which the driver knows.
    case fileNames(prefix: String)
  }

  /// Where the text to replace begins, as an offset in UTF-8 bytes; it ends at the cursor.
  package var start: Int
  package var source: Source
  /// Follows the only candidate: usually a blank.
  package var suffix = " "
  /// What would fit and is refused now, with the reason as its note.
  package var refused: [Candidate] = []
  /// What a person is told where there is nothing to insert, or beside all of it.
  package var advice: String?

  /// The candidates that the console itself knows.
  package var candidates: [Candidate] {
    switch source {
    case .candidates(let candidates): candidates
    case .fileNames: []
    }
  }
}
