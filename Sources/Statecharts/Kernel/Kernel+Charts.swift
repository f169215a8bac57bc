/// The Recommendation's algorithm (SCXML, Appendix D) over the tables of a chart. `Documentation/Semantics.md` tells
/// where it departs.
extension Kernel {
  /// Puts an event into the turn's internal queue; no transition is taken while code runs.
  mutating func raise(_ event: String, _ value: Value, for machine: InstanceID, isStimulus: Bool = false) {
    internalQueue.append(ChartEvent(machine: machine, name: event, value: value, isStimulus: isStimulus))
  }

  /// Gives a machine an event from outside; it is refused, with a reason, when no transition takes it.
  public mutating func send(_ event: String, _ value: Value = .null, to machine: InstanceID) {
    raise(event, value, for: machine, isStimulus: true)
  }

  mutating func touch(_ id: InstanceID) {
    guard let machine = machine(id), template(of: machine).chart?.hasEventless == true else { return }
    if !touched.contains(id) { touched.append(id) }
  }

  /// Runs the charts until nothing is left in this turn: eventless transitions, then the next internal event, until
  /// none; then invocations start and what nothing refers to goes.
  mutating func settle() {
    while fault == nil {
      if takeEventless() { continue }
      if !internalQueue.isEmpty {
        let event = internalQueue.removeFirst()
        take(event)
        continue
      }
      if startInvocations() { continue }
      if !removeGarbage() { return }
    }
  }

  private mutating func takeEventless() -> Bool {
    while let id = touched.first {
      if let machine = machine(id), let chart = template(of: machine).chart, !machine.isFinished {
        let enabled = enabledTransitions(of: id, machine, chart, event: nil)
        if !enabled.isEmpty {
          microstep(enabled, of: id, chart, .null)
          return true
        }
      }
      touched.removeAll { $0 == id }
    }
    return false
  }

  private mutating func take(_ event: ChartEvent) {
    guard let machine = machine(event.machine), let chart = template(of: machine).chart, !machine.isFinished else {
      guard event.isStimulus else { return }
      let reason = refusalOfRest(event.machine)
      record(.refused(name: event.name, reason: reason))
      return
    }
    let enabled = enabledTransitions(of: event.machine, machine, chart, event: event)
    if enabled.isEmpty {
      guard event.isStimulus else { return }
      let reason = refusal(of: event, machine, chart)
      return record(.refused(name: event.name, reason: reason))
    }
    microstep(enabled, of: event.machine, chart, event.value)
  }

  mutating func takeElapsed(_ transition: Int, of id: InstanceID) {
    guard let machine = machine(id), let chart = template(of: machine).chart, !machine.isFinished else { return }
    let row = chart.transitions[transition]
    guard machine.configuration.contains(row.source), holds(row.guardCondition, id, .null) else { return }
    microstep(removingConflicts([transition], machine, chart), of: id, chart, .null)
  }

  // MARK: Selection

  /// The optimal enabled transition set: for each active atomic state the innermost enabled transition, in document
  /// order, without conflicts.
  private mutating func enabledTransitions(
    of id: InstanceID, _ machine: MachineInstance, _ chart: ChartTable, event: ChartEvent?
  ) -> [Int] {
    var enabled: [Int] = []
    for state in machine.configuration where chart.isAtomic(state) {
      for source in [state] + chart.ancestors(of: state) {
        guard let found = firstEnabled(in: source, of: id, chart, event) else { continue }
        if !enabled.contains(found) { enabled.append(found) }
        break
      }
    }
    return removingConflicts(enabled, machine, chart)
  }

  private mutating func firstEnabled(
    in state: Int, of id: InstanceID, _ chart: ChartTable, _ event: ChartEvent?
  ) -> Int? {
    for transition in chart.states[state].transitions {
      let row = chart.transitions[transition]
      guard Kernel.matches(row.trigger, event?.name), holds(row.guardCondition, id, event?.value ?? .null) else {
        continue
      }
      return transition
    }
    return nil
  }

  private static func matches(_ trigger: Chart.Trigger, _ event: String?) -> Bool {
    switch (trigger, event) {
    case (.event(let descriptor), let event?): ChartTable.descriptor(descriptor, matches: event)
    case (.always, nil): true
    case (.always, _), (.event, nil), (.after, _): false
    }
  }

  public mutating func holds(_ condition: Chart.Guard?, _ id: InstanceID, _ value: Value = .null) -> Bool {
    guard let condition else { return true }
    var result = false
    withUnsafeMutablePointer(to: &self) { result = condition.holds(TurnContext(kernel: $0), id, value) }
    return result
  }

  /// Of two transitions that exit a state in common, the one from the deeper source wins, else the earlier.
  private func removingConflicts(_ enabled: [Int], _ machine: MachineInstance, _ chart: ChartTable) -> [Int] {
    if enabled.count < 2 { return enabled }
    var filtered: [Int] = []
    for candidate in enabled {
      let exits = Set(exitSet(of: [candidate], machine, chart))
      let rivals = filtered.filter { !exits.isDisjoint(with: exitSet(of: [$0], machine, chart)) }
      let source = chart.transitions[candidate].source
      if rivals.contains(where: { !chart.isDescendant(source, of: chart.transitions[$0].source) }) { continue }
      filtered.removeAll(where: rivals.contains)
      filtered.append(candidate)
    }
    return filtered
  }

  // MARK: Microstep

  private mutating func microstep(_ enabled: [Int], of id: InstanceID, _ chart: ChartTable, _ value: Value) {
    microsteps += 1
    guard let before = machine(id) else { return }
    guard microsteps <= program.limits.microsteps else {
      return reach("microsteps", program.limits.microsteps, stateCycle(of: before, chart))
    }
    let exits = exitSet(of: enabled, before, chart)
    exit(exits, of: id, chart)
    let entry = entrySet(of: enabled, machine(id) ?? before, chart)
    recordMoves(of: id, chart, from: before.configuration, exits: exits, entries: entry.states)
    for transition in enabled {
      for action in chart.transitions[transition].actions where fault == nil { call(action, id, value) }
    }
    enter(entry, of: id, chart)
    touch(id)
  }

  /// A move is recorded before the actions that it causes, as a reader tells it.
  private mutating func recordMoves(
    of id: InstanceID, _ chart: ChartTable, from before: [Int], exits: [Int], entries: [Int]
  ) {
    guard gathersEffects, !isNowhere(id), let machine = machine(id), !template(of: machine).isInternal else { return }
    let after = (before.filter { !exits.contains($0) } + entries).sorted()
    for region in chart.regions {
      let old = chart.text(of: before, in: region)
      let new = chart.text(of: after, in: region)
      let moved = (exits + entries).contains { $0 == region || chart.isDescendant($0, of: region) }
      guard moved, !new.isEmpty else { continue }
      let name = chart.name(ofRegion: region, templateName: template(of: machine).name)
      let path = path(id, name)
      record(.moved(region: path, from: old, to: new), of: id)
    }
  }

  private func stateCycle(of machine: MachineInstance, _ chart: ChartTable) -> String {
    let moves = effects.suffix(32).compactMap { effect -> String? in
      guard case .moved(_, _, let to) = effect else { return nil }
      return to
    }
    return moves.isEmpty ? chart.text(of: machine.configuration, in: chart.regions[0]) : Kernel.cycle(in: moves)
  }

  private mutating func exit(_ states: [Int], of id: InstanceID, _ chart: ChartTable) {
    for state in states { remember(state, of: id, chart) }
    for state in states where fault == nil {
      for code in chart.states[state].onExit { call(code, id) }
      cancelRequests(of: id, state: state)
      dropWork(of: id) { target in
        guard case .elapsed(let machine, let transition) = target else { return false }
        return machine == id && chart.transitions[transition].source == state
      }
      update(id) { $0.configuration.removeAll { $0 == state } }
      statesToInvoke.removeAll { $0 == StateOfMachine(machine: id, state: state) }
    }
  }

  private mutating func remember(_ state: Int, of id: InstanceID, _ chart: ChartTable) {
    for child in chart.states[state].children where chart.isHistory(child) {
      guard let configuration = machine(id)?.configuration else { return }
      let remembered = configuration.filter {
        chart.states[child].kind == .deepHistory
          ? chart.isAtomic($0) && chart.isDescendant($0, of: state) : chart.states[$0].parent == state
      }
      update(id) { machine in
        machine.history.removeAll { $0.state == child }
        machine.history.append(HistoryEntry(state: child, remembered: remembered))
        machine.history.sort { $0.state < $1.state }
      }
    }
  }

  mutating func enter(_ entry: EntrySet, of id: InstanceID, _ chart: ChartTable) {
    for state in entry.states where fault == nil {
      update(id) { machine in
        let index = machine.configuration.firstIndex { $0 > state } ?? machine.configuration.endIndex
        machine.configuration.insert(state, at: index)
      }
      if !chart.states[state].invocations.isEmpty { statesToInvoke.append(StateOfMachine(machine: id, state: state)) }
      for code in chart.states[state].onEntry { call(code, id) }
      for transition in entry.defaultContent(of: state) {
        for action in chart.transitions[transition].actions { call(action, id) }
      }
      scheduleElapsed(state, of: id, chart)
      if chart.states[state].kind == .final { finish(state, of: id, chart) }
    }
  }

  private mutating func scheduleElapsed(_ state: Int, of id: InstanceID, _ chart: ChartTable) {
    for transition in chart.states[state].transitions {
      guard case .after(let delay) = chart.transitions[transition].trigger else { continue }
      let name = path(id, chart.states[state].name)
      record(.timerStarted(name: name, delay: delay), of: id)
      schedule(after: delay, .delay, name, .elapsed(id, transition: transition))
    }
  }

  private mutating func finish(_ state: Int, of id: InstanceID, _ chart: ChartTable) {
    guard let parent = chart.states[state].parent else { return }
    if parent == 0 {
      update(id) { $0.isFinished = true }
      return
    }
    raise("done.state.\(chart.states[parent].name)", .null, for: id)
    guard let above = chart.states[parent].parent, chart.states[above].kind == .parallel else { return }
    let configuration = machine(id)?.configuration ?? []
    guard chart.states[above].children.allSatisfy({ chart.isInFinalState($0, configuration) }) else { return }
    if above == 0 {
      update(id) { $0.isFinished = true }
    } else {
      raise("done.state.\(chart.states[above].name)", .null, for: id)
    }
  }

  private mutating func startInvocations() -> Bool {
    guard !statesToInvoke.isEmpty else { return false }
    // Machines in the order in which they came to invoke, each in document order.
    var waiting: [StateOfMachine] = []
    for machine in statesToInvoke.map(\.machine) where !waiting.contains(where: { $0.machine == machine }) {
      waiting += statesToInvoke.filter { $0.machine == machine }.sorted { $0.state < $1.state }
    }
    statesToInvoke.removeAll()
    for place in waiting where fault == nil {
      guard let machine = machine(place.machine), let chart = template(of: machine).chart else { continue }
      for invocation in chart.states[place.state].invocations where fault == nil {
        invoke(invocation, for: place.machine, state: place.state)
      }
    }
    return true
  }

  /// The fields that a guard reads, with their values: ` (name "abc", password <secret>)`.
  private func values(of condition: Chart.Guard, _ machine: MachineInstance) -> String {
    let fields = template(of: machine).fields.filter { condition.reads.contains($0.name) }
    let texts = fields.map { "\($0.name) \($0.masked(read($0, of: machine)).plainText)" }
    return texts.isEmpty ? "" : " (\(texts.joined(separator: ", ")))"
  }

  /// Returns why an instance without a running chart takes no event.
  private func refusalOfRest(_ id: InstanceID) -> String {
    guard let machine = machine(id) else { return "the instance is gone" }
    return machine.isFinished ? "the chart has finished" : "'\(template(of: machine).name)' has no chart"
  }

  /// Returns why a machine takes no transition for an event.
  private mutating func refusal(of event: ChartEvent, _ machine: MachineInstance, _ chart: ChartTable) -> String {
    for state in machine.configuration.reversed() {
      for transition in chart.states[state].transitions {
        let row = chart.transitions[transition]
        guard Kernel.matches(row.trigger, event.name), let condition = row.guardCondition else { continue }
        return "'\(condition.name)' does not hold\(values(of: condition, machine))"
      }
    }
    let invoking = machine.requests.compactMap { request($0)?.state }
    if chart.leads(event.name, to: invoking) { return "already executing" }
    let states = chart.regions.map { chart.text(of: machine.configuration, in: $0) }
    return "no transition in \(states.filter { !$0.isEmpty }.joined(separator: ", "))"
  }
}
