/// One entry of a snapshot's table.
struct Instance: Sendable {
  var kind: Kind
  /// The listeners of each port in order of registration; empty until somebody listens.
  var listeners: [[InstanceID]] = []
  /// Where its chart stands, for a machine that has one. It lies beside the kind so that a step changes it in place.
  var chart = ChartState()

  init(kind: Kind, chart: ChartState = ChartState()) {
    self.kind = kind
    self.chart = chart
  }

  enum Kind: Sendable {
    case machine(MachineInstance)
    case stage(Stage)
    case command(CommandInstance)
    case execution(ExecutionInstance)
    case request(RequestInstance)
    case registration(Registration)
    case channel(Channel)
    case subject(SubjectInstance)
    /// A place that is not given out again, because something still mentions what stood there.
    case gone
  }

  func listeners(of port: Int) -> [InstanceID] { port < listeners.count ? listeners[port] : [] }
}

/// A view model, a screen, a navigation stack: a typed model and perhaps a chart.
struct MachineInstance: Sendable {
  var template: Int
  /// Where it stands, seen from the root.
  var place: Place
  var model: any ModelStorage
  /// The requests that its states have started and not ended.
  var requests: [InstanceID] = []
  /// The machines that its states have invoked and not left.
  var invoked: [InvokedMachine] = []
  /// The machine whose state invoked it; not kept alive.
  var invoker = InstanceID.nowhere
  /// What the properties of its template know of it.
  var watched: [MonitorState] = []
}

/// A machine that runs while a state of another is active.
struct InvokedMachine: Hashable, Sendable {
  var state: Int
  /// Its place among the state's invocations.
  var position: Int
  var machine: InstanceID
}

/// One operator of one subscription.
struct Stage: Sendable {
  /// The signal that it belongs to; its closure is found there again by position.
  var origin: SignalValue
  var position: Int
  var kind: Operator
  var sink: Sink
  /// The instances that its closure captured and that it keeps alive.
  var captures: [InstanceID] = []
  /// What the operator remembers: counters, latest values.
  var memory: [Value] = []
  /// The stages that feed this one and have not ended.
  var upstream: [InstanceID] = []
  var isDone = false
}

/// The signal command of ReactiveObjC: what execute checks, and the views of it that are one hop behind.
struct CommandInstance: Sendable {
  /// The wiring that makes the work of one execution; its captures are followed by the input.
  var body: HandlerValue
  var running = 0
  var isAllowed = true
  var allowsConcurrency = false
  var shownExecuting = false
  var shownEnabled = true

  /// Whether execute is taken now.
  var isEnabled: Bool { isAllowed && (allowsConcurrency || running == 0) }
}

/// One execution of a command: its events so far, replayed to whoever comes later.
struct ExecutionInstance: Sendable {
  var command: InstanceID
  var body: SignalValue
  var log: [SignalEvent] = []
  var isDone = false
}

/// A question to a service.
struct RequestInstance: Sendable {
  var service: String
  var ordinal: Int
  var owner: InstanceID
  /// The state that invoked it.
  var state: Int
  var input: Value
  var isEnded = false

  /// The service with its ordinal from the second on.
  var name: String { ordinal == 1 ? service : "\(service)'\(ordinal)" }
}
