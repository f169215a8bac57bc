/// An entry of the instance table. One word: its data is behind a pointer or in other lists.
enum Instance: Sendable {
  /// A machine without requests and other machines, the usual case.
  case plainMachine
  indirect case machine(MachineInstance)
  case stage(StageBox)
  indirect case command(CommandInstance)
  indirect case execution(ExecutionInstance)
  indirect case request(RequestInstance)
  indirect case registration(Registration)
  indirect case channel(Channel)
  indirect case subject(SubjectInstance)
  /// A place that stays reserved, because something still mentions its former instance.
  case gone

  init(machine: MachineInstance) {
    self = machine.isPlain ? .plainMachine : .machine(machine)
  }

  var machine: MachineInstance? {
    switch self {
    case .plainMachine: MachineInstance()
    case .machine(let machine): machine
    case .stage, .command, .execution, .request, .registration, .channel, .subject, .gone: nil
    }
  }

  var isRequest: Bool { if case .request = self { true } else { false } }
  var isGone: Bool { if case .gone = self { true } else { false } }
}

/// A class, so that reading a part of a stage copies only that part.
final class StageBox: Sendable {
  let value: Stage
  /// Precomputed, because walks read them far more often than a stage changes.
  let mentions: Mentions
  let isDone: Bool
  /// The observed instance whose end ends the stage; nil for an ended stage or a signal.
  let source: InstanceID?
  let bound: InstanceID?

  init(_ value: Stage) {
    self.value = value
    mentions = value.mentions
    isDone = value.isDone
    source = value.isDone || value.kind.isSignal ? nil : value.kind.source?.instance
    bound = value.sink.bound
  }
}

/// The rarely used data of a machine; model, chart and path are in other lists.
struct MachineInstance: Equatable, Sendable {
  var requests: [InstanceID] = []
  /// In order of creation during set-up.
  var children: [InstanceID] = []
  var invoked: [InvokedMachine] = []
  /// The machine that invoked it; not kept alive.
  var invoker = InstanceID.nowhere

  var isPlain: Bool { requests.isEmpty && children.isEmpty && invoked.isEmpty && invoker == .nowhere }
}

struct InvokedMachine: Hashable, Sendable {
  var state: Int
  var position: Int
  var machine: InstanceID
}

struct Stage: Sendable {
  /// The signal; its closure is found by `position`.
  var origin: SignalValue
  var position: Int
  var kind: Operator
  var sink: Sink
  /// The instances that its closure keeps alive.
  var captures: [InstanceID] = []
  var memory: [Value] = []
  var upstream: [InstanceID] = []
  var isDone = false
}

/// An execution of a command, with its events for later subscribers.
struct ExecutionInstance: Sendable {
  var command: InstanceID
  var body: SignalValue
  var log: [SignalEvent] = []
  var isDone = false
}

struct RequestInstance: Sendable {
  var service: Name
  var ordinal: Int
  var owner: InstanceID
  var state: Int
  var input: Value
  var isEnded = false
  /// Milliseconds to the answer, if set; for a service that an instance answers.
  var delay: Int?
  /// Whether an answer may come after another end.
  var answersLate = false
  var answerer = Answerer.agenda
  /// The handler of outcome and value; nil for an event to the owner's chart.
  var asker: HandlerValue?

  enum Answerer: String, Hashable, Sendable {
    /// Its answer is scheduled, or there is none.
    case agenda
    case hand
    /// The service's instance, without a time-out.
    case instance
    /// The service's instance, before the scheduled time-out.
    case instanceBeforeTimeout
  }

  /// Whether the user may still answer it after its end.
  var isOwedByHand: Bool { isEnded && answersLate && answerer == .hand }

  /// The service, with an ordinal from 2 on.
  var name: Name { ordinal == 1 ? service : "\(service)'\(ordinal)" }
}
