extension SignalValue: Coded {
  static let shape = PartShape.cases

  mutating func code<Coder: PartCoder>(with coder: inout Coder) {
    switch self {
    case .wiring(let name, var captures):
      coder.begin("wiring")
      coder.label(name.text)
      coder.list("captures", &captures)
      if Coder.changes { self = .wiring(name, captures) }
    case .execution(let id): coder.one("execution", id, of: &self, SignalValue.execution)
    case .executionCatchingErrors(let id):
      coder.one("executionCatchingErrors", id, of: &self, SignalValue.executionCatchingErrors)
    case .failing(let value): coder.one("failing", value, of: &self, SignalValue.failing)
    }
  }
}

extension SignalEvent: Coded {
  static let shape = PartShape.cases

  mutating func code<Coder: PartCoder>(with coder: inout Coder) {
    switch self {
    case .next(let value): coder.one("next", value, of: &self, SignalEvent.next)
    case .error(let value): coder.one("error", value, of: &self, SignalEvent.error)
    case .completed: coder.begin("completed")
    }
  }
}

extension HandlerValue: Coded {
  static let shape = PartShape.cases

  mutating func code<Coder: PartCoder>(with coder: inout Coder) {
    coder.begin("handler")
    coder.label(name.text)
    coder.list("captures", &captures)
  }
}

extension Sink: Coded {
  static let shape = PartShape.cases

  mutating func code<Coder: PartCoder>(with coder: inout Coder) {
    switch self {
    case .stage(let id, let input): coder.port("stage", id, input, of: &self, Sink.stage)
    case .assign(var id, let port, var replacement):
      coder.begin("assign")
      coder.id("sink", &id, .nothing)
      coder.int("port", port)
      coder.value("", &replacement)
      if Coder.changes { self = .assign(id, port: port, replacingNil: replacement) }
    case .write(let id, let port): coder.port("write", id, port, of: &self, Sink.write)
    case .relay(let id): coder.one("relay", id, of: &self, Sink.relay)
    case .output(let id, let port): coder.port("output", id, port, of: &self, Sink.output)
    case .allow(let id): coder.one("allow", id, .nothing, of: &self, Sink.allow)
    case .execute(let id): coder.one("execute", id, of: &self, Sink.execute)
    case .execution(let id): coder.one("execution", id, of: &self, Sink.execution)
    case .handlers(var next, var error, var completed):
      coder.begin("handlers")
      coder.optional("next", &next)
      coder.optional("error", &error)
      coder.optional("completed", &completed)
      if Coder.changes { self = .handlers(next: next, error: error, completed: completed) }
    }
  }
}

extension Operator: Coded {
  static let shape = PartShape.cases

  mutating func code<Coder: PartCoder>(with coder: inout Coder) {
    switch self {
    case .values(let id, let port): coder.port("values", id, port, .named, of: &self, Operator.values)
    case .changes(let id, let port): coder.port("changes", id, port, .named, of: &self, Operator.changes)
    case .subject(let id, let port): coder.port("subject", id, port, .named, of: &self, Operator.subject)
    case .lifetime(let id): coder.one("lifetime", id, .named, of: &self, Operator.lifetime)
    case .signal(let signal): coder.one("signal", signal, .named, of: &self, Operator.signal)
    case .just(let value): coder.one("just", value, .named, of: &self, Operator.just)
    case .fail(let value): coder.one("fail", value, .named, of: &self, Operator.fail)
    case .empty: coder.begin("empty")
    case .never: coder.begin("never")
    case .map: coder.begin("map")
    case .filter: coder.begin("filter")
    case .distinct: coder.begin("distinct")
    case .member(let field): coder.one("member", field, of: &self, Operator.member)
    case .delay(let delay): coder.one("delay", delay, of: &self, Operator.delay)
    case .deliver: coder.begin("deliver")
    case .log: coder.begin("log")
    case .run(let id): coder.one("run", id, of: &self, Operator.run)
    case .skip(let count): coder.one("skip", count, of: &self, Operator.skip)
    case .take(let count): coder.one("take", count, of: &self, Operator.take)
    case .ignoreValues: coder.begin("ignoreValues")
    case .materialize: coder.begin("materialize")
    case .catchMap: coder.begin("catchMap")
    case .flatten(var limit):
      coder.begin("flatten")
      coder.optional("limit", &limit)
    case .switchToLatest: coder.begin("switchToLatest")
    case .combineLatest(let count): coder.one("combineLatest", count, of: &self, Operator.combineLatest)
    case .merge(let count): coder.one("merge", count, of: &self, Operator.merge)
    case .concat(let count): coder.one("concat", count, of: &self, Operator.concat)
    case .takeUntil: coder.begin("takeUntil")
    case .catchError: coder.begin("catch")
    }
  }
}

extension Stage: Coded {
  static let shape = PartShape.record

  /// An ended stage keeps nothing. Its origin stays named, since it must be found again.
  mutating func code<Coder: PartCoder>(with coder: inout Coder) {
    let hold = isDone ? Hold.ended : .asIs
    coder.part("origin", &origin, .named)
    coder.int("position", position)
    coder.part("kind", &kind, isDone ? .named : .asIs)
    coder.part("sink", &sink, hold)
    coder.list("captures", &captures, hold)
    coder.list("memory", &memory, hold)
    coder.list("upstream", &upstream, hold)
    coder.bool("isDone", isDone)
  }
}
