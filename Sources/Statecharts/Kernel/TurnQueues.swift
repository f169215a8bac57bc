/// A turn's remaining work, in this order: eventless transitions, internal events of all machines, invocations, the
/// next external event. No transition is taken while code runs.
struct TurnQueues: Sendable {
  private var touched: [InstanceID] = []
  private var internalEvents = EventQueue()
  private var statesToInvoke: [StateOfMachine] = []
  private var externalEvents = EventQueue()
  private(set) var isUnsettled = false

  // MARK: Adding

  mutating func touch(_ machine: InstanceID) {
    isUnsettled = true
    if !touched.contains(machine) { touched.append(machine) }
  }

  mutating func appendInternal(_ event: ChartEvent) {
    isUnsettled = true
    internalEvents.append(event)
  }

  mutating func appendExternal(_ event: ChartEvent) {
    isUnsettled = true
    externalEvents.append(event)
  }

  mutating func appendInvoking(_ state: StateOfMachine) {
    isUnsettled = true
    statesToInvoke.append(state)
  }

  // MARK: Reading

  var firstTouched: InstanceID? { touched.first }
  var hasInternal: Bool { !internalEvents.isEmpty }
  var hasInvoking: Bool { !statesToInvoke.isEmpty }

  mutating func popInternal() -> ChartEvent? { internalEvents.popFirst() }
  mutating func popExternal() -> ChartEvent? { externalEvents.popFirst() }

  /// Takes the states in order of their machines' arrival, then in document order.
  mutating func takeInvoking() -> [StateOfMachine] {
    let waiting = statesToInvoke
    statesToInvoke.removeAll()
    if waiting.count < 2 { return waiting }
    var ordered: [StateOfMachine] = []
    for machine in waiting.map(\.machine) where !ordered.contains(where: { $0.machine == machine }) {
      ordered += waiting.filter { $0.machine == machine }.sorted { $0.state < $1.state }
    }
    return ordered
  }

  mutating func settle() { isUnsettled = false }

  // MARK: Removing

  mutating func removeTouched(_ machine: InstanceID) { touched.removeAll { $0 == machine } }
  mutating func removeInvoking(_ state: StateOfMachine) { statesToInvoke.removeAll { $0 == state } }
  mutating func removeInternal() { internalEvents.removeAll() }

  mutating func removeAll() {
    touched.removeAll()
    internalEvents.removeAll()
    statesToInvoke.removeAll()
    externalEvents.removeAll()
    isUnsettled = false
  }
}

struct ChartEvent: Sendable {
  var machine: InstanceID
  var event: EventID
  var value: Value
  var kind = Kind.plain
  var origin = InstanceID.nowhere
  var answered = InstanceID.nowhere

  enum Kind: Sendable {
    /// Dropped if no transition takes it.
    case plain
    /// Refused with a reason if no transition takes it.
    case stimulus
    /// Ends the turn if no transition takes it.
    case fault
  }
}

struct StateOfMachine: Hashable, Sendable {
  var machine: InstanceID
  var state: Int
}

/// A queue that reuses its storage, so that it allocates only when it grows.
private struct EventQueue: Sendable {
  private var places: [ChartEvent] = []
  private var first = 0
  private var end = 0

  @inline(__always)
  var isEmpty: Bool { first == end }

  @inline(__always)
  mutating func append(_ event: ChartEvent) {
    if end < places.count { places[end] = event } else { places.append(event) }
    end &+= 1
  }

  @inline(__always)
  mutating func popFirst() -> ChartEvent? {
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

struct Collector: Sendable {
  /// Whether something may be unreachable, so that a walk is needed.
  var isDue = false {
    didSet { isUnsettled = true }
  }
  /// Ended requests that can go without a walk.
  var endedRequests: [InstanceID] = [] {
    didSet { isUnsettled = true }
  }
  private(set) var isUnsettled = false
  var tellings = 0
  /// All places below it are in use.
  var firstFree = 0
  var reaches = StampMemory<Reach>()

  mutating func settle() { isUnsettled = false }

  mutating func forget() {
    endedRequests.removeAll()
    isDue = false
    isUnsettled = false
  }
}
