/// Events in the order in which they came. Its places are used again: neither putting one in nor taking one allocates
/// once it has been as long as that.
struct EventQueue: Sendable {
  private var places: [Kernel.ChartEvent] = []
  private var first = 0
  private var end = 0

  @inline(__always)
  var isEmpty: Bool { first == end }

  @inline(__always)
  mutating func append(_ event: Kernel.ChartEvent) {
    if end < places.count { places[end] = event } else { places.append(event) }
    end &+= 1
  }

  @inline(__always)
  mutating func popFirst() -> Kernel.ChartEvent? {
    if isEmpty { return nil }
    let event = places[first]
    places[first].value = .null
    first &+= 1
    if isEmpty { (first, end) = (0, 0) }
    return event
  }

  mutating func removeAll() {
    while popFirst() != nil {}
  }
}
