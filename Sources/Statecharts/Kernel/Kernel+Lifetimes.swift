extension Kernel {
  /// Makes an instance of a template: its model, then its set-up code, then its chart is entered.
  public mutating func make(_ name: String, at path: String) -> InstanceID {
    guard let index = program.templateIndex(named: name) else {
      fail("template '\(name)' is not declared in the definition")
      return InstanceID(0)
    }
    let template = program.templates[index]
    let id = add(.machine(MachineInstance(template: index, path: path, model: template.makeModel())))
    if let setUp = template.setUp { call(setUp, id) }
    if let chart = template.chart, let machine = machine(id) {
      let entry = initialEntrySet(machine, chart)
      recordEntry(entry, of: machine, chart)
      enter(entry, of: id, chart)
      touch(id)
    }
    return id
  }

  private mutating func recordEntry(_ entry: EntrySet, of machine: MachineInstance, _ chart: ChartTable) {
    for region in chart.regions {
      let text = chart.text(of: entry.states, in: region)
      guard !text.isEmpty else { continue }
      let name = chart.name(ofRegion: region, templateName: template(of: machine).name)
      record(.moved(region: Kernel.path(machine, name), from: "", to: text))
    }
  }

  /// Puts an instance into the first free place of the table.
  mutating func add(_ kind: Instance.Kind) -> InstanceID {
    if let free = snapshot.instances.firstIndex(where: { $0 == nil }) {
      snapshot.instances[free] = Instance(kind: kind)
      return InstanceID(free)
    }
    if snapshot.instances.count >= program.limits.instances { reach("instances", program.limits.instances, "") }
    snapshot.instances.append(Instance(kind: kind))
    return InstanceID(snapshot.instances.count - 1)
  }

  /// Removes what roots and agenda no longer reach, and sets weak fields to it to nil, notifying.
  ///
  /// - Returns: Whether something was told, so that the turn goes on.
  mutating func removeGarbage() -> Bool {
    guard mayHaveGarbage else { return false }
    mayHaveGarbage = false
    var isAlive = [Bool](repeating: false, count: snapshot.instances.count)
    for id in snapshot.reach(program) { isAlive[id.index] = true }
    let cleared = weakFields(isAlive)
    for index in isAlive.indices where !isAlive[index] { snapshot.instances[index] = nil }
    while let last = snapshot.instances.last, last == nil { snapshot.instances.removeLast() }
    for index in snapshot.instances.indices { removeDeadListeners(of: index) }
    for (id, port) in cleared { set(id, port: port, to: .null) }
    return !cleared.isEmpty
  }

  private func weakFields(_ isAlive: [Bool]) -> [(InstanceID, Int)] {
    var result: [(InstanceID, Int)] = []
    for index in isAlive.indices where isAlive[index] {
      guard let machine = machine(InstanceID(index)) else { continue }
      for (port, field) in template(of: machine).fields.enumerated()
      where field.holdsReferences && field.kind == .stored {
        guard case .weak(let target?) = read(field, of: machine), !isAlive[target.index] else { continue }
        result.append((InstanceID(index), port))
      }
    }
    return result
  }

  private mutating func removeDeadListeners(of index: Int) {
    guard let listeners = snapshot.instances[index]?.listeners, !listeners.isEmpty else { return }
    let live = listeners.map { list in
      list.filter { id in
        guard let instance = instance(id) else { return false }
        if case .stage(let stage) = instance.kind { return !stage.isDone }
        return true
      }
    }
    snapshot.instances[index]?.listeners = live
  }
}

extension Snapshot {
  /// Returns everything that roots and agenda keep alive, in order of reach.
  func reach(_ program: Program) -> [InstanceID] {
    var walk = ReachWalk(snapshot: self, program: program)
    for root in roots { walk.visit(root) }
    for work in agenda { walk.visit(work.target) }
    return walk.order
  }
}

/// Walks what keeps what: a source its listeners, a listener its captures, the agenda its targets, a model the
/// instances that it refers to. A listener does not keep what it observes.
struct ReachWalk {
  let snapshot: Snapshot
  let program: Program
  private(set) var order: [InstanceID] = []
  private var seen: [Bool]

  init(snapshot: Snapshot, program: Program) {
    self.snapshot = snapshot
    self.program = program
    seen = Array(repeating: false, count: snapshot.instances.count)
  }

  mutating func visit(_ start: InstanceID) {
    var pending = [start]
    while let id = pending.popLast() {
      guard seen.indices.contains(id.index), !seen[id.index], let instance = snapshot.instances[id.index] else {
        continue
      }
      seen[id.index] = true
      order.append(id)
      pending.append(contentsOf: targets(of: instance).reversed())
    }
  }

  mutating func visit(_ target: Work.Target) {
    switch target {
    case .deliver(let id, _, let event):
      visit(id)
      event.targets.forEach { visit($0) }
    case .start(let id): visit(id)
    case .call(let handler, let value): (handler.targets + value.targets).forEach { visit($0) }
    case .repeat(_, let handler): handler.targets.forEach { visit($0) }
    case .answer(let id, _, let value): ([id] + value.targets).forEach { visit($0) }
    case .event(let id, _, let value): ([id] + value.targets).forEach { visit($0) }
    case .elapsed(let id, _): visit(id)
    }
  }

  private func targets(of instance: Instance) -> [InstanceID] {
    let listeners = instance.listeners.flatMap { $0 }
    switch instance.kind {
    case .machine(let machine): return targets(of: machine) + listeners + machine.requests
    case .stage(let stage):
      return stage.isDone
        ? [] : stage.sink.targets + stage.memory.flatMap(\.targets) + operators(of: stage) + captures(of: stage)
    case .command(let command): return command.body.targets + listeners
    case .execution(let execution): return [execution.command] + execution.body.targets + listeners
    case .request(let request): return request.isEnded ? [] : [request.owner] + request.input.targets
    }
  }

  private func targets(of machine: MachineInstance) -> [InstanceID] {
    let template = program.templates[machine.template]
    guard template.holdsReferences else { return [] }
    var result: [InstanceID] = []
    for field in template.fields where field.holdsReferences && field.kind == .stored {
      machine.model.withModel { result += field.read($0).targets }
    }
    return result
  }

  /// The stages of its own subscription: those that feed it.
  private func operators(of stage: Stage) -> [InstanceID] { stage.upstream }

  /// Captures that are used by a closure of the subscription; a source's own object is not kept by observing it.
  private func captures(of stage: Stage) -> [InstanceID] {
    switch stage.kind {
    case .map, .filter: stage.origin.targets
    default: []
    }
  }
}

extension Value {
  /// The instances that it keeps alive.
  var targets: [InstanceID] {
    switch self {
    case .reference(let id): [id]
    case .list(let values): values.flatMap(\.targets)
    case .record(let members), .enumeration(_, let members): members.flatMap(\.value.targets)
    case .secret(let value): value.targets
    case .signal(let signal): signal.targets
    case .null, .bool, .int, .double, .string, .weak: []
    }
  }
}

extension SignalValue {
  var targets: [InstanceID] {
    switch self {
    case .wiring(_, let captures): captures.flatMap(\.targets)
    case .execution(let id), .executionCatchingErrors(let id): [id]
    case .failing(let value): value.targets
    }
  }
}

extension SignalEvent {
  var targets: [InstanceID] {
    switch self {
    case .next(let value), .error(let value): value.targets
    case .completed: []
    }
  }
}

extension HandlerValue {
  var targets: [InstanceID] { captures.flatMap(\.targets) }
}

extension Sink {
  var targets: [InstanceID] {
    switch self {
    case .stage(let id, _), .assign(let id, _), .output(let id, _), .allow(let id), .execute(let id),
      .execution(let id):
      [id]
    case .handlers(let next, let error, let completed):
      [next, error, completed].compactMap { $0 }.flatMap(\.targets)
    }
  }
}
