/// The name of a state. The six phases that every command passes through are given; a view model adds its own.
public struct StateID: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name as charts, traces and `isIn` have it.
  public let name: String

  public init(stringLiteral name: String) { self.name = name }

  /// Nothing is in flight.
  public static let idle: StateID = "idle"
  /// The inputs are checked; it takes no time but is seen in the trace.
  public static let validating: StateID = "validating"
  /// Work is in flight.
  public static let executing: StateID = "executing"
  /// Transport and business are fine: green.
  public static let succeeded: StateID = "succeeded"
  /// The business says no: yellow.
  public static let failed: StateID = "failed"
  /// The transport broke: red.
  public static let error: StateID = "error"
}
