extension Instance: Coded {
  static let shape = PartShape.kinds
  static let blanks: [String: Instance] = [
    "stage": .stage(StageBox(Stage.blank)), "command": .command(CommandInstance.blank),
    "execution": .execution(ExecutionInstance.blank), "request": .request(RequestInstance.blank),
    "registration": .registration(Registration.blank), "channel": .channel(Channel.blank),
    "subject": .subject(SubjectInstance()), "gone": .gone,
  ]

  /// What a machine consists of stands in tables of its own: see `Snapshot.writeMachine`.
  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    switch self {
    case .stage(let stage): try coder.kind("stage", stage.value, of: &self) { .stage(StageBox($0)) }
    case .command(let command): try coder.kind("command", command, of: &self, Instance.command)
    case .execution(let execution): try coder.kind("execution", execution, of: &self, Instance.execution)
    case .request(let request): try coder.kind("request", request, of: &self, Instance.request)
    case .registration(let observer): try coder.kind("registration", observer, of: &self, Instance.registration)
    case .channel(let channel): try coder.kind("channel", channel, of: &self, Instance.channel)
    case .subject(let subject): try coder.kind("subject", subject, of: &self, Instance.subject)
    case .gone, .plainMachine, .machine: coder.begin("gone")
    }
  }
}

extension PartCoder {
  /// A kind of instance with the parts of its record.
  fileprivate mutating func kind<Part: Coded>(
    _ word: String, _ part: Part, of kind: inout Instance, _ make: (Part) -> Instance
  ) throws(Failure) {
    begin(word)
    var part = part
    try parts(of: &part)
    if Self.changes { kind = make(part) }
  }
}

// MARK: Commands

extension CommandInstance: Coded {
  static let shape = PartShape.record
  static let blanks = ["": CommandInstance(body: HandlerValue(""))]

  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.part("body", &body)
    try coder.int("running", &running, .count)
    try coder.bool("isAllowed", &isAllowed)
    try coder.bool("concurrent", &allowsConcurrency)
    try coder.bool("shownExecuting", &shownExecuting)
    try coder.bool("shownEnabled", &shownEnabled)
    try coder.extra("shown", &shown)
  }

  func check(_ reader: FormReader) throws(SnapshotProblem.Reason) {
    guard running <= reader.places.count else { throw .wrong("running", expected: "a number of executions") }
  }
}

extension CommandInstance.Shown: Coded {
  static let shape = PartShape.list
  static let blanks = ["": CommandInstance.Shown(owner: .nowhere, name: "")]

  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.id("shown", &owner, .weak)
    try coder.text("shown", &name)
    try coder.part("shown", &phase)
  }
}

extension CommandInstance.Phase: Coded {}

extension ExecutionInstance: Coded {
  static let shape = PartShape.record
  static let blanks = ["": ExecutionInstance(command: .nowhere, body: .failing(.null))]

  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.id("command", &command)
    try coder.part("body", &body)
    try coder.list("log", &log)
    try coder.bool("isDone", &isDone)
  }
}

// MARK: Requests

extension RequestInstance: Coded {
  static let shape = PartShape.record
  static let blanks = ["": RequestInstance(service: "", ordinal: 0, owner: .nowhere, state: 0, input: .null)]

  /// One that has ended keeps nobody alive.
  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.text("service", &service)
    try coder.int("ordinal", &ordinal, .count)
    try coder.id("owner", &owner, isEnded ? .nothing : .asIs)
    try coder.int("state", &state, .state(of: owner))
    try coder.value("input", &input, isEnded ? .ended : .asIs)
    try coder.bool("isEnded", &isEnded)
    try coder.optional("delay", &delay)
    try coder.bool("answersLate", &answersLate)
    try coder.part("answerer", &answerer)
  }

  func check(_ reader: FormReader) throws(SnapshotProblem.Reason) {
    guard reader.program.serviceIndex(named: service) != nil else { throw .unknown("service", service) }
  }
}

extension RequestInstance.Answerer: Coded {}

extension ServiceSetting: Coded {
  static let shape = PartShape.record
  static let blanks = ["": ServiceSetting(service: "", behaviour: ServiceBehaviour())]

  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.text("service", &service)
    try coder.optional("delay", &behaviour.delay)
    try coder.part("answer", &behaviour.answer)
    try coder.bool("isLate", &behaviour.isLate)
    try coder.bool("isOnce", &behaviour.isOnce)
  }
}

extension ServiceBehaviour.Answer: Coded {
  static let shape = PartShape.words
  static let blanks: [String: ServiceBehaviour.Answer] = [
    "defined": .defined, "never": .never, "manual": .manual, "outcome": .outcome(.ok, nil), "twice": .twice(.ok, nil),
  ]

  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    switch self {
    case .defined: coder.begin("defined")
    case .never: coder.begin("never")
    case .manual: coder.begin("manual")
    case .outcome(var outcome, var value):
      coder.begin("outcome")
      try coder.outcome(&outcome)
      try coder.value("answer", &value)
      if Coder.changes { self = .outcome(outcome, value) }
    case .twice(var outcome, var value):
      coder.begin("twice")
      try coder.outcome(&outcome)
      try coder.value("answer", &value)
      if Coder.changes { self = .twice(outcome, value) }
    }
  }
}

// MARK: Observation

extension Registration: Coded {
  static let shape = PartShape.record
  static let blanks = [
    "": Registration(
      source: .nowhere, path: [], options: [], context: .null, handler: HandlerValue(""), observer: .nowhere,
      isAutomatic: true)
  ]

  /// It keeps what its code captured, but never its observer.
  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    let hold = isRemoved ? Hold.ended : .sparing(observer)
    var bits = options.rawValue
    try coder.id("source", &source, .nothing)
    try coder.list("path", &path)
    try coder.int("options", &bits, .count)
    try coder.value("context", &context, hold)
    try coder.part("handler", &handler, hold)
    try coder.id("observer", &observer, .nothing)
    try coder.bool("isAutomatic", &isAutomatic)
    try coder.list("chain", &chain, .nothing)
    try coder.bool("isRemoved", &isRemoved)
    options = ObservationOptions(rawValue: bits)
  }

  func check(_ reader: FormReader) throws(SnapshotProblem.Reason) {
    guard !path.isEmpty, chain.count <= path.count, isRemoved || !chain.isEmpty, options.isSubset(of: .all) else {
      throw .wrong("registration", expected: "an observation of a field")
    }
  }
}

extension Channel: Coded {
  static let shape = PartShape.record
  static let blanks = ["": Channel(left: Side.blank, right: Side.blank)]

  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.part("left", &left)
    try coder.part("right", &right)
    try coder.bool("isDone", &isDone)
  }
}

extension Channel.Side: Coded {
  static let shape = PartShape.list
  static let blanks = ["": Channel.Side(instance: .nowhere, port: 0)]

  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.id("channel", &instance, .nothing)
    try coder.int("channel", &port, .port(of: instance))
    try coder.value("channel", &replacement)
    try coder.bool("channel", &ignoresNext)
  }
}

extension SubjectInstance: Coded {
  static let shape = PartShape.record
  static let blanks = ["": SubjectInstance()]

  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.optional("capacity", &capacity)
    try coder.list("kept", &kept)
    try coder.optional("end", &end)
  }

  func check(_ reader: FormReader) throws(SnapshotProblem.Reason) {
    guard kept.count <= capacity ?? 0, end?.isEnd ?? true else {
      throw .wrong("subject", expected: "one with as many values as it keeps")
    }
  }
}

// MARK: The rest of a snapshot

/// What of a snapshot belongs to no instance and no work.
struct SnapshotFrame: Coded {
  var time = 0
  var seed = 0
  var fault: String?
  var reversesObservers = false
  /// A record.
  var store = Value.record([])
  var services: [ServiceSetting] = []
  var roots: [InstanceID] = []

  static let shape = PartShape.record
  static let blanks = ["": SnapshotFrame()]

  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.int("time", &time, .count)
    try coder.int("seed", &seed, .bits)
    try coder.optional("fault", &fault)
    try coder.bool("reversesObservers", &reversesObservers)
    try coder.value("store", &store)
    try coder.list("services", &services)
    try coder.list("roots", &roots)
  }

  func check(_ reader: FormReader) throws(SnapshotProblem.Reason) {
    let keys = try FormParts(store).members.map(\.name.utf8)
    guard zip(keys, keys.dropFirst()).allSatisfy({ $0.lexicographicallyPrecedes($1) }) else {
      throw .wrong("store", expected: "sorted by its keys")
    }
  }
}

// MARK: Machines

extension HistoryEntry: Coded {
  static let shape = PartShape.list
  static let blanks = ["": HistoryEntry(state: 0, remembered: StateSet())]

  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.int("history", &state, .state(of: nil))
    try coder.states("history", &remembered)
  }
}

extension InvokedMachine: Coded {
  static let shape = PartShape.list
  static let blanks = ["": InvokedMachine(state: 0, position: 0, machine: .nowhere)]

  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.int("invoked", &state, .state(of: nil))
    try coder.int("invoked", &position, .count)
    try coder.id("invoked", &machine)
  }
}

extension MonitorState: Coded {
  static let shape = PartShape.list
  static let blanks = ["": MonitorState(memory: .null)]

  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.value("properties", &memory)
    try coder.bool("properties", &isBroken)
  }
}

extension Coded {
  /// What a reader fills in of what is no enumeration.
  static var blank: Self { blanks[""].unsafelyUnwrapped }
}
