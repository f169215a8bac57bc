/// A simulation between two turns, as one value.
public struct Snapshot: Sendable {
  /// Virtual time in milliseconds since the machine was opened.
  public internal(set) var time = 0
  /// What made the model fault, once it has.
  public internal(set) var fault: String?

  public init() {}
}
