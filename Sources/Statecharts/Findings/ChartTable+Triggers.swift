extension ChartTable.TransitionEntry {
  /// Whether an event triggers it, its guard aside.
  public func isTriggered(by event: String) -> Bool {
    guard case .event(let descriptor) = trigger else { return false }
    return EventDescriptor.matches(descriptor, event)
  }
}
