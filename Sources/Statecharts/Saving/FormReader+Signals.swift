extension FormReader {
  func stage(_ parts: FormParts) throws(Reason) -> Stage {
    let origin = try signal(try parts.value("origin"))
    let position = try parts.count("position")
    let nodes = try nodes(of: origin).nodes
    guard position < nodes.count else { throw .misfit(origin.name) }
    let stage = Stage(
      origin: origin, position: position,
      kind: try kind(try parts.value("kind"), planned: nodes[position].kind, in: origin),
      sink: try sink(try parts.value("sink")), captures: try parts.ids("captures"), memory: try parts.list("memory"),
      upstream: try parts.ids("upstream"), isDone: try parts.bool("isDone"))
    if case .distinct = stage.kind { return stage }
    guard stage.memory.count == stage.kind.initialMemory.count else {
      throw .wrong("memory", expected: "what its operator remembers")
    }
    return stage
  }

  /// The signal's plan, made again from the definition.
  private func nodes(of signal: SignalValue) throws(Reason) -> SignalNodes {
    if case .wiring(let name, _) = signal, program.wirings[name] == nil { throw .unknown("wiring", name) }
    do throws(CaptureMisfit) {
      return SignalNodes(try program.link(for: signal), captures: signal.targets)
    } catch {
      throw .misfit(signal.name)
    }
  }

  /// A stage is of the kind that its plan says, or watches on its operator's behalf.
  private func kind(_ form: Value, planned: Operator, in origin: SignalValue) throws(Reason) -> Operator {
    if planned.canonicalValue == form { return planned }
    let (name, parts) = try FormParts.enumeration(form, "kind")
    switch name {
    case "values", "changes", "subject":
      let id = try FormParts.id(try parts.payload(0), "kind")
      let port = try port(try FormParts.int(try parts.payload(1), "kind"), of: id)
      return name == "values"
        ? .values(id, port: port) : name == "changes" ? .changes(id, port: port) : .subject(id, port: port)
    case "signal": return .signal(try signal(try parts.payload(0)))
    default: throw .misfit(origin.name)
    }
  }

  func signal(_ form: Value) throws(Reason) -> SignalValue {
    let (kind, parts) = try FormParts.enumeration(form, "signal")
    let payload = try parts.payload(0)
    switch kind {
    case "wiring": return .wiring(parts.members[0].name, try FormParts.list(payload, "captures"))
    case "execution": return .execution(try FormParts.id(payload, "execution"))
    case "executionCatchingErrors": return .executionCatchingErrors(try FormParts.id(payload, "execution"))
    case "failing": return .failing(payload)
    default: throw .unknown("kind of signal", kind)
    }
  }

  func event(_ form: Value) throws(Reason) -> SignalEvent {
    let (kind, parts) = try FormParts.enumeration(form, "event")
    switch kind {
    case "next": return .next(try parts.payload(0))
    case "error": return .error(try parts.payload(0))
    case "completed": return .completed
    default: throw .unknown("kind of event", kind)
    }
  }

  func handler(_ form: Value) throws(Reason) -> HandlerValue {
    guard case .enumeration("handler", let members) = form, let member = members.first else {
      throw .wrong("handler", expected: "a handler with its captures")
    }
    guard program.handlers[member.name] != nil || program.wirings[member.name] != nil else {
      throw .unknown("handler", member.name)
    }
    return HandlerValue(member.name, try FormParts.list(member.value, "captures"))
  }

  private func sink(_ form: Value) throws(Reason) -> Sink {
    let (kind, parts) = try FormParts.enumeration(form, "sink")
    if kind == "handlers" {
      return .handlers(
        next: try optionalHandler(try parts.payload(0)), error: try optionalHandler(try parts.payload(1)),
        completed: try optionalHandler(try parts.payload(2)))
    }
    let id = try FormParts.id(try parts.payload(0), "sink")
    switch kind {
    case "stage": return .stage(id, input: try FormParts.count(try parts.payload(1), "input"))
    case "assign":
      let replacement = try parts.payload(2).elements.first
      return .assign(
        id, port: try port(try FormParts.int(try parts.payload(1), "port"), of: id), replacingNil: replacement)
    case "write": return .write(id, port: try port(try FormParts.int(try parts.payload(1), "port"), of: id))
    case "relay": return .relay(id)
    case "output": return .output(id, port: try port(try FormParts.int(try parts.payload(1), "port"), of: id))
    case "allow": return .allow(command: id)
    case "execute": return .execute(command: id)
    case "execution": return .execution(id)
    default: throw .unknown("kind of sink", kind)
    }
  }

  private func optionalHandler(_ form: Value) throws(Reason) -> HandlerValue? {
    if case .null = form { return nil }
    return try handler(form)
  }

  // MARK: Commands

  func command(_ parts: FormParts) throws(Reason) -> CommandInstance {
    let running = try parts.count("running")
    guard running <= places.count else { throw .wrong("running", expected: "a number of executions") }
    return CommandInstance(
      body: try handler(try parts.value("body")), running: running, isAllowed: try parts.bool("isAllowed"),
      allowsConcurrency: try parts.bool("concurrent"), shownExecuting: try parts.bool("shownExecuting"),
      shownEnabled: try parts.bool("shownEnabled"), shown: try parts.optional("shown").map(shown))
  }

  private func shown(_ form: Value) throws(Reason) -> CommandInstance.Shown {
    guard case .list(let parts) = form, parts.count == 3, case .weak(let owner?) = parts[0],
      case .string(let name) = parts[1], case .string(let text) = parts[2],
      let phase = CommandInstance.Phase(rawValue: text)
    else { throw .wrong("shown", expected: "an instance, a name and a phase") }
    return CommandInstance.Shown(owner: owner, name: name, phase: phase)
  }

  func execution(_ parts: FormParts) throws(Reason) -> ExecutionInstance {
    var log: [SignalEvent] = []
    for form in try parts.list("log") { log.append(try event(form)) }
    return ExecutionInstance(
      command: try parts.id("command"), body: try signal(try parts.value("body")), log: log,
      isDone: try parts.bool("isDone"))
  }
}

extension FormReader {
  func registration(_ parts: FormParts) throws(Reason) -> Registration {
    var path: [String] = []
    for value in try parts.list("path") {
      guard case .string(let name) = value else { throw .wrong("path", expected: "a list of names") }
      path.append(name)
    }
    var registration = Registration(
      source: try parts.id("source"), path: path, options: ObservationOptions(rawValue: try parts.count("options")),
      context: try parts.value("context"), handler: try handler(try parts.value("handler")),
      observer: try parts.id("observer"), isAutomatic: try parts.bool("isAutomatic"))
    registration.chain = try parts.ids("chain")
    registration.isRemoved = try parts.bool("isRemoved")
    guard !path.isEmpty, registration.chain.count <= path.count, registration.isRemoved || !registration.chain.isEmpty,
      registration.options.isSubset(of: .all)
    else { throw .wrong("registration", expected: "an observation of a field") }
    return registration
  }

  func channel(_ parts: FormParts) throws(Reason) -> Channel {
    Channel(
      left: try side(try parts.list("left")), right: try side(try parts.list("right")),
      isDone: try parts.bool("isDone"))
  }

  private func side(_ form: [Value]) throws(Reason) -> Channel.Side {
    guard form.count == 4, case .bool(let ignoresNext) = form[3] else {
      throw .wrong("channel", expected: "two sides")
    }
    let instance = try FormParts.id(form[0], "channel")
    return Channel.Side(
      instance: instance, port: try port(try FormParts.int(form[1], "channel"), of: instance),
      replacement: form[2].elements.first, ignoresNext: ignoresNext)
  }

  func subject(_ parts: FormParts) throws(Reason) -> SubjectInstance {
    var subject = SubjectInstance(capacity: nil, kept: try parts.list("kept"))
    if try parts.value("capacity") != .null { subject.capacity = try parts.count("capacity") }
    let end = try parts.value("end")
    if end != .null { subject.end = try event(end) }
    guard subject.kept.count <= subject.capacity ?? 0, subject.end?.isEnd ?? true else {
      throw .wrong("subject", expected: "one with as many values as it keeps")
    }
    return subject
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
