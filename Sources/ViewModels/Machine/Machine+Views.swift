import Statecharts

extension Machine {
  /// Every region's state in declaration order, without rows.
  public func regions(of snapshot: Snapshot) -> [(region: Name, state: String)] {
    snapshot.machines(program).flatMap { regions(of: $0, at: $0.path, snapshot) }
  }

  package func paths(of snapshot: Snapshot) -> [String] {
    snapshot.machines(program).filter { !program.templates[$0.template].isInternal }.map(\.path)
  }

  /// The regions of the instance at a path, such as `items[3]`.
  public func regions(of snapshot: Snapshot, at path: String) -> [(region: Name, state: String)] {
    guard let id = snapshot.instance(at: path, program), let entry = snapshot.machineEntry(id, program) else {
      return []
    }
    return regions(of: entry, at: path, snapshot)
  }

  func regions(
    of entry: Snapshot.MachineEntry, at path: String, _ snapshot: Snapshot
  ) -> [(region: Name, state: String)] {
    let commands = snapshot.commandRegions(of: entry.id, program)
    let template = program.templates[entry.template]
    guard !template.isInternal else { return [] }
    let regions = template.chart?.regions(entry.configuration, templateName: template.name) ?? []
    return (regions + commands).map {
      (path.isEmpty ? $0.region : Name("\(path).\($0.region)"), $0.state)
    }
  }

  /// The fields of all instances but rows, the root's first. Copies each value; `field(at:of:)` reads one.
  public func fields(of snapshot: Snapshot) -> [FieldState] {
    snapshot.machines(program).filter { $0.path != Navigation.path }.flatMap { entry in
      program.templates[entry.template].fields.indices.map { field($0, of: entry, at: entry.path, snapshot) }
    }
  }

  /// One field, also of a row: `items[3].total`, `items[#3238].total`.
  public func field(at path: String, of snapshot: Snapshot) -> FieldState? {
    let view = View(machine: self, snapshot: snapshot)
    guard let place = view.field(at: path), let entry = snapshot.machineEntry(place.instance, program) else {
      return nil
    }
    var state = field(place.port, of: entry, at: entry.path, snapshot)
    state.path = Name(path)
    return state
  }

  package func definition(ofFieldAt path: String, in snapshot: Snapshot) -> (template: Int, port: Int)? {
    let view = View(machine: self, snapshot: snapshot)
    guard let place = view.field(at: path), let template = snapshot.template(of: place.instance) else { return nil }
    return (template, place.port)
  }

  /// The fields of a row or child, or a list's rows as values.
  public func fields(of snapshot: Snapshot, below path: String) -> [FieldState] {
    if let field = field(at: path, of: snapshot), field.listsRows, case .list(let rows) = field.value {
      return [field]
        + rows.enumerated().map { index, row in
          FieldState(
            path: "\(path)[\(index)]", value: row, shape: .record, isAssignable: false, listsRows: true,
            isInternal: false)
        }
    }
    guard let id = snapshot.instance(at: path, program), let entry = snapshot.machineEntry(id, program),
      entry.path != Navigation.path
    else { return [] }
    return program.templates[entry.template].fields.indices.map { field($0, of: entry, at: path, snapshot) }
  }

  func field(_ port: Int, of entry: Snapshot.MachineEntry, at path: String, _ snapshot: Snapshot) -> FieldState {
    let field = program.templates[entry.template].fields[port]
    var value = snapshot.read(entry.id, port: port, program)
    if field.rows != nil { value = snapshot.described(value, program) }
    return FieldState(
      path: path.isEmpty ? field.name : Name("\(path).\(field.name)"), value: field.isSecret ? value.hidden : value,
      shape: fieldFacts(of: entry.template)[port].shape,
      isAssignable: field.kind == .stored && !field.holdsReferences && !field.isReadOnly, listsRows: field.rows != nil,
      isSilent: field.kind == .computed, isInternal: field.isInternal)
  }

  /// Whether traces name the row by another list's path, such as `load.rows[3]`.
  package func isElsewhere(_ path: String, in snapshot: Snapshot) -> Bool {
    guard let id = snapshot.instance(at: path, program) else { return false }
    return Name(snapshot.path(of: id, program)) != path
  }

  /// Finds a law by its name; an instance's path may precede it.
  package func law(named name: Name) -> LawNote? {
    templates.flatMap(\.laws).first { name.isLaw($0.name) }
  }

  /// The properties and their verdicts.
  public func properties(of snapshot: Snapshot) -> [PropertyState] {
    snapshot.properties(program).map {
      PropertyState(name: $0.path.isEmpty ? $0.name : "\($0.path): \($0.name)", isBroken: $0.isBroken)
    }
  }

  /// The requests, with ended ones whose late answer is still due.
  public func requests(of snapshot: Snapshot) -> [RequestState] {
    snapshot.requests.map { request in
      let answer = snapshot.work.first { $0.request == request.id }
      return RequestState(
        name: request.name, service: request.service, input: request.input,
        dueIn: answer.map { $0.due - snapshot.time }, isEnded: request.isEnded,
        answerer: request.isWithInstance ? answerer(of: request.service) : nil)
    }
  }

  private func answerer(of service: Name) -> Name? {
    program.serviceIndex(named: service).flatMap { program.services[$0].instance }
  }

  /// The waiting work in its order of execution.
  public func work(of snapshot: Snapshot) -> [WorkState] {
    snapshot.work.map { WorkState(name: $0.name, source: $0.source, dueIn: $0.due - snapshot.time) }
  }

  package func services(of snapshot: Snapshot) -> [ServiceState] {
    self.facts.services.map { facts in
      ServiceState(
        name: facts.definition.name, behaviours: snapshot.behaviours(of: facts.definition.name),
        definedDelay: facts.definition.delay, answerer: facts.definition.instance, outputShape: facts.shape)
    }
  }

  package var declaredNames: [Name] {
    let controls = screens.flatMap { $0.screen.controls.map(\.name) }
    return templates.reduce(into: controls + inputs.map(\.name)) { names, template in
      names += [template.template.name] + template.fields.map(\.name)
    }
  }

  package var pageNames: [Name] {
    let names = screens.map(\.page) + screens.flatMap { $0.screen.routes.compactMap(\.kind.pushedPage) }
    return names.distinct(by: \.self)
  }

  package var serviceNames: [Name] { templates.flatMap(\.services).map(\.own.name) }

  /// Why this answer does not fit the service's type. The value of a failure or an error is a text.
  func misfit(of value: Value, _ outcome: Outcome, from service: String) -> Misfit? {
    let services = facts.services
    guard let index = services.indices.first(where: { services[$0].own.name == service }) else { return nil }
    guard outcome == .ok else {
      return Misfit("\(service) \(outcome.rawValue)", RecipientType(String.self), value)
    }
    return Misfit("\(service) ok", services[index].type, value, example: services[index].samples.first?.value)
  }

  package var samples: [Sample] {
    let rowTemplates = templates.flatMap(\.fields).compactMap(\.rowTemplate)
    let fieldsAndInputs = templates.filter { !$0.template.isInternal }.flatMap { defined -> [Sample] in
      let isTop = defined.template.name == root || rowTemplates.contains(defined.template.name)
      let page = screens.dropFirst().first { $0.template == defined.template.name }?.page
      let path = isTop ? "" : "\(page ?? defined.template.name)."
      let owned = defined.fields.map { ($0.name, $0.samples) } + defined.inputSamples
      return owned.flatMap { owner, samples in
        samples.map { Sample(name: Name($0.name), owner: "\(path)\(owner)", value: $0.value) }
      }
    }
    return fieldsAndInputs
      + facts.services.flatMap { service in
        service.samples.map { Sample(name: Name($0.name), owner: service.definition.name, value: $0.value) }
      }
  }

  /// The inputs of the root, of pages, and of answering instances: `login`, `goods.pullDown`, `cache.clear`.
  package var inputs: [InputState] {
    let behind = screens.dropFirst().flatMap { inputs(of: $0.template, at: $0.page) }
    let own = templates.named(root)?.inputs ?? []
    return own + behind + answerers.flatMap { inputs(of: $0, at: $0) }
  }

  /// Includes open pages whose path differs from the page's name: `goods'2.pullDown`.
  package func inputs(of snapshot: Snapshot) -> [InputState] {
    let view = View(machine: self, snapshot: snapshot)
    let known = Set(inputs.map { Array($0.name.utf8) })
    let others = view.model.pages.compactMap(\.model).flatMap { page in
      view.entry(page.owner).map { inputs(of: program.templates[$0.template].name, at: Name($0.path)) } ?? []
    }
    return inputs + others.filter { !known.contains(Array($0.name.utf8)) && $0.name.utf8.first != UInt8(ascii: ".") }
  }

  private func inputs(of template: Name, at path: Name) -> [InputState] {
    (templates.named(template)?.inputs ?? []).map {
      InputState(name: "\(path).\($0.name)", shape: $0.shape)
    }
  }

  func value(of outcome: Outcome, _ request: Snapshot.RequestEntry) -> Value {
    guard let index = program.serviceIndex(named: request.service) else { return .null }
    return program.services[index].value(of: outcome, for: request.input)
  }
}
