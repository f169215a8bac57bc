/// The Recommendation's algorithm (SCXML, Appendix D) over the tables of a chart. `Documentation/Charts.md` tells each
/// rule, and where it departs.
extension Kernel {
  /// Takes the enabled transitions: exits, runs their content, enters (`microstep`).
  mutating func microstep(of id: InstanceID, _ chart: RunningChart, _ value: Value) {
    microsteps += 1
    guard microsteps <= program.limits.microsteps else {
      return reach("microsteps", program.limits.microsteps, stateCycle(of: id, chart))
    }
    if takeSimply(of: id, chart, value) { return }
    let before = gathersEffects ? snapshot.instances.charts[id.index].active : nil
    let exits = exitSet(of: id, chart)
    exit(exits, of: id, chart)
    if fault != nil { return stay(in: exits, of: id) }
    let entry = entrySet(of: id, chart)
    if let before { recordMoves(of: id, chart, from: before, exits: exits, entries: entry.states) }
    runActions(of: id, chart, value)
    enter(entry, of: id, chart)
    if chart.steps.pointee.hasEventless { touch(id) }
    if snapshot.instances.charts[id.index].isFinished { finish(id, chart) }
  }

  /// Puts back the states of which one faulted while it was exited: nothing was told of a move, so there is none.
  private mutating func stay(in exits: StateSet, of id: InstanceID) {
    snapshot.instances.charts[id.index].active.formUnion(exits)
  }

  /// Takes the only transition that is enabled.
  @inline(__always)
  mutating func take(_ transition: Int32, of id: InstanceID, _ chart: RunningChart, _ value: Value) {
    let row = chart.steps.pointee.rows + Int(transition)
    if !row.pointee.isSimple || microsteps >= program.limits.microsteps {
      enabled.removeAll()
      enabled.append(transition)
      return microstep(of: id, chart, value)
    }
    microsteps &+= 1
    if row.pointee.actionsLow == row.pointee.actionsHigh {
      move(of: id, chart, from: row.pointee.exitMask, to: row.pointee.entered, isWhole: true)
    } else {
      move(of: id, chart, from: row.pointee.exitMask, to: row.pointee.entered, isWhole: false)
      runActions(of: transition, id, chart, value)
      enter(row.pointee.entered, of: id)
    }
    if chart.steps.pointee.hasEventless { touch(id) }
  }

  /// Takes transitions that change the configuration by bits and do nothing else but their actions.
  ///
  /// - Returns: Whether all of them are such.
  @inline(__always)
  private mutating func takeSimply(of id: InstanceID, _ chart: RunningChart, _ value: Value) -> Bool {
    var (exits, entries): (UInt64, UInt64) = (0, 0)
    var hasActions = false
    var index = 0
    while index < enabled.count {
      let row = chart.steps.pointee.rows + Int(enabled[index])
      if !row.pointee.isSimple { return false }
      exits |= row.pointee.exitMask
      entries |= row.pointee.entered
      hasActions = hasActions || row.pointee.actionsLow < row.pointee.actionsHigh
      index &+= 1
    }
    move(of: id, chart, from: exits, to: entries, isWhole: !hasActions)
    if hasActions {
      runActions(of: id, chart, value)
      enter(entries, of: id)
    }
    if chart.steps.pointee.hasEventless { touch(id) }
    return true
  }

  /// Exits states, and enters others at once unless actions come between.
  @inline(__always)
  private mutating func move(
    of id: InstanceID, _ chart: RunningChart, from exits: UInt64, to entries: UInt64, isWhole: Bool
  ) {
    let before = snapshot.instances.charts[id.index].active.first
    snapshot.instances.charts[id.index].active.first = before & ~exits | (isWhole ? entries : 0)
    if gathersEffects, !recordMove(of: id, chart, left: before & exits, entered: entries) {
      recordMoves(of: id, chart, from: before, exits: before & exits, entries: entries)
    }
  }

  /// A move that was told is made to its end, though its actions faulted.
  @inline(__always)
  private mutating func enter(_ entries: UInt64, of id: InstanceID) {
    snapshot.instances.charts[id.index].active.first |= entries
  }

  @inline(__always)
  private mutating func runActions(of id: InstanceID, _ chart: RunningChart, _ value: Value) {
    var index = 0
    while index < enabled.count {
      runActions(of: enabled[index], id, chart, value)
      index &+= 1
    }
  }

  @inline(__always)
  private mutating func runActions(
    of transition: Int32, _ id: InstanceID, _ chart: RunningChart, _ value: Value
  ) {
    var next = chart.steps.pointee.rows[Int(transition)].actionsLow
    let end = chart.steps.pointee.rows[Int(transition)].actionsHigh
    while next < end {
      chart.steps.pointee.actions[Int(next)]._withUnsafeGuaranteedRef { call($0.run, id, value) }
      next &+= 1
    }
  }

  @inline(__always)
  private mutating func exitSet(of id: InstanceID, _ chart: RunningChart) -> StateSet {
    var exits = StateSet()
    var index = 0
    while index < enabled.count {
      let transition = enabled[index]
      index &+= 1
      guard chart.steps.pointee.rows[Int(transition)].hasTargets else { continue }
      let range = exitRange(of: transition, id, chart)
      exits.formUnion(
        snapshot.instances.charts[id.index].active.members(from: range.lowerBound, to: range.upperBound))
    }
    return exits
  }

  @inline(__always)
  private mutating func entrySet(of id: InstanceID, _ chart: RunningChart) -> EntrySet {
    var entered: UInt64 = 0
    var byDefault: UInt64 = 0
    var index = 0
    while index < enabled.count {
      let transition = Int(enabled[index])
      index &+= 1
      if chart.steps.pointee.rows[transition].needsWalk {
        guard let recalled = recalled(by: transition, of: id, chart) else { return walkedEntrySet(of: id, chart) }
        entered |= recalled
      }
      entered |= chart.steps.pointee.rows[transition].entered
      byDefault |= chart.steps.pointee.rows[transition].enteredByDefault
    }
    return EntrySet(states: StateSet(first: entered), defaults: StateSet(first: byDefault))
  }

  /// The states that a transition into a deep history state enters below that state's parent: what is remembered, and the
  /// states around that. `nil` when nothing is remembered, or the transition is not of that kind.
  @inline(__always)
  private func recalled(by transition: Int, of id: InstanceID, _ chart: RunningChart) -> UInt64? {
    let history = Int(chart.steps.pointee.rows[transition].recalls)
    if history < 0 { return nil }
    let count = snapshot.instances.histories[id.index].count
    var index = 0
    while index < count, snapshot.instances.histories[id.index][index].state != history { index &+= 1 }
    if index == count { return nil }
    var leaves = snapshot.instances.histories[id.index][index].remembered.first
    var states = leaves
    while leaves != 0 {
      states |= chart.steps.pointee.ancestors[leaves.trailingZeroBitCount]
      leaves &= leaves &- 1
    }
    return states & chart.steps.pointee.rows[transition].recallMask
  }

  private mutating func walkedEntrySet(of id: InstanceID, _ chart: RunningChart) -> EntrySet {
    var walk = EntryWalk(chart.table, history: snapshot.instances.histories[id.index])
    for index in 0..<enabled.count { walk.add(Int(enabled[index])) }
    return walk.entry
  }

  @inline(never)
  private mutating func recordMoves(
    of id: InstanceID, _ chart: RunningChart, from before: UInt64, exits: UInt64, entries: UInt64
  ) {
    recordMoves(
      of: id, chart, from: StateSet(first: before), exits: StateSet(first: exits), entries: StateSet(first: entries))
  }

  /// Records the move of a chart's only region from one atomic state to another as numbers, if that can be.
  ///
  /// - Returns: Whether the move is told, or is none.
  @inline(__always)
  private mutating func recordMove(of id: InstanceID, _ chart: RunningChart, left: UInt64, entered: UInt64) -> Bool {
    guard chart.steps.pointee.tellsByNumber, recordsByNumber(id) else { return false }
    let (left, entered) = (left & chart.steps.pointee.atomic, entered & chart.steps.pointee.atomic)
    if left == 0 || entered == 0 { return left == entered }
    recording.appendMove(
      of: Int(snapshot.instances.charts[id.index].template), region: 0, from: left.trailingZeroBitCount,
      to: entered.trailingZeroBitCount)
    return true
  }

  /// Whether what an instance does can be recorded as numbers: it is the root, and nothing else learns of effects.
  @inline(__always)
  func recordsByNumber(_ id: InstanceID) -> Bool {
    recordsNumbers && fault == nil && snapshot.instances.charts[id.index].isRoot
  }

  /// A move is recorded before the actions that it causes, as a reader tells it.
  @inline(never)
  mutating func recordMoves(
    of id: InstanceID, _ chart: RunningChart, from before: StateSet, exits: StateSet, entries: StateSet
  ) {
    let template = Int(snapshot.instances.charts[id.index].template)
    if program.withTemplate(template, { $0.isInternal }) { return }
    var after = before
    after.subtract(exits)
    after.formUnion(entries)
    var moved = exits
    moved.formUnion(entries)
    for index in chart.table.pointee.regions.indices {
      let region = chart.table.pointee.regions[index]
      guard !moved.members(from: region, to: Int(chart.table.pointee.stateRows[region].end)).isEmpty else { continue }
      let new = chart.text(of: after, in: region)
      if new.isEmpty { continue }
      let old = chart.text(of: before, in: region)
      let name = program.withTemplate(template) { chart.name(ofRegionAt: index, in: $0) }
      guard let path = toldPath(id, name) else { return }
      record(.moved(region: path, from: old, to: new), of: id)
    }
  }

  private func stateCycle(of id: InstanceID, _ chart: RunningChart) -> String {
    let moves = recording.effectsOfTurn(program).suffix(32).compactMap { effect -> String? in
      guard case .moved(_, _, let to) = effect else { return nil }
      return to
    }
    if !moves.isEmpty { return Kernel.cycle(in: moves) }
    return chart.table.pointee.text(
      of: snapshot.instances.charts[id.index].active, in: chart.table.pointee.regions[0])
  }

  // MARK: Exit

  /// Exits states, in reverse document order (`exitStates`).
  @inline(__always)
  private mutating func exit(_ states: StateSet, of id: InstanceID, _ chart: RunningChart) {
    if chart.steps.pointee.hasHistory { remember(states, of: id, chart) }
    if chart.steps.pointee.isSmall ? states.first & chart.steps.pointee.busyExits == 0 : isQuietExit(states, chart) {
      snapshot.instances.charts[id.index].active.subtract(states)
    } else {
      exitOneByOne(states, of: id, chart)
    }
  }

  private mutating func isQuietExit(_ states: StateSet, _ chart: RunningChart) -> Bool {
    states.isDisjoint(with: chart.table.pointee.busyExits)
  }

  private mutating func exitOneByOne(_ states: StateSet, of id: InstanceID, _ chart: RunningChart) {
    var remaining = states
    while let state = remaining.last, fault == nil {
      remaining.remove(state)
      if chart.table.pointee.busyExits.contains(state) { leave(state, of: id, chart) }
      snapshot.instances.charts[id.index].active.remove(state)
    }
  }

  /// Runs a state's exit actions and ends what belongs to it.
  private mutating func leave(_ state: Int, of id: InstanceID, _ chart: RunningChart) {
    for code in chart.table.pointee.states[state].onExit { call(code, id) }
    if !chart.table.pointee.states[state].invocations.isEmpty {
      cancelRequests(of: id, state: state)
      cancelInvoked(by: id, state: state)
      statesToInvoke.removeAll { $0 == StateOfMachine(machine: id, state: state) }
    }
    dropWork(of: id) { target in
      guard case .elapsed(let machine, let transition) = target else { return false }
      return machine == id && chart.table.pointee.transitions[transition].source == state
    }
  }

  private mutating func remember(_ exits: StateSet, of id: InstanceID, _ chart: RunningChart) {
    for index in chart.table.pointee.histories.indices
    where exits.contains(chart.table.pointee.histories[index].parent) {
      var remembered = snapshot.instances.charts[id.index].active
      remembered.formIntersection(chart.table.pointee.histories[index].range)
      snapshot.instances.histories[id.index].remember(remembered, at: chart.table.pointee.histories[index].state)
    }
  }

  // MARK: Entry

  /// Enters states, in document order (`enterStates`). After a fault no code runs, but the move that was told is made.
  @inline(__always)
  mutating func enter(_ entry: EntrySet, of id: InstanceID, _ chart: RunningChart) {
    if fault != nil || isQuiet(entry, chart) {
      snapshot.instances.charts[id.index].active.formUnion(entry.states)
    } else {
      enterOneByOne(entry, of: id, chart)
      if fault != nil { snapshot.instances.charts[id.index].active.formUnion(entry.states) }
    }
  }

  @inline(__always)
  private mutating func isQuiet(_ entry: EntrySet, _ chart: RunningChart) -> Bool {
    if !entry.historyDefaults.isEmpty { return false }
    if chart.steps.pointee.isSmall { return entry.states.first & chart.steps.pointee.busyEntries == 0 }
    return entry.states.isDisjoint(with: chart.table.pointee.busyEntries)
  }

  private mutating func enterOneByOne(_ entry: EntrySet, of id: InstanceID, _ chart: RunningChart) {
    var next = entry.states.next(from: 0)
    while let state = next, fault == nil {
      next = entry.states.next(from: state + 1)
      snapshot.instances.charts[id.index].active.insert(state)
      if chart.table.pointee.busyEntries.contains(state) { begin(state, of: id, chart, entry.defaults.contains(state)) }
      for content in entry.historyDefaults where content.state == state {
        for action in chart.table.pointee.transitions[content.transition].actions { call(action.run, id) }
      }
      scheduleElapsed(state, of: id, chart)
      if chart.table.pointee.states[state].kind == .final { complete(state, of: id, chart) }
    }
  }

  /// Runs a state's entry actions, and the content of its initial transition when it is entered by default.
  private mutating func begin(
    _ state: Int, of id: InstanceID, _ chart: RunningChart, _ isDefault: Bool
  ) {
    if !chart.table.pointee.states[state].invocations.isEmpty {
      statesToInvoke.append(StateOfMachine(machine: id, state: state))
    }
    for code in chart.table.pointee.states[state].onEntry { call(code, id) }
    if isDefault { for code in chart.table.pointee.states[state].initialActions { call(code, id) } }
  }

  private mutating func scheduleElapsed(_ state: Int, of id: InstanceID, _ chart: RunningChart) {
    for transition in chart.table.pointee.states[state].transitions {
      guard case .after(let delay) = chart.table.pointee.transitions[transition].trigger else { continue }
      let name = path(id, chart.table.pointee.states[state].name)
      record(.timerStarted(name: name, delay: delay), of: id)
      schedule(after: delay, .delay, name, .elapsed(id, transition: transition))
    }
  }

  // MARK: Completion

  /// A final state was entered: its parent is done, and with it perhaps a parallel state around, or the whole chart.
  private mutating func complete(_ state: Int, of id: InstanceID, _ chart: RunningChart) {
    guard let parent = chart.table.pointee.states[state].parent else { return }
    if parent == 0 {
      snapshot.instances.charts[id.index].finish()
      return
    }
    raise(EventID(number: chart.table.pointee.doneEvents[parent]), doneData(of: state, id, chart), for: id)
    guard let above = chart.table.pointee.states[parent].parent, chart.table.pointee.states[above].kind == .parallel,
      chart.table.pointee.isInFinalState(above, snapshot.instances.charts[id.index].active)
    else { return }
    if above == 0 {
      snapshot.instances.charts[id.index].finish()
    } else {
      raise(EventID(number: chart.table.pointee.doneEvents[above]), .null, for: id)
    }
  }

  private mutating func doneData(of state: Int, _ id: InstanceID, _ chart: RunningChart) -> Value {
    guard let output = chart.table.pointee.states[state].doneData else { return .null }
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
  mutating func finish(_ id: InstanceID, _ chart: RunningChart) {
    let active = snapshot.instances.charts[id.index].active
    var remaining = active
    while let state = remaining.last, fault == nil {
      remaining.remove(state)
      if chart.table.pointee.busyExits.contains(state) { leave(state, of: id, chart) }
    }
    touched.removeAll { $0 == id }
    dropWork(of: id) { if case .event(id, _, _) = $0 { true } else { false } }
    guard let invoker = machine(id)?.invoker, invoker != .nowhere else { return }
    let final = chart.table.pointee.states[0].children.first {
      active.contains($0) && chart.table.pointee.states[$0].kind == .final
    }
    tellDone(id, to: invoker, final.map { doneData(of: $0, id, chart) } ?? .null)
  }
}
