/// The Recommendation's algorithm (SCXML, Appendix D) over the tables of a chart. `Documentation/Charts.md` tells each
/// rule, and where it departs.
extension Kernel {
  // MARK: Selection

  /// Fills `enabled` with the optimal enabled transition set of an event: for each active atomic state the innermost
  /// enabled transition, in document order, without conflicts (`selectTransitions`).
  mutating func select(of id: InstanceID, _ chart: UnsafePointer<ChartTable>, _ column: Int, _ value: Value) {
    enabled.removeAll(keepingCapacity: true)
    guard let active = snapshot.instances[id.index]?.chart.active else { return }
    var state = active.next(from: 0)
    while let index = state {
      if chart.pointee.atomic.contains(index) {
        ask(chart.pointee.cells[index, column], of: id, chart, value)
      }
      state = active.next(from: index &+ 1)
    }
    if enabled.count > 1 { removeConflicts(of: id, chart) }
  }

  /// Fills `enabled` with the optimal set of eventless transitions (`selectEventlessTransitions`).
  mutating func selectEventless(of id: InstanceID, _ chart: UnsafePointer<ChartTable>) {
    enabled.removeAll(keepingCapacity: true)
    guard let active = snapshot.instances[id.index]?.chart.active else { return }
    var state = active.next(from: 0)
    while let index = state {
      if chart.pointee.atomic.contains(index) { ask(chart.pointee.eventless[index], of: id, chart, .null) }
      state = active.next(from: index &+ 1)
    }
    if enabled.count > 1 { removeConflicts(of: id, chart) }
  }

  /// Enables the first candidate whose guard holds.
  @inline(__always)
  private mutating func ask(
    _ first: Int32, of id: InstanceID, _ chart: UnsafePointer<ChartTable>, _ value: Value
  ) {
    var next = first
    while next != 0 {
      let link = chart.pointee.links[Int(next)]
      if enabled.contains(link.transition) { return }
      let condition = chart.pointee.rows[Int(link.transition)].condition
      if condition < 0 || holds(chart.pointee.transitions[Int(condition)].guardCondition, id, value) {
        enabled.append(link.transition)
        return
      }
      next = link.next
    }
  }

  /// Asks a guard; one that faults does not hold.
  public mutating func holds(_ condition: Chart.Guard?, _ id: InstanceID, _ value: Value = .null) -> Bool {
    guard let condition else { return true }
    if fault != nil { return false }
    let caller = running
    running = id
    var result = false
    withUnsafeMutablePointer(to: &self) { result = condition.holds(TurnContext(kernel: $0), id, value) }
    running = caller
    if fault == nil { return result }
    handFault(to: id)
    return false
  }

  /// Of two transitions that exit a state in common, the one from the deeper source wins, else the earlier
  /// (`removeConflictingTransitions`). A source lies inside its transition's domain, so two exit a state in common when
  /// one's range lies in the other's.
  private mutating func removeConflicts(of id: InstanceID, _ chart: UnsafePointer<ChartTable>) {
    var kept: [Int32] = []
    for candidate in enabled {
      let source = Int(chart.pointee.rows[Int(candidate)].source)
      let range = exitRange(of: candidate, id, chart)
      let rivals = kept.filter { exitRange(of: $0, id, chart).overlaps(range) }
      let isPreempted = rivals.contains { rival in
        !chart.pointee.isDescendant(source, of: Int(chart.pointee.rows[Int(rival)].source))
      }
      if isPreempted { continue }
      if !rivals.isEmpty { kept.removeAll(where: rivals.contains) }
      kept.append(candidate)
    }
    enabled = kept
  }

  /// The states that a transition exits if they are active, in document order.
  @inline(__always)
  private func exitRange(of transition: Int32, _ id: InstanceID, _ chart: UnsafePointer<ChartTable>) -> Range<Int> {
    let row = chart.pointee.rows[Int(transition)]
    return row.hasMovingDomain
      ? movingRange(of: transition, id, chart) : Range(uncheckedBounds: (Int(row.exitLow), Int(row.exitHigh)))
  }

  private func movingRange(of transition: Int32, _ id: InstanceID, _ chart: UnsafePointer<ChartTable>) -> Range<Int> {
    var walk = EntryWalk(chart, history: snapshot.instances[id.index]?.chart.history ?? [])
    let domain = walk.domain(of: Int(transition))
    return domain + 1..<chart.pointee.states[domain].end
  }

  // MARK: Microstep

  /// Takes the enabled transitions: exits, runs their content, enters (`microstep`).
  mutating func microstep(of id: InstanceID, _ chart: UnsafePointer<ChartTable>, _ value: Value) {
    microsteps += 1
    guard microsteps <= program.limits.microsteps else {
      return reach("microsteps", program.limits.microsteps, stateCycle(of: id, chart))
    }
    guard let before = snapshot.instances[id.index]?.chart.active else { return }
    let exits = exitSet(before, of: id, chart)
    exit(exits, of: id, chart)
    let entry = entrySet(of: id, chart)
    if gathersEffects { recordMoves(of: id, chart, from: before, exits: exits, entries: entry.states) }
    for transition in enabled where chart.pointee.rows[Int(transition)].hasActions {
      for action in chart.pointee.transitions[Int(transition)].actions { call(action, id, value) }
    }
    enter(entry, of: id, chart)
    if chart.pointee.hasEventless { touch(id) }
    if snapshot.instances[id.index]?.chart.isFinished == true { finish(id, chart) }
  }

  @inline(__always)
  private func exitSet(_ active: StateSet, of id: InstanceID, _ chart: UnsafePointer<ChartTable>) -> StateSet {
    var exits = StateSet()
    for transition in enabled where chart.pointee.rows[Int(transition)].hasTargets {
      let range = exitRange(of: transition, id, chart)
      exits.formUnion(active.members(from: range.lowerBound, to: range.upperBound))
    }
    return exits
  }

  @inline(__always)
  private func entrySet(of id: InstanceID, _ chart: UnsafePointer<ChartTable>) -> EntrySet {
    var entered: UInt64 = 0
    var byDefault: UInt64 = 0
    for transition in enabled {
      let row = chart.pointee.rows[Int(transition)]
      if row.hasTargets, !row.isPlanned { return walkedEntrySet(of: id, chart) }
      entered |= row.entered
      byDefault |= row.enteredByDefault
    }
    return EntrySet(states: StateSet(first: entered), defaults: StateSet(first: byDefault))
  }

  private func walkedEntrySet(of id: InstanceID, _ chart: UnsafePointer<ChartTable>) -> EntrySet {
    var walk = EntryWalk(chart, history: snapshot.instances[id.index]?.chart.history ?? [])
    for transition in enabled { walk.add(Int(transition)) }
    return walk.entry
  }

  /// A move is recorded before the actions that it causes, as a reader tells it.
  private mutating func recordMoves(
    of id: InstanceID, _ chart: UnsafePointer<ChartTable>, from before: StateSet, exits: StateSet, entries: StateSet
  ) {
    guard !isNowhere(id), let machine = machine(id), !template(of: machine).isInternal else { return }
    var after = before
    after.subtract(exits)
    after.formUnion(entries)
    var moved = exits
    moved.formUnion(entries)
    for region in chart.pointee.regions {
      guard !moved.members(from: region, to: chart.pointee.states[region].end).isEmpty else { continue }
      let new = chart.pointee.text(of: after, in: region)
      if new.isEmpty { continue }
      let name = chart.pointee.name(ofRegion: region, templateName: template(of: machine).name)
      let path = path(id, name)
      record(.moved(region: path, from: chart.pointee.text(of: before, in: region), to: new), of: id)
    }
  }

  private func stateCycle(of id: InstanceID, _ chart: UnsafePointer<ChartTable>) -> String {
    let moves = effects.suffix(32).compactMap { effect -> String? in
      guard case .moved(_, _, let to) = effect else { return nil }
      return to
    }
    if !moves.isEmpty { return Kernel.cycle(in: moves) }
    return chart.pointee.text(
      of: snapshot.instances[id.index]?.chart.active ?? StateSet(), in: chart.pointee.regions[0])
  }

  // MARK: Exit

  /// Exits states, in reverse document order (`exitStates`).
  @inline(__always)
  private mutating func exit(_ states: StateSet, of id: InstanceID, _ chart: UnsafePointer<ChartTable>) {
    if states.isDisjoint(with: chart.pointee.busyExits) {
      snapshot.instances[id.index]?.chart.active.subtract(states)
    } else {
      exitOneByOne(states, of: id, chart)
    }
  }

  private mutating func exitOneByOne(_ states: StateSet, of id: InstanceID, _ chart: UnsafePointer<ChartTable>) {
    if chart.pointee.hasHistory { remember(states, of: id, chart) }
    var remaining = states
    while let state = remaining.last, fault == nil {
      remaining.remove(state)
      if chart.pointee.busyExits.contains(state) { leave(state, of: id, chart) }
      snapshot.instances[id.index]?.chart.active.remove(state)
    }
  }

  /// Runs a state's exit actions and ends what belongs to it.
  private mutating func leave(_ state: Int, of id: InstanceID, _ chart: UnsafePointer<ChartTable>) {
    for code in chart.pointee.states[state].onExit { call(code, id) }
    if !chart.pointee.states[state].invocations.isEmpty {
      cancelRequests(of: id, state: state)
      cancelInvoked(by: id, state: state)
      statesToInvoke.removeAll { $0 == StateOfMachine(machine: id, state: state) }
    }
    dropWork(of: id) { target in
      guard case .elapsed(let machine, let transition) = target else { return false }
      return machine == id && chart.pointee.transitions[transition].source == state
    }
  }

  private mutating func remember(_ exits: StateSet, of id: InstanceID, _ chart: UnsafePointer<ChartTable>) {
    guard let active = snapshot.instances[id.index]?.chart.active else { return }
    var next = exits.next(from: 0)
    while let state = next {
      next = exits.next(from: state + 1)
      guard chart.pointee.busyExits.contains(state) else { continue }
      for child in chart.pointee.states[state].children where chart.pointee.isHistory(child) {
        let below = active.members(from: state + 1, to: chart.pointee.states[state].end)
        let isDeep = chart.pointee.states[child].kind == .deepHistory
        let remembered = below.filtered {
          isDeep ? chart.pointee.atomic.contains($0) : chart.pointee.states[$0].parent == state
        }
        snapshot.instances[id.index]?.chart.remember(remembered, at: child)
      }
    }
  }

  // MARK: Entry

  /// Enters states, in document order (`enterStates`).
  @inline(__always)
  mutating func enter(_ entry: EntrySet, of id: InstanceID, _ chart: UnsafePointer<ChartTable>) {
    if entry.states.isDisjoint(with: chart.pointee.busyEntries), entry.historyDefaults.isEmpty {
      if fault == nil { snapshot.instances[id.index]?.chart.active.formUnion(entry.states) }
    } else {
      enterOneByOne(entry, of: id, chart)
    }
  }

  private mutating func enterOneByOne(_ entry: EntrySet, of id: InstanceID, _ chart: UnsafePointer<ChartTable>) {
    var next = entry.states.next(from: 0)
    while let state = next, fault == nil {
      next = entry.states.next(from: state + 1)
      snapshot.instances[id.index]?.chart.active.insert(state)
      if chart.pointee.busyEntries.contains(state) { begin(state, of: id, chart, entry.defaults.contains(state)) }
      for content in entry.historyDefaults where content.state == state {
        for action in chart.pointee.transitions[content.transition].actions { call(action, id) }
      }
      scheduleElapsed(state, of: id, chart)
      if chart.pointee.states[state].kind == .final { complete(state, of: id, chart) }
    }
  }

  /// Runs a state's entry actions, and the content of its initial transition when it is entered by default.
  private mutating func begin(
    _ state: Int, of id: InstanceID, _ chart: UnsafePointer<ChartTable>, _ isDefault: Bool
  ) {
    if !chart.pointee.states[state].invocations.isEmpty {
      statesToInvoke.append(StateOfMachine(machine: id, state: state))
    }
    for code in chart.pointee.states[state].onEntry { call(code, id) }
    if isDefault { for code in chart.pointee.states[state].initialActions { call(code, id) } }
  }

  private mutating func scheduleElapsed(_ state: Int, of id: InstanceID, _ chart: UnsafePointer<ChartTable>) {
    for transition in chart.pointee.states[state].transitions {
      guard case .after(let delay) = chart.pointee.transitions[transition].trigger else { continue }
      let name = path(id, chart.pointee.states[state].name)
      record(.timerStarted(name: name, delay: delay), of: id)
      schedule(after: delay, .delay, name, .elapsed(id, transition: transition))
    }
  }

  // MARK: Completion

  /// A final state was entered: its parent is done, and with it perhaps a parallel state around, or the whole chart.
  private mutating func complete(_ state: Int, of id: InstanceID, _ chart: UnsafePointer<ChartTable>) {
    guard let parent = chart.pointee.states[state].parent else { return }
    if parent == 0 {
      snapshot.instances[id.index]?.chart.isFinished = true
      return
    }
    raise(EventID(number: chart.pointee.doneEvents[parent]), doneData(of: state, id, chart), for: id)
    guard let above = chart.pointee.states[parent].parent, chart.pointee.states[above].kind == .parallel,
      let active = snapshot.instances[id.index]?.chart.active, chart.pointee.isInFinalState(above, active)
    else { return }
    if above == 0 {
      snapshot.instances[id.index]?.chart.isFinished = true
    } else {
      raise(EventID(number: chart.pointee.doneEvents[above]), .null, for: id)
    }
  }

  private mutating func doneData(of state: Int, _ id: InstanceID, _ chart: UnsafePointer<ChartTable>) -> Value {
    guard let output = chart.pointee.states[state].doneData else { return .null }
    return value(of: output, id)
  }

  /// Makes a value by code of a definition; nil's value when it faults.
  mutating func value(of output: Chart.Output, _ id: InstanceID) -> Value {
    guard fault == nil else { return .null }
    var value = Value.null
    let caller = running
    running = id
    withUnsafeMutablePointer(to: &self) { value = output(TurnContext(kernel: $0), id) }
    running = caller
    if fault == nil { return value }
    handFault(to: id)
    return .null
  }

  /// The chart has finished: what is active runs its exit actions and ends what it started, and the invoker is told
  /// (`exitInterpreter`). The configuration stays as it is, for whoever looks at the last page.
  mutating func finish(_ id: InstanceID, _ chart: UnsafePointer<ChartTable>) {
    guard let active = snapshot.instances[id.index]?.chart.active else { return }
    var remaining = active
    while let state = remaining.last, fault == nil {
      remaining.remove(state)
      if chart.pointee.busyExits.contains(state) { leave(state, of: id, chart) }
    }
    touched.removeAll { $0 == id }
    dropWork(of: id) { if case .event(id, _, _) = $0 { true } else { false } }
    guard let invoker = machine(id)?.invoker, invoker != .nowhere else { return }
    let final = chart.pointee.states[0].children.first {
      active.contains($0) && chart.pointee.states[$0].kind == .final
    }
    tellDone(id, to: invoker, final.map { doneData(of: $0, id, chart) } ?? .null)
  }
}
