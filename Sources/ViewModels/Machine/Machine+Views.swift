import Statecharts

/// What a machine shows of a snapshot.
extension Machine {
  /// The state of every region, in order of declaration.
  public func regions(of snapshot: Snapshot) -> [(region: String, state: String)] {
    snapshot.machines.flatMap { entry -> [(region: String, state: String)] in
      let template = program.templates[entry.template]
      guard let chart = template.chart, !template.isInternal else { return [] }
      return chart.regions(entry.configuration, templateName: template.name).map {
        (entry.path.isEmpty ? $0.region : "\(entry.path).\($0.region)", $0.state)
      }
    }
  }

  /// The fields of all instances, the root's first; those of the view are marked internal.
  public func fields(of snapshot: Snapshot) -> [FieldState] {
    snapshot.machines.filter { $0.path != Navigation.path }.flatMap { fields(of: $0, snapshot) }
  }

  private func fields(of entry: Snapshot.MachineEntry, _ snapshot: Snapshot) -> [FieldState] {
    let template = program.templates[entry.template]
    let facts = templates[entry.template].fields
    return template.fields.indices.map { port in
      let field = template.fields[port]
      let value = snapshot.read(entry.id, port: port, program)
      return FieldState(
        path: entry.path.isEmpty ? field.name : "\(entry.path).\(field.name)",
        value: field.isSecret ? value.hidden : value, shape: facts[port].shape,
        isAssignable: field.kind == .stored && !field.holdsReferences,
        isInternal: field.isInternal)
    }
  }

  /// The properties that the machine is held to, and which are broken.
  public func properties(of snapshot: Snapshot) -> [PropertyState] {
    snapshot.properties(program).map {
      PropertyState(name: $0.path.isEmpty ? $0.name : "\($0.path): \($0.name)", isBroken: $0.isBroken)
    }
  }

  public func requests(of snapshot: Snapshot) -> [RequestState] {
    snapshot.requests.map { request in
      let answer = snapshot.work.first { $0.request == request.id }
      return RequestState(
        name: request.name, service: request.service, input: request.input, dueIn: answer.map { $0.due - snapshot.time }
      )
    }
  }

  /// The work that waits, in the order in which it will run.
  public func work(of snapshot: Snapshot) -> [WorkState] {
    snapshot.work.map { WorkState(name: $0.name, source: $0.source, dueIn: $0.due - snapshot.time) }
  }

  public func services(of snapshot: Snapshot) -> [ServiceState] {
    serviceFacts.map { facts in
      ServiceState(
        name: facts.definition.name, behaviour: snapshot.behaviour(of: facts.definition.name),
        definedDelay: facts.definition.delay, outputShape: facts.shape)
    }
  }

  /// The services of all view models, each once, though several states may ask it.
  private var serviceFacts: [ServiceFacts] {
    var result: [ServiceFacts] = []
    for facts in templates.flatMap(\.services)
    where !result.contains(where: { $0.definition.name == facts.definition.name }) {
      result.append(facts)
    }
    return result
  }

  public var samples: [Sample] {
    let fields = templates.filter { !$0.template.isInternal }.flatMap { defined -> [Sample] in
      let path = defined.template.name == root ? "" : "\(defined.template.name)."
      return defined.fields.flatMap { field in
        field.samples.map { Sample(name: $0.name, owner: path + field.name, value: $0.value) }
      }
    }
    return fields
      + serviceFacts.flatMap { service in
        service.samples.map { Sample(name: $0.name, owner: service.definition.name, value: $0.value) }
      }
  }

  /// The inputs of the root, and those of the view models behind pages: `login`, `goods.pullDown`.
  public var inputs: [InputState] {
    let behind = screens.dropFirst().flatMap { page in
      (templates.first { $0.template.name == page.template }?.inputs ?? []).map {
        InputState(name: "\(page.page).\($0.name)", shape: $0.shape)
      }
    }
    return (templates.first?.inputs ?? []) + behind
  }

  /// Returns what an answer says when only its outcome is given.
  func value(of outcome: Outcome, _ request: Snapshot.RequestEntry) -> Value {
    guard let index = program.serviceIndex(named: request.service) else { return .null }
    return program.services[index].value(of: outcome, for: request.input)
  }
}
