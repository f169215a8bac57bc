/// What could stand where the cursor is.
public struct LineCompletion: Hashable, Sendable {
  public struct Candidate: Hashable, Sendable {
    /// The text to insert.
    public var text: String
    /// Shown beside the text in a list: a summary, a type, or the value now.
    public var note: String?

    public init(_ text: String, note: String? = nil) {
      self.text = text
      self.note = note
    }
  }

  public enum Source: Hashable, Sendable {
    /// In the order of the list.
    case candidates([Candidate])
    /// Names of files that begin so, which the driver knows.
    case fileNames(prefix: String)
    /// The candidates, then the names of files that begin so and end so.
    case either([Candidate], fileNames: String, ending: String)
  }

  /// Where the text to replace begins, as an offset in UTF-8 bytes; it ends at the cursor.
  public var start: Int
  public var source: Source
  /// Follows the only candidate: usually a blank.
  public var suffix = " "

  /// The candidates that the console itself knows.
  public var candidates: [Candidate] {
    switch source {
    case .candidates(let candidates), .either(let candidates, _, _): candidates
    case .fileNames: []
    }
  }
}
