/// What the removal of instances goes by: whether a walk is due, and what earlier ones found.
struct Collector: Sendable {
  /// Whether something may no longer be reached, so that a walk over what is alive is due.
  var isDue = false {
    didSet { isUnsettled = true }
  }
  /// Requests that ended in this turn and of which only their owner knew: they go without a walk.
  var endedRequests: [InstanceID] = [] {
    didSet { isUnsettled = true }
  }
  /// Whether one of both changed since the turn last had nothing to do.
  private(set) var isUnsettled = false
  /// How often in this turn a removal told somebody.
  var tellings = 0
  /// No place before it is free.
  var firstFree = 0
  /// What instances keep, as the walks found it.
  var reaches = StampMemory<Reach>()

  /// Takes note that nothing is left to remove.
  mutating func settle() { isUnsettled = false }

  /// Forgets what a fault cut short.
  mutating func forget() {
    endedRequests.removeAll()
    isDue = false
    isUnsettled = false
  }
}
