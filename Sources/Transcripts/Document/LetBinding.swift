import Statecharts

/// A `%let` line: a value named by the file.
public struct LetBinding: Sendable {
  public var name: String
  public var value: Value
  /// The line of the directive, counted from one.
  public var line: Int
}
