extension Instance: Coded {
  static let shape = PartShape.kinds

  /// A machine's data is in other tables: see `Snapshot.write`.
  mutating func code<Coder: PartCoder>(with coder: inout Coder) {
    switch self {
    case .stage(let stage): coder.kind("stage", stage.value, of: &self) { .stage(StageBox($0)) }
    case .command(let command): coder.kind("command", command, of: &self, Instance.command)
    case .execution(let execution): coder.kind("execution", execution, of: &self, Instance.execution)
    case .request(let request): coder.kind("request", request, of: &self, Instance.request)
    case .registration(let observer): coder.kind("registration", observer, of: &self, Instance.registration)
    case .channel(let channel): coder.kind("channel", channel, of: &self, Instance.channel)
    case .subject(let subject): coder.kind("subject", subject, of: &self, Instance.subject)
    case .gone, .plainMachine, .machine: coder.begin("gone")
    }
  }
}

extension PartCoder {
  fileprivate mutating func kind<Part: Coded>(
    _ word: String, _ part: Part, of kind: inout Instance, _ make: (Part) -> Instance
  ) {
    begin(word)
    var part = part
    part.code(with: &self)
    if Self.changes { kind = make(part) }
  }
}

// MARK: Commands

extension CommandInstance: Coded {
  static let shape = PartShape.record

  mutating func code<Coder: PartCoder>(with coder: inout Coder) {
    coder.part("body", &body)
    coder.int("running", running)
    coder.bool("isAllowed", isAllowed)
    coder.bool("concurrent", allowsConcurrency)
    coder.bool("shownExecuting", shownExecuting)
    coder.bool("shownEnabled", shownEnabled)
    coder.extra("shown", &shown)
  }
}

extension CommandInstance.Shown: Coded {
  static let shape = PartShape.list

  mutating func code<Coder: PartCoder>(with coder: inout Coder) {
    coder.id("shown", &owner, .weak)
    coder.text("shown", name.text)
    coder.part("shown", &phase)
  }
}

extension CommandInstance.Phase: Coded {}

extension ExecutionInstance: Coded {
  static let shape = PartShape.record

  mutating func code<Coder: PartCoder>(with coder: inout Coder) {
    coder.id("command", &command)
    coder.part("body", &body)
    coder.list("log", &log)
    coder.bool("isDone", isDone)
  }
}

// MARK: Requests

extension RequestInstance: Coded {
  static let shape = PartShape.record

  /// An ended request keeps nothing alive.
  mutating func code<Coder: PartCoder>(with coder: inout Coder) {
    coder.text("service", service.text)
    coder.int("ordinal", ordinal)
    coder.id("owner", &owner, isEnded ? .nothing : .asIs)
    coder.int("state", state)
    coder.value("input", &input, isEnded ? .ended : .asIs)
    coder.bool("isEnded", isEnded)
    coder.optional("delay", &delay)
    coder.bool("answersLate", answersLate)
    coder.part("answerer", &answerer)
    if asker != nil { coder.extra("asker", &asker) }
  }
}

extension RequestInstance.Answerer: Coded {}

extension ServiceSetting: Coded {
  static let shape = PartShape.record

  mutating func code<Coder: PartCoder>(with coder: inout Coder) {
    coder.text("service", service.text)
    coder.optional("delay", &behaviour.delay)
    coder.part("answer", &behaviour.answer)
    coder.bool("isLate", behaviour.isLate)
    coder.bool("isOnce", behaviour.isOnce)
  }
}

extension ServiceBehaviour.Answer: Coded {
  static let shape = PartShape.words

  mutating func code<Coder: PartCoder>(with coder: inout Coder) {
    switch self {
    case .defined: coder.begin("defined")
    case .never: coder.begin("never")
    case .manual: coder.begin("manual")
    case .outcome(let outcome, var value):
      coder.begin("outcome")
      coder.label(outcome.rawValue)
      coder.value("answer", &value)
      if Coder.changes { self = .outcome(outcome, value) }
    case .twice(let outcome, var value):
      coder.begin("twice")
      coder.label(outcome.rawValue)
      coder.value("answer", &value)
      if Coder.changes { self = .twice(outcome, value) }
    }
  }
}

// MARK: Observation

extension Registration: Coded {
  static let shape = PartShape.record

  /// It keeps its code's captures, but not its observer.
  mutating func code<Coder: PartCoder>(with coder: inout Coder) {
    let hold = isRemoved ? Hold.ended : .sparing(observer)
    coder.id("source", &source, .nothing)
    coder.list("path", &path)
    coder.int("options", options.rawValue)
    coder.value("context", &context, hold)
    coder.part("handler", &handler, hold)
    coder.id("observer", &observer, .nothing)
    coder.bool("isAutomatic", isAutomatic)
    coder.list("chain", &chain, .nothing)
    coder.bool("isRemoved", isRemoved)
  }
}

extension Channel: Coded {
  static let shape = PartShape.record

  mutating func code<Coder: PartCoder>(with coder: inout Coder) {
    coder.part("left", &left)
    coder.part("right", &right)
    coder.bool("isDone", isDone)
  }
}

extension Channel.Side: Coded {
  static let shape = PartShape.list

  mutating func code<Coder: PartCoder>(with coder: inout Coder) {
    coder.id("channel", &instance, .nothing)
    coder.int("channel", port)
    coder.value("channel", &replacement)
    coder.bool("channel", ignoresNext)
  }
}

extension SubjectInstance: Coded {
  static let shape = PartShape.record

  mutating func code<Coder: PartCoder>(with coder: inout Coder) {
    coder.optional("capacity", &capacity)
    coder.list("kept", &kept)
    coder.optional("end", &end)
  }
}

// MARK: The rest of a snapshot

struct SnapshotFrame: Coded {
  let time: Int
  let seed: Int
  var fault: String?
  let reversesObservers: Bool
  var store: Value
  var services: [ServiceSetting]
  var roots: [InstanceID]

  static let shape = PartShape.record

  mutating func code<Coder: PartCoder>(with coder: inout Coder) {
    coder.int("time", time)
    coder.int("seed", seed)
    coder.optional("fault", &fault)
    coder.bool("reversesObservers", reversesObservers)
    coder.value("store", &store)
    coder.list("services", &services)
    coder.list("roots", &roots)
  }
}

// MARK: Machines

extension HistoryValue: Coded {
  static let shape = PartShape.list

  mutating func code<Coder: PartCoder>(with coder: inout Coder) {
    coder.int("history", state)
    coder.states("history", remembered)
  }
}

extension InvokedMachine: Coded {
  static let shape = PartShape.list

  mutating func code<Coder: PartCoder>(with coder: inout Coder) {
    coder.int("invoked", state)
    coder.int("invoked", position)
    coder.id("invoked", &machine)
  }
}

extension MonitorState: Coded {
  static let shape = PartShape.list

  mutating func code<Coder: PartCoder>(with coder: inout Coder) {
    coder.value("properties", &memory)
    coder.bool("properties", isBroken)
  }
}
