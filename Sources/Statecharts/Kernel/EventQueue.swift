/// Events in the order in which they came. Taking one costs no move of the others.
struct EventQueue: Sendable {
  private var events: [Kernel.ChartEvent] = []
  private var taken = 0

  mutating func append(_ event: Kernel.ChartEvent) { events.append(event) }

  @inline(__always)
  mutating func popFirst() -> Kernel.ChartEvent? {
    if taken == events.count { return nil }
    let event = events[taken]
    taken += 1
    if taken == events.count { removeAll() }
    return event
  }

  mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
    taken = 0
  }

  var isEmpty: Bool { taken == events.count }
}
