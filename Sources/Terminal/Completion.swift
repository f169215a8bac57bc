/// What could stand where the cursor is.
public struct Completion: Equatable, Sendable {
  /// One thing that could stand there.
  public struct Candidate: Equatable, Sendable {
    /// The text to insert.
    public var text: String
    /// Shown beside the text in a list: a type, or the value now.
    public var note: String?

    public init(_ text: String, note: String? = nil) {
      self.text = text
      self.note = note
    }
  }

  /// Where the text to replace begins, as an offset in UTF-8 bytes; it ends at the cursor.
  public var start: Int
  /// In the order of the list.
  public var candidates: [Candidate]
  /// Follows the only candidate, unless it stands there already: usually a blank.
  public var suffix: String

  public init(start: Int, candidates: [Candidate], suffix: String = " ") {
    self.start = start
    self.candidates = candidates
    self.suffix = suffix
  }

  /// Nothing fits.
  public static let none = Completion(start: 0, candidates: [], suffix: "")
}
