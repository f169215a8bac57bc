/// What is left to do in a turn, since no transition is taken while code runs. Eventless transitions come first; then the internal
/// events, of all machines in the order in which they arose; then what the states that were entered invoke; then the next external
/// event.
struct TurnQueues: Sendable {
  /// Machines whose eventless transitions have to be looked at.
  private var touched: [InstanceID] = []
  private var internalEvents = EventQueue()
  /// States that were entered in this macrostep and have something to invoke.
  private var statesToInvoke: [StateOfMachine] = []
  private var externalEvents = EventQueue()
  /// Whether something came since the turn last had nothing to do.
  private(set) var isUnsettled = false

  // MARK: What comes

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

  // MARK: What is next

  /// The machine whose eventless transitions are looked at first.
  var firstTouched: InstanceID? { touched.first }
  var hasInternal: Bool { !internalEvents.isEmpty }
  var hasInvoking: Bool { !statesToInvoke.isEmpty }

  mutating func popInternal() -> ChartEvent? { internalEvents.popFirst() }
  mutating func popExternal() -> ChartEvent? { externalEvents.popFirst() }

  /// Takes the states that invoke: those of each machine together, in document order, the machines in the order in which they
  /// came.
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

  /// Takes note that nothing is left.
  mutating func settle() { isUnsettled = false }

  // MARK: What no longer waits

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

/// An event that waits for a machine's chart.
struct ChartEvent: Sendable {
  var machine: InstanceID
  var event: EventID
  var value: Value
  var kind = Kind.plain
  /// The invoked machine that it comes from.
  var origin = InstanceID.nowhere
  /// The request that it answers, for an answer of a service.
  var answered = InstanceID.nowhere

  enum Kind: Sendable {
    /// Dropped when no transition takes it.
    case plain
    /// Refused, with a reason, when no transition takes it.
    case stimulus
    /// A fault of the machine's code: ends the turn when no transition takes it.
    case fault
  }
}

struct StateOfMachine: Hashable, Sendable {
  var machine: InstanceID
  var state: Int
}

/// Events in the order in which they came. Its places are used again: neither putting one in nor taking one allocates
/// once it has been as long as that.
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
