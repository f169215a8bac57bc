/// What the instance hears that answers for a service.
public enum ServiceQuestion: String, Sendable, CaseIterable {
  /// A request began.
  case asked
  /// A request ended that it has not answered: it was cancelled, timed out, or answered by hand.
  case dropped

  /// The event's name: `photo.asked`.
  public func event(of service: String) -> String { "\(service).\(rawValue)" }
}
