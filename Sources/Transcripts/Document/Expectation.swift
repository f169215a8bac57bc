/// An expected output line.
public struct Expectation: Sendable {
  /// The line's index in the document's lines.
  public var index: Int
  public var mark: OutputMark
  public var pattern: LinePattern
  /// Whether an empty line stands between this line and the one before, which ends a run of `|&` or `|/`.
  public var followsSeparator: Bool
}
