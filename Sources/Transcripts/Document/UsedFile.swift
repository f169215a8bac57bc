/// A `%use` line.
public struct UsedFile: Hashable, Sendable {
  public let path: String
  /// The line of the directive, counted from one.
  public let line: Int
}
