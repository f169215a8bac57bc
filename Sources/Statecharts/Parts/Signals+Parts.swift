extension SignalValue: Coded {
  static let shape = PartShape.cases
  static let blanks: [String: SignalValue] = [
    "wiring": .wiring("", []), "execution": .execution(.nowhere),
    "executionCatchingErrors": .executionCatchingErrors(.nowhere), "failing": .failing(.null),
  ]

  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    switch self {
    case .wiring(var name, var captures):
      coder.begin("wiring")
      try coder.label(&name)
      try coder.list("captures", &captures)
      if Coder.changes { self = .wiring(name, captures) }
    case .execution(let id): try coder.one("execution", id, of: &self, SignalValue.execution)
    case .executionCatchingErrors(let id):
      try coder.one("executionCatchingErrors", id, of: &self, SignalValue.executionCatchingErrors)
    case .failing(let value): try coder.one("failing", value, of: &self, SignalValue.failing)
    }
  }
}

extension SignalEvent: Coded {
  static let shape = PartShape.cases
  static let blanks: [String: SignalEvent] = [
    "next": .next(.null), "error": .error(.null), "completed": .completed,
  ]

  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    switch self {
    case .next(let value): try coder.one("next", value, of: &self, SignalEvent.next)
    case .error(let value): try coder.one("error", value, of: &self, SignalEvent.error)
    case .completed: coder.begin("completed")
    }
  }
}

extension HandlerValue: Coded {
  static let shape = PartShape.cases
  static let blanks = ["handler": HandlerValue("")]

  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    coder.begin("handler")
    try coder.label(&name)
    try coder.list("captures", &captures)
  }

  func check(_ reader: FormReader) throws(SnapshotProblem.Reason) {
    let isDeclared = reader.program.handlers[name] != nil || reader.program.wirings[name] != nil
    guard isDeclared else { throw .unknown("handler", name) }
  }
}

extension Sink: Coded {
  static let shape = PartShape.cases
  static let blanks: [String: Sink] = [
    "stage": .stage(.nowhere, input: 0), "assign": .assign(.nowhere, port: 0), "write": .write(.nowhere, port: 0),
    "output": .output(.nowhere, port: 0), "relay": .relay(.nowhere), "allow": .allow(command: .nowhere),
    "execute": .execute(command: .nowhere), "execution": .execution(.nowhere),
    "handlers": .handlers(next: nil, error: nil, completed: nil),
  ]

  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    switch self {
    case .stage(var id, var input):
      coder.begin("stage")
      try coder.id("sink", &id)
      try coder.int("input", &input, .count)
      if Coder.changes { self = .stage(id, input: input) }
    case .assign(var id, var port, var replacement):
      coder.begin("assign")
      try coder.id("sink", &id, .nothing)
      try coder.int("port", &port, .port(of: id))
      try coder.value("", &replacement)
      if Coder.changes { self = .assign(id, port: port, replacingNil: replacement) }
    case .write(let id, let port): try coder.port("write", id, port, of: &self, Sink.write)
    case .relay(let id): try coder.one("relay", id, of: &self, Sink.relay)
    case .output(let id, let port): try coder.port("output", id, port, of: &self, Sink.output)
    case .allow(let id): try coder.one("allow", id, .nothing, of: &self, Sink.allow)
    case .execute(let id): try coder.one("execute", id, of: &self, Sink.execute)
    case .execution(let id): try coder.one("execution", id, of: &self, Sink.execution)
    case .handlers(let next, let error, let completed):
      try coder.handlers("handlers", next, error, completed, of: &self, Sink.handlers)
    }
  }
}

/// What it observes it does not keep.
extension Operator: Coded {
  static let shape = PartShape.cases
  static let blanks: [String: Operator] = [
    "values": .values(.nowhere, port: 0), "changes": .changes(.nowhere, port: 0),
    "subject": .subject(.nowhere, port: 0), "lifetime": .lifetime(.nowhere), "signal": .signal(.failing(.null)),
    "just": .just(.null), "fail": .fail(.null), "empty": .empty, "never": .never, "map": .map, "filter": .filter,
    "distinct": .distinct, "member": .member(field: ""), "delay": .delay(0), "deliver": .deliver, "log": .log,
    "perform": .perform(next: nil, error: nil, completed: nil), "run": .run(.nowhere), "skip": .skip(0),
    "take": .take(0), "ignoreValues": .ignoreValues, "materialize": .materialize, "catchMap": .catchMap,
    "flatten": .flatten(limit: nil),
    "switchToLatest": .switchToLatest, "combineLatest": .combineLatest(0), "merge": .merge(0), "concat": .concat(0),
    "takeUntil": .takeUntil, "catch": .catchError,
  ]

  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    switch self {
    case .values(let id, let port): try coder.port("values", id, port, .named, of: &self, Operator.values)
    case .changes(let id, let port): try coder.port("changes", id, port, .named, of: &self, Operator.changes)
    case .subject(let id, let port): try coder.port("subject", id, port, .named, of: &self, Operator.subject)
    case .lifetime(let id): try coder.one("lifetime", id, .named, of: &self, Operator.lifetime)
    case .signal(let signal): try coder.one("signal", signal, .named, of: &self, Operator.signal)
    case .just(let value): try coder.one("just", value, .named, of: &self, Operator.just)
    case .fail(let value): try coder.one("fail", value, .named, of: &self, Operator.fail)
    case .empty: coder.begin("empty")
    case .never: coder.begin("never")
    case .map: coder.begin("map")
    case .filter: coder.begin("filter")
    case .distinct: coder.begin("distinct")
    case .member(let field): try coder.one("member", field, of: &self, Operator.member)
    case .delay(let delay): try coder.one("delay", delay, of: &self, Operator.delay)
    case .deliver: coder.begin("deliver")
    case .log: coder.begin("log")
    case .perform(let next, let error, let completed):
      try coder.handlers("perform", next, error, completed, of: &self, Operator.perform)
    case .run(let id): try coder.one("run", id, of: &self, Operator.run)
    case .skip(let count): try coder.one("skip", count, of: &self, Operator.skip)
    case .take(let count): try coder.one("take", count, of: &self, Operator.take)
    case .ignoreValues: coder.begin("ignoreValues")
    case .materialize: coder.begin("materialize")
    case .catchMap: coder.begin("catchMap")
    case .flatten(var limit):
      coder.begin("flatten")
      try coder.optional("limit", &limit)
      if Coder.changes { self = .flatten(limit: limit) }
    case .switchToLatest: coder.begin("switchToLatest")
    case .combineLatest(let count): try coder.one("combineLatest", count, of: &self, Operator.combineLatest)
    case .merge(let count): try coder.one("merge", count, of: &self, Operator.merge)
    case .concat(let count): try coder.one("concat", count, of: &self, Operator.concat)
    case .takeUntil: coder.begin("takeUntil")
    case .catchError: coder.begin("catch")
    }
  }
}

extension Stage: Coded {
  static let shape = PartShape.record
  static let blanks = ["": Stage(origin: .failing(.null), position: 0, kind: .never, sink: .relay(.nowhere))]

  /// One that has ended keeps nothing. What it was made from has to be found again.
  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    let hold = isDone ? Hold.ended : .asIs
    try coder.part("origin", &origin, .named)
    try coder.int("position", &position, .count)
    try coder.part("kind", &kind, isDone ? .named : .asIs)
    try coder.part("sink", &sink, hold)
    try coder.list("captures", &captures, hold)
    try coder.list("memory", &memory, hold)
    try coder.list("upstream", &upstream, hold)
    try coder.bool("isDone", &isDone)
  }

  /// Its kind is what the signal's plan, made again from the definition, says there, or it watches on its operator's behalf.
  func check(_ reader: FormReader) throws(SnapshotProblem.Reason) {
    let nodes = try reader.nodes(of: origin).nodes
    guard position < nodes.count else { throw .misfit(origin.name) }
    switch kind {
    case .values, .changes, .subject, .signal: break
    default: guard kind == nodes[position].kind else { throw .misfit(origin.name) }
    }
    if case .distinct = kind { return }
    guard memory.count == kind.initialMemory.count else {
      throw .wrong("memory", expected: "what its operator remembers")
    }
  }
}

extension SignalValue {
  /// What a message calls it.
  var name: String {
    switch self {
    case .wiring(let name, _): name
    case .execution, .executionCatchingErrors: "execution"
    case .failing: "error"
    }
  }
}
