/// SCXML's algorithm (Appendix D), with its procedure names. `Documentation/Semantics.md` describes the rules and
/// deviations.
extension Kernel {
  /// Repeats until nothing is left: eventless transitions, internal events, invocations, one external event,
  /// garbage collection.
  @inline(__always)
  mutating func runToCompletion() {
    if queues.isUnsettled || collector.isUnsettled { mainEventLoop() }
  }

  @inline(never)
  private mutating func mainEventLoop() {
    while fault == nil {
      if queues.firstTouched != nil, takeEventless() { continue }
      if let event = queues.popInternal() {
        let count = usage.microsteps
        if program.hearsEvents { hear(event.event, event.value, isInternal: true) }
        take(event.event, event.value, of: event.machine, event.kind)
        if program.hearsEvents, usage.microsteps == count { countError(event.event) }
      } else if queues.hasInvoking {
        startInvocations()
      } else if let event = queues.popExternal() {
        answered = event.answered
        takeExternal(event.event, event.value, of: event.machine, event.kind, from: event.origin)
        answered = .nowhere
      } else if !removeGarbage() {
        queues.settle()
        collector.settle()
        return
      }
    }
  }

  /// Counts an error that nothing takes as a microstep: guards that have errors raise them without end.
  private mutating func countError(_ event: EventID) {
    guard name(of: event).text.utf8.starts(with: "error.".utf8) else { return }
    usage.microsteps += 1
    if usage.microsteps > program.limits.microsteps {
      reach("microsteps", program.limits.microsteps, name(of: event).text)
    }
  }

  private mutating func takeEventless() -> Bool {
    while let id = queues.firstTouched {
      if let chart = runningChart(id) {
        selectEventlessTransitions(of: id, chart)
        if !enabled.isEmpty {
          microstep(of: id, chart, .null)
          return true
        }
      }
      queues.removeTouched(id)
    }
    return false
  }

  // MARK: Selection

  /// Selects for each active atomic state the innermost transition whose guard holds, in document order, without
  /// conflicts.
  mutating func selectTransitions(of id: InstanceID, _ chart: RunningChart, _ column: Int, _ value: Value) {
    let isAnswer = answered != .nowhere
    select(of: id, chart, value) { state in
      isAnswer ? chart.table.cells[state, column] : chart.steps.candidate(of: state, column)
    }
  }

  private mutating func selectEventlessTransitions(of id: InstanceID, _ chart: RunningChart) {
    select(of: id, chart, .null) { chart.steps.eventless[$0] }
  }

  @inline(__always)
  private mutating func select(
    of id: InstanceID, _ chart: RunningChart, _ value: Value, _ firstCandidate: (Int) -> Int32
  ) {
    enabled.removeAll()
    var leaves = snapshot.instances.charts[id.index].active.first & chart.steps.atomic
    while leaves != 0 {
      enable(from: firstCandidate(leaves.trailingZeroBitCount), of: id, chart, value)
      leaves &= leaves &- 1
    }
    if !chart.steps.fitsWord {
      var leaf = snapshot.instances.charts[id.index].active.next(from: 64, in: chart.table.atomic)
      while let state = leaf {
        enable(from: firstCandidate(state), of: id, chart, value)
        leaf = snapshot.instances.charts[id.index].active.next(from: state + 1, in: chart.table.atomic)
      }
    }
    if enabled.count > 1, !chart.areFreeOfConflicts(enabled) {
      enabled = chart.removeConflictingTransitions(enabled, snapshot.instances.histories[id.index])
    }
  }

  @inline(__always)
  private mutating func enable(from candidate: Int32, of id: InstanceID, _ chart: RunningChart, _ value: Value) {
    if candidate < 0 {
      if !enabled.contains(~candidate) { enabled.append(~candidate) }
      return
    }
    var next = candidate
    while next != 0 {
      let link = chart.steps.links[Int(next)]
      if enabled.contains(link.transition) { return }
      if answered == .nowhere || hearsAnswer(link.transition, chart), holds(link, of: id, chart, value) {
        return enabled.append(link.transition)
      }
      next = link.next
    }
  }

  /// The fast version of `selectTransitions` for a sequential chart.
  ///
  /// - Returns: The transition, or -1.
  @inline(__always)
  mutating func selectTransition(of id: InstanceID, _ chart: RunningChart, _ column: Int, _ value: Value) -> Int32 {
    let leaves = snapshot.instances.charts[id.index].active.first & chart.steps.atomic
    if leaves == 0 { return -1 }
    var next = chart.steps.candidate(of: leaves.trailingZeroBitCount, column)
    if next < 0 { return ~next }
    while next != 0 {
      let link = chart.steps.links[Int(next)]
      if holds(link, of: id, chart, value) { return link.transition }
      next = link.next
    }
    return -1
  }

  @inline(never)
  private func hearsAnswer(_ transition: Int32, _ chart: RunningChart) -> Bool {
    guard let request = request(answered) else { return true }
    let source = Int(chart.steps.rows[Int(transition)].source)
    return chart.table.hears(source, answerOf: request.service, to: request.state)
  }

  @inline(__always)
  private mutating func holds(
    _ link: CandidateLink, of id: InstanceID, _ chart: RunningChart, _ value: Value
  ) -> Bool {
    link.condition < 0
      || chart.steps.guards[Int(link.condition)]._withUnsafeGuaranteedRef { holds($0.holds, id, value) }
  }

  /// A guard that faults does not hold.
  package mutating func holds(_ condition: ChartDefinition.Guard?, _ id: InstanceID, _ value: Value = .null) -> Bool {
    condition.map { holds($0.holds, id, value) } ?? true
  }

  @inline(__always)
  private mutating func holds(_ condition: ChartDefinition.Guard.Condition, _ id: InstanceID, _ value: Value) -> Bool {
    if fault != nil { return false }
    let caller = running
    running = id
    var result = false
    withUnsafeMutablePointer(to: &self) { result = condition(TurnContext(kernel: $0), id, value) }
    running = caller
    if fault == nil { return result }
    handFault(to: id)
    return false
  }

  // MARK: Microstep

  mutating func microstep(of id: InstanceID, _ chart: RunningChart, _ value: Value) {
    usage.microsteps &+= 1
    if usage.microsteps > program.limits.microsteps { return reachMicrosteps(of: id, chart) }
    if isTallying { tallyTransitions(of: id) }
    if let plan = chart.simplePlan(enabled) {
      move(of: id, chart, plan) { $0.executeTransitionContent(of: id, chart, value) }
    } else {
      moveStateByState(of: id, chart, value)
    }
    if isTallying { tallyStates(of: id) }
    if chart.steps.hasEventless { touch(id) }
  }

  @inline(__always)
  mutating func microstep(_ transition: Int32, of id: InstanceID, _ chart: RunningChart, _ value: Value) {
    if !chart.steps.rows[Int(transition)].plan.isSimple || usage.microsteps >= usage.shortMicrosteps {
      enabled.removeAll()
      enabled.append(transition)
      return microstep(of: id, chart, value)
    }
    usage.microsteps &+= 1
    move(of: id, chart, chart.steps.rows[Int(transition)].plan) {
      $0.executeContent(of: transition, id, chart, value)
    }
    if chart.steps.hasEventless { touch(id) }
  }

  @inline(__always)
  private mutating func move(
    of id: InstanceID, _ chart: RunningChart, _ plan: WordPlan, _ executeContent: (inout Kernel) -> Void
  ) {
    let before = snapshot.instances.charts[id.index].active.first
    snapshot.instances.charts[id.index].active.first = before & ~plan.exits | (plan.hasContent ? 0 : plan.entries)
    if scope.gathersEffects, !recordMove(of: id, chart, left: before & plan.exits, entered: plan.entries) {
      recordMoves(of: id, chart, from: before, exits: plan.exits & before, entries: plan.entries)
    }
    if !plan.hasContent { return }
    executeContent(&self)
    // The move is recorded, so it finishes even if its actions fault.
    snapshot.instances.charts[id.index].active.first |= plan.entries
  }

  @inline(never)
  private mutating func moveStateByState(of id: InstanceID, _ chart: RunningChart, _ value: Value) {
    let before = snapshot.instances.charts[id.index].active
    let short = chart.wordPlan(enabled, before.first, snapshot.instances.histories[id.index])
    if let short, chart.isQuiet(short) {
      remember(StateSet(first: short.exits), of: id, chart)
      return move(of: id, chart, short) { $0.executeTransitionContent(of: id, chart, value) }
    }
    let plan =
      short.map(MicrostepPlan.init) ?? chart.plan(enabled, before, snapshot.instances.histories[id.index])
    exitStates(plan.exits, of: id, chart)
    if fault != nil {
      // The move is not recorded yet, so undo it.
      return snapshot.instances.charts[id.index].active.formUnion(plan.exits)
    }
    if scope.gathersEffects { recordMoves(of: id, chart, from: before, plan) }
    executeTransitionContent(of: id, chart, value)
    enterStates(plan.entry, of: id, chart)
    if snapshot.instances.charts[id.index].isFinished { exitInterpreter(of: id, chart) }
  }

  @inline(never)
  private mutating func reachMicrosteps(of id: InstanceID, _ chart: RunningChart) {
    let moves = recording.effectsOfTurn(program).suffix(32).compactMap { effect -> String? in
      guard case .moved(_, _, let to) = effect else { return nil }
      return to
    }
    let active = snapshot.instances.charts[id.index].active
    let cycle = moves.isEmpty ? chart.text(of: active, in: chart.table.regions[0]) : Kernel.cycle(in: moves)
    reach("microsteps", program.limits.microsteps, cycle)
  }

  // MARK: Exit

  /// Exits states in reverse document order.
  private mutating func exitStates(_ states: StateSet, of id: InstanceID, _ chart: RunningChart) {
    remember(states, of: id, chart)
    var remaining = states
    while let state = remaining.last, fault == nil {
      remaining.remove(state)
      if chart.table.busyExits.contains(state) { exit(state, of: id, chart) }
      snapshot.instances.charts[id.index].active.remove(state)
    }
  }

  private mutating func remember(_ exits: StateSet, of id: InstanceID, _ chart: RunningChart) {
    guard chart.steps.hasHistory else { return }
    let active = snapshot.instances.charts[id.index].active
    snapshot.instances.changeHistory(at: id.index) { chart.remember(exits, active, &$0) }
  }

  private mutating func exit(_ state: Int, of id: InstanceID, _ chart: RunningChart) {
    for code in chart.table.states[state].onExit { call(code, id) }
    if !chart.table.states[state].invocations.isEmpty {
      cancelRequests(of: id, state: state)
      cancelInvoked(by: id, state: state)
      queues.removeInvoking(StateOfMachine(machine: id, state: state))
    }
    dropWork(of: id) { target in
      guard case .elapsed(let machine, let transition) = target else { return false }
      return machine == id && chart.table.transitions[transition].source == state
    }
  }

  /// Runs exit actions, ends invocations and notifies the invoker. The configuration stays, so that the last page
  /// can be inspected.
  mutating func exitInterpreter(of id: InstanceID, _ chart: RunningChart) {
    let active = snapshot.instances.charts[id.index].active
    for state in active.states.reversed() where fault == nil && chart.table.busyExits.contains(state) {
      exit(state, of: id, chart)
    }
    queues.removeTouched(id)
    dropWork(of: id) { if case .event(id, _, _) = $0 { true } else { false } }
    guard let invoker = machine(id)?.invoker, invoker != .nowhere else { return }
    let final = chart.table.states[0].children.first {
      active.contains($0) && chart.table.states[$0].kind == .final
    }
    tellDone(id, to: invoker, final.map { doneData(of: $0, id, chart) } ?? .null)
  }

  // MARK: Content

  @inline(__always)
  private mutating func executeTransitionContent(of id: InstanceID, _ chart: RunningChart, _ value: Value) {
    var index = 0
    while index < enabled.count {
      executeContent(of: enabled[index], id, chart, value)
      index &+= 1
    }
  }

  @inline(__always)
  private mutating func executeContent(
    of transition: Int32, _ id: InstanceID, _ chart: RunningChart, _ value: Value
  ) {
    var next = chart.steps.rows[Int(transition)].actionsLow
    let end = chart.steps.rows[Int(transition)].actionsHigh
    while next < end {
      chart.steps.actions[Int(next)]._withUnsafeGuaranteedRef { call($0.run, id, value) }
      next &+= 1
    }
  }

  // MARK: Entry

  /// Enters states in document order. After a fault no code runs, but the recorded move finishes.
  mutating func enterStates(_ entry: EntrySet, of id: InstanceID, _ chart: RunningChart) {
    for state in entry.states where fault == nil {
      snapshot.instances.charts[id.index].active.insert(state)
      if chart.table.busyEntries.contains(state) || !entry.historyDefaults.isEmpty {
        enter(state, entry, of: id, chart)
      }
    }
    snapshot.instances.charts[id.index].active.formUnion(entry.states)
  }

  private mutating func enter(_ state: Int, _ entry: EntrySet, of id: InstanceID, _ chart: RunningChart) {
    if !chart.table.states[state].invocations.isEmpty {
      queues.appendInvoking(StateOfMachine(machine: id, state: state))
    }
    for code in chart.table.states[state].onEntry { call(code, id) }
    if entry.defaults.contains(state) { for code in chart.table.states[state].initialActions { call(code, id) } }
    for content in entry.historyDefaults where content.state == state {
      let template = Int(snapshot.instances.charts[id.index].template)
      tally?.add(taken: content.transition, of: template)
      for action in chart.table.transitions[content.transition].actions { call(action.run, id) }
    }
    for transition in chart.table.states[state].transitions {
      guard case .after(let delay) = chart.table.transitions[transition].trigger else { continue }
      let name = Name(path(id, chart.table.states[state].name.text))
      record(.timerStarted(name: name, delay: delay), of: id)
      schedule(after: delay, .delay, name, .elapsed(id, transition: transition))
    }
    if chart.table.states[state].kind == .final { complete(state, of: id, chart) }
  }

  /// Raises `done.state` for the parent and a completed parallel grandparent, or finishes the chart.
  private mutating func complete(_ state: Int, of id: InstanceID, _ chart: RunningChart) {
    guard let parent = chart.table.states[state].parent else { return }
    if parent == 0 {
      snapshot.instances.charts[id.index].finish()
      return
    }
    raise(EventID(number: chart.table.doneEvents[parent]), doneData(of: state, id, chart), for: id)
    guard let above = chart.table.states[parent].parent, chart.table.states[above].kind == .parallel,
      chart.table.isInFinalState(above, snapshot.instances.charts[id.index].active)
    else { return }
    if above == 0 {
      snapshot.instances.charts[id.index].finish()
    } else {
      raise(EventID(number: chart.table.doneEvents[above]), .null, for: id)
    }
  }

  private mutating func doneData(of state: Int, _ id: InstanceID, _ chart: RunningChart) -> Value {
    guard let output = chart.table.states[state].doneData else { return .null }
    return value(of: output, id) ?? .null
  }

  mutating func value(of output: ChartDefinition.Output, _ id: InstanceID) -> Value? {
    guard fault == nil else { return nil }
    var value: Value?
    let caller = running
    running = id
    withUnsafeMutablePointer(to: &self) { value = output(TurnContext(kernel: $0), id) }
    running = caller
    if fault == nil { return value }
    handFault(to: id)
    return nil
  }

  // MARK: Records

  /// Records the move between atomic states of a sequential chart as numbers, if possible.
  ///
  /// - Returns: Whether it is recorded or there is no move.
  @inline(__always)
  private mutating func recordMove(of id: InstanceID, _ chart: RunningChart, left: UInt64, entered: UInt64) -> Bool {
    guard chart.steps.tellsByNumber, recordsByNumber(id) else { return false }
    let (left, entered) = (left & chart.steps.atomic, entered & chart.steps.atomic)
    if left == 0 || entered == 0 { return left == entered }
    recording.appendMove(
      of: Int(snapshot.instances.charts[id.index].template), region: 0, from: left.trailingZeroBitCount,
      to: entered.trailingZeroBitCount)
    return true
  }

  /// Whether effects can be recorded as numbers: the instance is the root, and no property reads effects.
  @inline(__always)
  func recordsByNumber(_ id: InstanceID) -> Bool {
    scope.recordsNumbers && fault == nil && snapshot.instances.charts[id.index].isRoot
  }

  @inline(never)
  private mutating func recordMoves(
    of id: InstanceID, _ chart: RunningChart, from before: UInt64, exits: UInt64, entries: UInt64
  ) {
    let plan = MicrostepPlan(WordPlan(exits: exits, entries: entries))
    recordMoves(of: id, chart, from: StateSet(first: before), plan)
  }

  /// Records a move before its actions, so that traces show cause before effect.
  @inline(never)
  mutating func recordMoves(of id: InstanceID, _ chart: RunningChart, from before: StateSet, _ plan: MicrostepPlan) {
    let template = Int(snapshot.instances.charts[id.index].template)
    if program.withTemplate(template, { $0.isInternal }) { return }
    let isNumbered = chart.steps.numbersConfigurations && recordsByNumber(id)
    var after = before
    after.subtract(plan.exits)
    after.formUnion(plan.entry.states)
    var moved = plan.exits
    moved.formUnion(plan.entry.states)
    for (index, region) in chart.table.regions.enumerated() {
      guard !moved.members(from: region, to: chart.table.states[region].end).isEmpty else { continue }
      if isNumbered {
        guard chart.table.isActive(region, in: after) else { continue }
        recording.appendMove(of: template, region: index, from: before.first, to: after.first)
        continue
      }
      let new = chart.text(of: after, in: region)
      if new.isEmpty { continue }
      let old = chart.text(of: before, in: region)
      let name = program.withTemplate(template) { chart.name(ofRegionAt: index, in: $0) }
      guard let path = toldPath(id, name.text) else { return }
      record(.moved(region: Name(path), from: old, to: new), of: id)
    }
  }
}
