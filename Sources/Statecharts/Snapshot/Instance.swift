/// One entry of a snapshot's table, a word: what it consists of lies behind a pointer, or in the table's other lists.
enum Instance: Sendable {
  /// A machine that has neither requests nor other machines, as most.
  case plainMachine
  indirect case machine(MachineInstance)
  case stage(StageBox)
  indirect case command(CommandInstance)
  indirect case execution(ExecutionInstance)
  indirect case request(RequestInstance)
  indirect case registration(Registration)
  indirect case channel(Channel)
  indirect case subject(SubjectInstance)
  /// A place that is not given out again, because something still mentions what stood there.
  case gone

  init(machine: MachineInstance) {
    self = machine.isPlain ? .plainMachine : .machine(machine)
  }

  /// What it is as a machine; `nil` for every other kind.
  var machine: MachineInstance? {
    switch self {
    case .plainMachine: MachineInstance()
    case .machine(let machine): machine
    case .stage, .command, .execution, .request, .registration, .channel, .subject, .gone: nil
    }
  }

  var isMachine: Bool {
    switch self {
    case .plainMachine, .machine: true
    case .stage, .command, .execution, .request, .registration, .channel, .subject, .gone: false
    }
  }

  var isRequest: Bool { if case .request = self { true } else { false } }
  /// Whether nothing stands there any more.
  var isGone: Bool { if case .gone = self { true } else { false } }

  /// Changes what it is, unless it is a machine.
  mutating func change(to other: Instance) {
    if !isMachine { self = other }
  }
}

/// A stage behind a pointer: looking at a part of it copies that part alone.
final class StageBox: Sendable {
  let value: Stage
  /// The instances that it mentions: walks ask for them far more often than a stage changes.
  let mentions: Mentions
  let isDone: Bool
  /// The instance that it observes and cannot outlive; nil when it has ended, or subscribes a signal.
  let source: InstanceID?
  /// The instance whose field it assigns.
  let bound: InstanceID?

  init(_ value: Stage) {
    self.value = value
    mentions = value.mentions
    isDone = value.isDone
    source = value.isDone || value.kind.isSignal ? nil : value.kind.source?.instance
    bound = value.sink.bound
  }
}

/// What a view model, a screen or a navigation stack has beside its model, its chart and its path, which stand in the table's
/// other lists.
struct MachineInstance: Equatable, Sendable {
  /// The requests that its states have started and not ended.
  var requests: [InstanceID] = []
  /// The machines that it has from its set-up on, in the order in which it took them.
  var children: [InstanceID] = []
  /// The machines that its states have invoked and not left.
  var invoked: [InvokedMachine] = []
  /// The machine whose state invoked it; not kept alive.
  var invoker = InstanceID.nowhere

  /// Whether it has nothing of that.
  var isPlain: Bool { requests.isEmpty && children.isEmpty && invoked.isEmpty && invoker == .nowhere }
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

/// One execution of a command: its events so far, replayed to whoever comes later.
struct ExecutionInstance: Sendable {
  var command: InstanceID
  var body: SignalValue
  var log: [SignalEvent] = []
  var isDone = false
}

/// A question to a service.
struct RequestInstance: Sendable {
  var service: Name
  var ordinal: Int
  var owner: InstanceID
  /// The state that invoked it.
  var state: Int
  var input: Value
  /// Nobody waits for it any more: it was answered or cancelled.
  var isEnded = false
  /// The time to the answer in milliseconds, where that was said; for a service that an instance answers.
  var delay: Int?
  /// Whether an answer comes even when it has ended otherwise.
  var answersLate = false
  /// Who can answer it.
  var answerer = Answerer.agenda
  /// The handler that is called with the outcome and the value; nil where the owner's chart takes the answer as an event.
  var asker: HandlerValue?

  enum Answerer: String, Hashable, Sendable {
    /// Its answer is in the agenda, or it has none.
    case agenda
    /// Only a typed reply.
    case hand
    /// The instance that answers for the service, which holds it.
    case instance
    /// The instance, before the time-out that is in the agenda.
    case instanceBeforeTimeout
  }

  /// Whether it has ended and may still be answered by hand.
  var isOwedByHand: Bool { isEnded && answersLate && answerer == .hand }

  /// The service with its ordinal from the second on.
  var name: Name { ordinal == 1 ? service : "\(service)'\(ordinal)" }
}
