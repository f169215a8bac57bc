extension Kernel {
  /// Makes an instance of a template: its model, then its set-up code, then its chart is entered.
  ///
  /// - Parameter path: Where it stands, with an ordinal when the path is taken; without one, where the field is that takes
  ///   it.
  public mutating func make(_ name: String, at path: String? = nil) -> InstanceID {
    make(name, at: path, .null, invokedBy: nil)
  }

  /// Makes an instance; one that a state invokes has its input and knows its invoker before it runs.
  mutating func make(
    _ name: String, at path: String?, _ input: Value, invokedBy owner: (StateOfMachine, position: Int)?
  ) -> InstanceID {
    guard fault == nil else { return .nowhere }
    guard let index = program.templateIndex(named: name) else {
      fail("template '\(name)' is not declared in the definition")
      return .nowhere
    }
    if let problem = program.templates[index].chart?.problem {
      fail("the chart of '\(name)' cannot run: \(problem)")
      return .nowhere
    }
    let id = addMachine(index, path.map { place(at: $0) } ?? .nowhere)
    if let (state, position) = owner { attach(id, to: state, position) }
    nest(.named(name)) { $0.setUp(id, input) }
    return id
  }

  private mutating func addMachine(_ index: Int, _ place: Place) -> InstanceID {
    let template = program.templates[index]
    var machine = MachineInstance(template: index)
    machine.watched = template.monitors.map { MonitorState(memory: $0.initial ?? .null) }
    var chart = ChartState(of: template, at: index)
    chart.row = snapshot.instances.models.add(template.model, of: index)
    return add(Instance(machine: machine), chart, place)
  }

  private mutating func attach(_ id: InstanceID, to owner: StateOfMachine, _ position: Int) {
    update(id) { $0.invoker = owner.machine }
    update(owner.machine) {
      $0.invoked.append(InvokedMachine(state: owner.state, position: position, machine: id))
      $0.invoked.sort { ($0.state, $0.position) < ($1.state, $1.position) }
    }
  }

  private mutating func setUp(_ id: InstanceID, _ input: Value) {
    guard let index = machine(id)?.template else { return }
    if let setUp = program.templates[index].setUp { call(setUp, id, input) }
    if fault == nil, program.templates[index].chart != nil { enterChart(of: id, program.chart(index)) }
  }

  /// Enters the initial states of a chart.
  private mutating func enterChart(of id: InstanceID, _ chart: RunningChart) {
    let entry = chart.table.pointee.initialEntry
    if gathersEffects {
      recordMoves(of: id, chart, from: StateSet(), exits: StateSet(), entries: entry.states)
    }
    enter(entry, of: id, chart)
    touch(id)
    if snapshot.instances.charts[id.index].isFinished { finish(id, chart) }
  }

  /// Puts an instance into the first free place of the table.
  mutating func add(_ kind: Instance.Kind) -> InstanceID {
    add(Instance(kind: kind), ChartState(), .nowhere)
  }

  private mutating func add(_ instance: Instance, _ chart: ChartState, _ place: Place) -> InstanceID {
    mayHaveGarbage = true
    if let free = snapshot.instances.dropFirst(firstFree).firstIndex(where: { $0 == nil }) {
      snapshot.instances.put(instance, chart, place, at: free)
      firstFree = free + 1
      return InstanceID(free)
    }
    if snapshot.instances.count >= program.limits.instances { reach("instances", program.limits.instances, "") }
    snapshot.instances.append(instance, chart, place)
    firstFree = snapshot.instances.count
    return InstanceID(snapshot.instances.count - 1)
  }

  /// Removes what roots, agenda and open requests no longer reach; then weak fields to it become nil, notifying, and what
  /// listened to it completes.
  ///
  /// - Returns: Whether somebody was told, so that the turn goes on.
  mutating func removeGarbage() -> Bool {
    guard mayHaveGarbage else { return false }
    mayHaveGarbage = false
    var (order, isAlive) = survivors()
    settlePlaces(order, isAlive)
    guard isAlive.indices.contains(where: { !isAlive[$0] && snapshot.instances[$0] != nil }) else { return false }
    endObservations(isAlive)
    while mayHaveGarbage, fault == nil {
      // What ended may have kept something.
      mayHaveGarbage = false
      (order, isAlive) = survivors()
      settlePlaces(order, isAlive)
      endObservations(isAlive)
    }
    if fault != nil { return false }
    let cleared = fieldsToClear(order, isAlive)
    let orphans = order.filter { isOrphan($0, isAlive) } + keepBereaved(&isAlive)
    free(isAlive)
    for id in order { removeDeadListeners(of: id.index) }
    if cleared.isEmpty && orphans.isEmpty { return false }
    collections += 1
    hasLeftovers = true
    if collections > program.limits.collections { reach("collections", program.limits.collections, "") }
    for (id, port, value) in cleared where fault == nil { set(id, port: port, to: value) }
    for id in orphans { emit(.completed, from: id) }
    return true
  }

  /// Tells that work is no longer in the agenda. Nothing becomes garbage by it when all that it mentions is kept without
  /// it, as the last walk found; what takes something from the reach of the roots leads to another walk by itself.
  mutating func loosen(_ target: Work.Target) {
    if mayHaveGarbage { return }
    if let id = target.onlyMention { return loosen(id) }
    let isKept = target.mentions.allSatisfy { isAnchored.indices.contains($0.index) && isAnchored[$0.index] }
    if !isKept { mayHaveGarbage = true }
  }

  /// Tells that an instance is no longer mentioned by a piece of work.
  @inline(__always)
  mutating func loosen(_ id: InstanceID) {
    if !isAnchored.indices.contains(id.index) || !isAnchored[id.index] { mayHaveGarbage = true }
  }

  /// Returns what is reached, in order of reach, and by place; and remembers what is kept without the agenda.
  private mutating func survivors() -> (order: [InstanceID], isAlive: [Bool]) {
    let (order, anchored) = snapshot.reach(program)
    isAnchored = [Bool](repeating: false, count: snapshot.instances.count)
    for id in order.prefix(anchored) { isAnchored[id.index] = true }
    var isAlive = [Bool](repeating: false, count: snapshot.instances.count)
    for id in order { isAlive[id.index] = true }
    return (order, isAlive)
  }

  /// Empties the places of what is gone; a place that something mentions is not given out again.
  private mutating func free(_ isAlive: [Bool]) {
    let mentioned = snapshot.mentions(isAlive, program)
    for index in isAlive.indices where !isAlive[index] {
      snapshot.instances.remove(at: index, leaving: mentioned[index] ? Instance(kind: .gone) : nil)
    }
    snapshot.instances.trim()
    firstFree = 0
  }

  private func fieldsToClear(_ order: [InstanceID], _ isAlive: [Bool]) -> [(InstanceID, Int, Value)] {
    var result: [(InstanceID, Int, Value)] = []
    for id in order {
      guard let machine = machine(id) else { continue }
      for (port, field) in template(of: machine).fields.enumerated()
      where field.holdsReferences && field.kind == .stored {
        let value = read(field, of: id)
        let cleared = value.clearingWeak { !isAlive[$0.index] }
        if cleared == value { continue }
        if case .weak = value { result.append((id, port, .null)) } else { result.append((id, port, cleared)) }
      }
    }
    return result
  }

  /// Returns whether a stage has not ended whose source is not alive.
  private func isOrphan(_ id: InstanceID, _ isAlive: [Bool]) -> Bool {
    guard let stage = stage(id), !stage.isDone else { return false }
    switch stage.kind {
    case .values(let source, _), .changes(let source, _), .subject(let source, _), .lifetime(let source):
      return isAlive.indices.contains(source.index) && !isAlive[source.index]
    case .signal, .just, .fail, .empty, .never, .map, .filter, .distinct, .member, .delay, .deliver, .log, .perform,
      .skip, .take, .ignoreValues, .materialize, .catchMap, .flatten, .switchToLatest, .combineLatest, .merge, .concat,
      .takeUntil, .catchError:
      return false
    }
  }

  /// Keeps the stages that go with their source although what they tell lives on, until they have told that it is gone.
  ///
  /// - Returns: Those whose source goes, in order of reach from the instances that go; these by their path.
  private func keepBereaved(_ isAlive: inout [Bool]) -> [InstanceID] {
    let gone = isAlive.indices.filter { !isAlive[$0] && snapshot.instances[$0] != nil }.map { InstanceID($0) }
    if !gone.contains(where: { isOrphan($0, isAlive) }) { return [] }
    var walk = ReachWalk(snapshot: snapshot, program: program, seen: isAlive)
    let machines = gone.filter { machine($0) != nil }.map { (id: $0, path: path(of: $0)) }
    for (id, _) in machines.sorted(by: { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }) { walk.visit(id) }
    for id in gone where stage(id) == nil { walk.visit(id) }
    let before = isAlive
    return walk.order.filter { id in
      guard isOrphan(id, before) else { return false }
      var kept = ReachWalk(snapshot: snapshot, program: program, seen: isAlive)
      kept.visit(id)
      guard kept.order.allSatisfy({ stage($0) != nil }) else { return false }
      for other in kept.order { isAlive[other.index] = true }
      return true
    }
  }

  /// Ends what does not outlive what it is bound to: bindings, two-way bindings, and observers that go by themselves. A
  /// plain observer that goes, or whose field goes, without being removed is a fault.
  private mutating func endObservations(_ isAlive: [Bool]) {
    let isGone = { (id: InstanceID) in isAlive.indices.contains(id.index) && !isAlive[id.index] }
    for index in snapshot.instances.indices {
      let id = InstanceID(index)
      switch snapshot.instances[index]?.kind {
      case .stage(let stage): if let target = stage.sink.bound, isGone(target) { dispose(id) }
      case .channel(let channel):
        if isGone(channel.left.instance) || isGone(channel.right.instance) { removeChannel(id) }
      case .registration(let registration) where !registration.isRemoved:
        guard isGone(id) || isGone(registration.source) || isGone(registration.observer) else { continue }
        if !registration.isAutomatic { return failObserved(registration, isGone(registration.source)) }
        removeRegistration(id)
      case .registration, .machine, .command, .execution, .request, .subject, .gone, nil: break
      }
    }
  }

  private mutating func failObserved(_ registration: Registration, _ isSourceGone: Bool) {
    let name = path(registration.source, registration.keyPath)
    fail(
      isSourceGone
        ? "the instance of '\(name)' went while the field was observed; remove its observers before"
        : "an observer of '\(name)' went without being removed; remove it before")
  }

  private mutating func removeDeadListeners(of index: Int) {
    let listeners = snapshot.instances.listeners[index]
    if listeners.isEmpty { return }
    let live = listeners.map { list in
      list.filter { id in
        guard let instance = instance(id) else { return false }
        switch instance.kind {
        case .stage(let stage): return !stage.isDone
        case .registration(let registration): return !registration.isRemoved
        case .channel(let channel): return !channel.isDone
        case .machine, .command, .execution, .request, .subject, .gone: return true
        }
      }
    }
    snapshot.instances.changeListeners(at: index) { $0 = live }
  }
}

extension Snapshot {
  /// Returns everything that roots and agenda keep alive, in order of reach, and how many of them the roots alone keep.
  func reach(_ program: Program) -> (order: [InstanceID], anchored: Int) {
    var walk = ReachWalk(snapshot: self, program: program)
    for root in roots { walk.visit(root) }
    let anchored = walk.order.count
    for work in agenda.ordered { walk.visit(work.target) }
    // Whoever asked lives until the answer: the outside world holds it.
    for request in pendingRequests where !request.request.isEnded || request.request.isOwedByHand {
      walk.visit(request.id)
    }
    return (walk.order, anchored)
  }
}

/// Walks what keeps what: a source its listeners, a listener its captures, the agenda its targets, a model the
/// instances that it refers to. A listener does not keep what it observes.
struct ReachWalk {
  let snapshot: Snapshot
  let program: Program
  private(set) var order: [InstanceID] = []
  private var seen: [Bool]

  /// Begins a walk that does not enter the places that were seen already; without any, it enters all.
  init(snapshot: Snapshot, program: Program, seen: [Bool]? = nil) {
    self.snapshot = snapshot
    self.program = program
    self.seen = seen ?? Array(repeating: false, count: snapshot.instances.count)
  }

  mutating func visit(_ start: InstanceID) {
    var pending = [start]
    while let id = pending.popLast() {
      guard seen.indices.contains(id.index), !seen[id.index], let instance = snapshot.instances[id.index] else {
        continue
      }
      if case .gone = instance.kind { continue }
      seen[id.index] = true
      order.append(id)
      pending.append(contentsOf: targets(of: instance, at: id).reversed())
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

  private func targets(of instance: Instance, at id: InstanceID) -> [InstanceID] {
    let listeners = snapshot.instances.listeners[id.index].flatMap { $0 }
    if let machine = instance.machine {
      return targets(of: machine, at: id) + listeners + machine.requests + machine.invoked.map(\.machine)
    }
    switch instance.kind {
    case .stage(let stage):
      return stage.isDone
        ? []
        : stage.sink.targets + stage.memory.flatMap(\.targets) + stage.upstream + stage.captures + stage.kind.targets
    case .command(let command): return command.body.targets + listeners
    case .execution(let execution):
      return [execution.command] + execution.body.targets + execution.log.flatMap(\.targets) + listeners
    case .request(let request): return request.isEnded ? [] : [request.owner] + request.input.targets
    case .registration(let registration): return registration.targets
    case .channel(let channel): return [channel.left, channel.right].flatMap { $0.replacement?.targets ?? [] }
    case .subject(let subject): return subject.kept.flatMap(\.targets) + (subject.end?.targets ?? []) + listeners
    case .gone, .machine: return []
    }
  }

  private func targets(of machine: MachineInstance, at id: InstanceID) -> [InstanceID] {
    let template = program.templates[machine.template]
    guard template.holdsReferences else { return [] }
    var result: [InstanceID] = []
    for field in template.fields where field.holdsReferences && field.kind == .stored {
      result += snapshot.read(field, of: id).targets
    }
    return result
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
    case .stage(let id, _), .write(let id, _), .output(let id, _), .relay(let id), .execute(let id), .execution(let id):
      [id]
    case .allow: []
    case .assign(_, _, let replacement): replacement?.targets ?? []
    case .handlers(let next, let error, let completed):
      [next, error, completed].compactMap { $0 }.flatMap(\.targets)
    }
  }
}
