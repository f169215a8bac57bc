extension Kernel {
  /// Makes an instance: its model, then set-up code, then chart entry.
  ///
  /// - Parameter path: As in `TurnContext.make`.
  public mutating func make(_ name: Name, at path: String? = nil) -> InstanceID {
    make(name, at: path, .null, invokedBy: nil)
  }

  mutating func make(
    _ name: Name, at path: String?, _ input: Value, invokedBy owner: (StateOfMachine, position: Int)?
  ) -> InstanceID {
    guard fault == nil else { return .nowhere }
    guard let index = program.templateIndex(named: name) else {
      fail(.unknownTemplate(name.text))
      return .nowhere
    }
    if let problem = program.templates[index].chart?.problem {
      fail(.badChart(template: name.text, problem: "\(problem)"))
      return .nowhere
    }
    let id = addMachine(index, path.map { place(at: $0) } ?? .nowhere)
    if let (state, position) = owner { attach(id, to: state, position) }
    nest(.named(name)) { $0.setUp(id, input) }
    return id
  }

  private mutating func addMachine(_ index: Int, _ place: Place) -> InstanceID {
    let template = program.templates[index]
    var chart = ChartState(of: template, at: index)
    chart.row = snapshot.instances.models.add(template.model, of: index)
    let id = add(.plainMachine, chart, place, template.monitorsAtFirst)
    watchers.made?.append(id)
    return id
  }

  private mutating func attach(_ id: InstanceID, to owner: StateOfMachine, _ position: Int) {
    update(id) { $0.invoker = owner.machine }
    update(owner.machine) {
      $0.invoked.append(InvokedMachine(state: owner.state, position: position, machine: id))
      $0.invoked.sort { ($0.state, $0.position) < ($1.state, $1.position) }
    }
  }

  private mutating func setUp(_ id: InstanceID, _ input: Value) {
    guard let index = snapshot.template(of: id) else { return }
    if let setUp = program.templates[index].setUp { call(setUp, id, input) }
    if fault == nil, program.templates[index].chart != nil { enterChart(of: id, program.chart(index)) }
  }

  private mutating func enterChart(of id: InstanceID, _ chart: RunningChart) {
    let entry = chart.table.initialEntry
    if scope.gathersEffects {
      recordMoves(of: id, chart, from: StateSet(), MicrostepPlan(exits: StateSet(), entry: entry))
    }
    enterStates(entry, of: id, chart)
    if isTallying { tallyStates(of: id) }
    touch(id)
    if snapshot.instances.charts[id.index].isFinished { exitInterpreter(of: id, chart) }
  }

  mutating func add(_ instance: Instance) -> InstanceID { add(instance, ChartState(), .nowhere) }
  mutating func add(_ stage: Stage) -> InstanceID { add(.stage(StageBox(stage))) }

  private mutating func add(
    _ instance: Instance, _ chart: ChartState, _ place: Place, _ watched: [MonitorState] = []
  ) -> InstanceID {
    // The asking state keeps its request, so a request needs no walk.
    if !instance.isRequest { collector.isDue = true }
    if let free = snapshot.instances.firstFreePlace(from: collector.firstFree) {
      snapshot.instances.put(instance, chart, place, watched: watched, at: free)
      collector.firstFree = free + 1
      return InstanceID(free)
    }
    if snapshot.instances.count >= program.limits.instances { reach("instances", program.limits.instances, "") }
    snapshot.instances.append(instance, chart, place, watched: watched)
    collector.firstFree = snapshot.instances.count
    return InstanceID(snapshot.instances.count - 1)
  }

  /// Removes instances that roots, work and open requests do not reach; then weak fields become nil, with
  /// notification, and their listeners complete.
  ///
  /// - Returns: Whether something was notified, so that the turn continues.
  mutating func removeGarbage() -> Bool {
    if !collector.isDue { removeEndedRequests() }
    guard collector.isDue else { return false }
    collector.endedRequests.removeAll(keepingCapacity: true)
    var (order, isAlive) = survivors()
    settlePlaces(order, isAlive)
    guard isAlive.indices.contains(where: { !isAlive[$0] && snapshot.instances.holds($0) }) else { return false }
    endObservations(isAlive)
    while collector.isDue, fault == nil {
      // The ended stages may have kept other instances alive.
      (order, isAlive) = survivors()
      settlePlaces(order, isAlive)
      endObservations(isAlive)
    }
    if fault != nil { return false }
    let cleared = fieldsToClear(order, isAlive)
    let orphans = order.filter { isOrphan($0, isAlive) } + keepOrphans(&isAlive)
    free(isAlive)
    for id in order { removeDeadListeners(of: id.index) }
    if cleared.isEmpty && orphans.isEmpty { return false }
    collector.tellings += 1
    hasLeftovers = true
    if collector.tellings > program.limits.collections { reach("collections", program.limits.collections, "") }
    for (id, port, value) in cleared where fault == nil { set(id, port: port, to: value) }
    for id in orphans { emit(.completed, from: id) }
    return true
  }

  // MARK: Avoiding walks

  /// An ended request needs no walk if only its owner mentions it and the roots keep everything that it kept.
  mutating func release(_ id: InstanceID, _ request: RequestInstance) {
    snapshot.instances.charts[id.index].isAnchored = false
    let mentionsOthers = !request.input.mentions.isEmpty
    let isAnsweredHere = program.serviceIndex(named: request.service).map { program.services[$0].instance == nil }
    let isOwnerKept = snapshot.instances.isAnchored(request.owner)
    if !isOwnerKept || mentionsOthers || request.answersLate || isAnsweredHere != true { return collector.isDue = true }
    collector.endedRequests.append(id)
  }

  private mutating func removeEndedRequests() {
    for id in collector.endedRequests {
      guard let request = request(id), !request.answersLate, !snapshot.agenda.targets(id) else {
        return collector.isDue = true
      }
      snapshot.instances.put(nil, at: id.index)
      collector.firstFree = min(collector.firstFree, id.index)
    }
    if collector.endedRequests.isEmpty { return }
    collector.endedRequests.removeAll(keepingCapacity: true)
    snapshot.instances.trim()
    collector.firstFree = min(collector.firstFree, snapshot.instances.count)
  }

  /// Handles a field's new value. A walk is unnecessary if the old value is a root and the roots keep the new one.
  mutating func replaced(_ old: Value, by new: Value) {
    if collector.isDue { return }
    let isKept =
      old.mentionsOnly { snapshot.roots.contains($0) } && new.mentionsOnly { isSettled($0) }
      || old.mentions == new.mentions
    if !isKept { collector.isDue = true }
  }

  private func isSettled(_ id: InstanceID) -> Bool {
    guard snapshot.instances.isAnchored(id) else { return false }
    if case .detached? = snapshot.instances.place(of: id) { return false }
    return true
  }

  /// Handles work that left the agenda. A walk is unnecessary if the last one found its mentions kept without the
  /// agenda; a later loss schedules a walk itself.
  mutating func dropMentions(of target: Work.Target) {
    if collector.isDue { return }
    let isKept = target.mentionsOnly { snapshot.instances.isAnchored($0) }
    if !isKept { collector.isDue = true }
  }

  @inline(__always)
  mutating func dropMention(of id: InstanceID) {
    if !snapshot.instances.isAnchored(id) { collector.isDue = true }
  }

  // MARK: Mark and sweep

  private mutating func survivors() -> (order: [InstanceID], isAlive: [Bool]) {
    collector.isDue = false
    var walk = ReachWalk(places: snapshot.instances.count)
    for root in snapshot.roots { visit(root, &walk) }
    for index in walk.isSeen.indices where snapshot.instances.charts[index].isAnchored != walk.isSeen[index] {
      snapshot.instances.charts[index].isAnchored = walk.isSeen[index]
    }
    for start in snapshot.keptByWork { visit(start, &walk) }
    // Later changes invalidate these results.
    beginRevision()
    return (walk.order, walk.isSeen)
  }

  private mutating func visit(_ start: InstanceID, _ walk: inout ReachWalk) {
    walk.find(start)
    while let id = walk.next(in: snapshot) { walk.find(reach(of: id).kept) }
  }

  private mutating func reach(of id: InstanceID) -> Reach {
    let stamp = snapshot.instances.stamp(of: id)
    if let known = collector.reaches[stamp] { return known }
    let reach = snapshot.reach(of: id, program)
    collector.reaches.keep(reach, of: stamp)
    return reach
  }

  /// Frees dead places. A place that a live part still mentions stays reserved, so that its number never means
  /// another instance.
  private mutating func free(_ isAlive: [Bool]) {
    var isNamed = [Bool](repeating: false, count: isAlive.count)
    let name = { (id: InstanceID) in if isNamed.indices.contains(id.index) { isNamed[id.index] = true } }
    for index in isAlive.indices where isAlive[index] { reach(of: InstanceID(index)).named.forEach(name) }
    for work in snapshot.agenda.ordered { work.target.mentions.named.forEach(name) }
    for index in isAlive.indices where !isAlive[index] {
      snapshot.instances.put(isNamed[index] ? .gone : nil, at: index)
    }
    snapshot.instances.trim()
    collector.firstFree = 0
    watchers.haveEnded = true
  }

  private mutating func fieldsToClear(_ order: [InstanceID], _ isAlive: [Bool]) -> [(InstanceID, Int, Value)] {
    let isGone = { (id: InstanceID) in !isAlive[id.index] }
    var result: [(InstanceID, Int, Value)] = []
    for id in order where reach(of: id).weak.contains(where: isGone) {
      guard let template = template(of: id) else { continue }
      for (port, field) in template.fields.enumerated()
      where field.holdsReferences && field.kind == .stored {
        let value = read(field, of: id)
        guard value.mentions.named.contains(where: isGone) else { continue }
        if case .weak = value {
          result.append((id, port, .null))
        } else {
          result.append((id, port, value.clearingWeak(isGone)))
        }
      }
    }
    return result
  }

  private func isOrphan(_ id: InstanceID, _ isAlive: [Bool]) -> Bool {
    guard case .stage(let stage)? = snapshot.instances[id.index], let source = stage.source else { return false }
    return isAlive.indices.contains(source.index) && !isAlive[source.index]
  }

  /// Keeps dying stages that must still send the end of their source to live targets.
  ///
  /// - Returns: These stages, in order of reach from the dying instances, which are ordered by path.
  private func keepOrphans(_ isAlive: inout [Bool]) -> [InstanceID] {
    let gone = isAlive.indices.filter { !isAlive[$0] && snapshot.instances.holds($0) }.map { InstanceID($0) }
    if !gone.contains(where: { isOrphan($0, isAlive) }) { return [] }
    var walk = ReachWalk(seen: isAlive)
    let machines = gone.filter { isMachine($0) }.map { (id: $0, path: path(of: $0)) }
    for (id, _) in machines.sorted(by: { Name($0.path) < Name($1.path) }) {
      walk.visit(id, in: snapshot, program)
    }
    for id in gone where stage(id) == nil { walk.visit(id, in: snapshot, program) }
    let before = isAlive
    return walk.order.filter { id in
      guard isOrphan(id, before) else { return false }
      var kept = ReachWalk(seen: isAlive)
      kept.visit(id, in: snapshot, program)
      guard kept.order.allSatisfy({ stage($0) != nil }) else { return false }
      for other in kept.order { isAlive[other.index] = true }
      return true
    }
  }

  /// Ends bindings and automatic observers whose instance is gone. A plain observer that was not removed is a
  /// fault.
  private mutating func endObservations(_ isAlive: [Bool]) {
    let isGone = { (id: InstanceID) in isAlive.indices.contains(id.index) && !isAlive[id.index] }
    for index in snapshot.instances.indices {
      let id = InstanceID(index)
      switch snapshot.instances[index] {
      case .stage(let stage): if let target = stage.bound, isGone(target) { dispose(id) }
      case .channel(let channel):
        if isGone(channel.left.instance) || isGone(channel.right.instance) { removeChannel(id) }
      case .registration(let registration) where !registration.isRemoved:
        guard isGone(id) || isGone(registration.source) || isGone(registration.observer) else { continue }
        if !registration.isAutomatic { return failObserved(registration, isGone(registration.source)) }
        removeRegistration(id)
      case .registration, .plainMachine, .machine, .command, .execution, .request, .subject, .gone, nil: break
      }
    }
  }

  private mutating func failObserved(_ registration: Registration, _ isSourceGone: Bool) {
    let name = path(registration.source, registration.keyPath)
    fail(isSourceGone ? .observedGone(name) : .observerGone(name))
  }

  private mutating func removeDeadListeners(of index: Int) {
    guard snapshot.instances.charts[index].isHeard else { return }
    let listeners = snapshot.instances.listeners[index]
    if listeners.allSatisfy({ $0.allSatisfy { isLive($0) } }) { return }
    let live = listeners.map { $0.filter { isLive($0) } }
    snapshot.instances.changeListeners(at: index) { $0 = live }
  }

  private func isLive(_ listener: InstanceID) -> Bool {
    switch instance(listener) {
    case .stage(let stage): !stage.isDone
    case .registration(let registration): !registration.isRemoved
    case .channel(let channel): !channel.isDone
    case .plainMachine, .machine, .command, .execution, .request, .subject, .gone: true
    case nil: false
    }
  }
}

extension Snapshot {
  func reach(_ program: Program) -> [InstanceID] {
    var walk = ReachWalk(places: instances.count)
    for start in roots + keptByWork { walk.visit(start, in: self, program) }
    return walk.order
  }

  fileprivate func reach(of id: InstanceID, _ program: Program) -> Reach {
    var fields = Mentions()
    findInFields(of: id, program, &fields)
    var (others, names) = (Mentions(gathersNames: false), Mentions())
    findKeptBesideFields(by: id, &others)
    switch instances[id.index] {
    case .machine(let machine)?: names.name(machine.invoker)
    case .stage(let stage)?: names = stage.mentions
    case .plainMachine?, nil: break
    case let other?: names.add(other)
    }
    return Reach(kept: fields.kept + others.kept, weak: fields.named, named: names.named)
  }

  fileprivate func findKept(by id: InstanceID, _ program: Program, _ mentions: inout Mentions) {
    findInFields(of: id, program, &mentions)
    findKeptBesideFields(by: id, &mentions)
  }

  private func findInFields(of id: InstanceID, _ program: Program, _ mentions: inout Mentions) {
    guard let index = template(of: id) else { return }
    program.withTemplate(index) { template in
      for port in template.referencePorts { mentions.add(read(template.fields[port], of: id)) }
    }
  }

  func findKeptBesideFields(by id: InstanceID, _ mentions: inout Mentions) {
    guard template(of: id) != nil else {
      guard let instance = instances[id.index] else { return }
      if case .stage(let stage) = instance { return mentions.add(stage.mentions) }
      mentions.add(instance)
      if instance.hasListeners { findListeners(of: id, &mentions) }
      return
    }
    findListeners(of: id, &mentions)
    guard case .machine(let machine)? = instances[id.index] else { return }
    mentions.kept += machine.children
    mentions.kept += machine.requests
    for invoked in machine.invoked { mentions.kept.append(invoked.machine) }
  }

  private func findListeners(of id: InstanceID, _ mentions: inout Mentions) {
    guard instances.charts[id.index].isHeard else { return }
    for port in instances.listeners[id.index] { for listener in port { mentions.kept.append(listener) } }
  }
}

extension Instance {
  /// Whether it keeps its listeners alive.
  fileprivate var hasListeners: Bool {
    switch self {
    case .command, .execution, .subject: true
    case .plainMachine, .machine, .stage, .request, .registration, .channel, .gone: false
    }
  }
}

/// An instance's references. A class, to avoid copies.
final class Reach: Sendable {
  let kept: [InstanceID]
  /// Weak references in fields; they are cleared.
  let weak: [InstanceID]
  /// Other mentions that keep nothing alive: weak values and the origins of subscriptions.
  let named: [InstanceID]

  init(kept: [InstanceID], weak: [InstanceID], named: [InstanceID]) {
    self.kept = kept
    self.weak = weak
    self.named = named
  }
}

/// Walks references: a source keeps its listeners, a listener its captures, the agenda its targets, a model its
/// instances. A listener does not keep its source.
struct ReachWalk {
  private(set) var order: [InstanceID] = []
  private(set) var isSeen: [Bool] = []
  private var pending = Mentions(gathersNames: false)

  init(places: Int) {
    order.reserveCapacity(places)
    isSeen = Array(repeating: false, count: places)
  }

  init(seen: [Bool]) {
    isSeen = seen
  }

  mutating func visit(_ start: InstanceID, in snapshot: Snapshot, _ program: Program) {
    find(start)
    while let id = next(in: snapshot) {
      let first = pending.kept.count
      snapshot.findKept(by: id, program, &pending)
      pending.kept.reverse(from: first)
    }
  }

  mutating func find(_ kept: [InstanceID]) {
    for index in kept.indices.reversed() { find(kept[index]) }
  }

  mutating func find(_ id: InstanceID) { pending.kept.append(id) }

  mutating func next(in snapshot: Snapshot) -> InstanceID? {
    while let id = pending.kept.popLast() {
      guard isSeen.indices.contains(id.index), !isSeen[id.index], snapshot.instances.isTaken(id) else { continue }
      isSeen[id.index] = true
      order.append(id)
      return id
    }
    return nil
  }
}

extension Snapshot {
  var keptByWork: [InstanceID] {
    var mentions = Mentions(gathersNames: false)
    findKeptByWork(&mentions)
    return mentions.kept
  }

  func findKeptByWork(_ mentions: inout Mentions) {
    if !agenda.isEmpty { for work in agenda.ordered { mentions.add(work.target) } }
    // The outside world keeps the asking instance alive until the answer.
    if !instances.requests.isEmpty { for (id, _) in requestsOutside { mentions.kept.append(id) } }
  }
}

extension [InstanceID] {
  fileprivate mutating func reverse(from index: Int) {
    var (low, high) = (index, count - 1)
    while low < high {
      swapAt(low, high)
      (low, high) = (low + 1, high - 1)
    }
  }
}
