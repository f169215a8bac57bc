extension Kernel {
  /// A negative number for a name that the program does not know.
  mutating func event(named name: Name) -> EventID {
    if let event = program.event(named: name) { return event }
    unknownEvents.append(name)
    hasLeftovers = true
    return EventID(number: Int32(-unknownEvents.count))
  }

  func name(of event: EventID) -> Name {
    event.number >= 0 ? program.events.names[Int(event.number)] : unknownEvents[Int(-event.number) - 1]
  }

  /// Queues an internal event; no transition is taken while code runs.
  mutating func raise(_ event: Name, _ value: Value, for machine: InstanceID) {
    raise(self.event(named: event), value, for: machine)
  }

  mutating func raise(_ event: EventID, _ value: Value, for machine: InstanceID) {
    queues.appendInternal(ChartEvent(machine: machine, event: event, value: value))
  }

  /// Sends an external event; it is refused with a reason if no transition takes it.
  package mutating func send(_ event: Name, _ value: Value = .null, to machine: InstanceID) {
    sendNumbered(self.event(named: event), value, to: machine)
  }

  /// - Precondition: The number is of this program.
  package mutating func send(_ event: EventID, _ value: Value = .null, to machine: InstanceID) {
    event.check(program)
    sendNumbered(event, value, to: machine)
  }

  private mutating func sendNumbered(_ event: EventID, _ value: Value, to machine: InstanceID) {
    if running != .nowhere {
      return sendFromCode(ChartEvent(machine: machine, event: event, value: value, kind: .stimulus))
    }
    queues.appendExternal(ChartEvent(machine: machine, event: event, value: value, kind: .stimulus))
  }

  /// Queues an external event from code. If its target has no running chart, a sender that handles it gets
  /// `error.communication`.
  private mutating func sendFromCode(_ event: ChartEvent) {
    var event = event
    if runningChart(event.machine) == nil, mayTake("error.communication", running) {
      let reason = "'\(name(of: event.event))' was sent to an instance without a running chart"
      return raise("error.communication", .string(reason), for: running)
    }
    if machine(running)?.invoker == event.machine { event.origin = running }
    queues.appendExternal(event)
  }

  mutating func deliver(_ event: EventID, _ value: Value, to machine: InstanceID, from origin: InstanceID = .nowhere) {
    queues.appendExternal(ChartEvent(machine: machine, event: event, value: value, origin: origin))
  }

  /// Queues an answer. Of several regions that invoke the service, only the one that asked receives it.
  mutating func deliver(_ answer: EventID, _ value: Value, to request: InstanceID, of owner: InstanceID) {
    var event = ChartEvent(machine: owner, event: answer, value: value)
    event.answered = request
    queues.appendExternal(event)
  }

  func takes(_ event: Name, _ id: InstanceID) -> Bool {
    guard let chart = runningChart(id) else { return false }
    return chart.table.takes(event, in: snapshot.instances.charts[id.index].active.states)
  }

  /// Whether any state, active or not, has a transition for it.
  func mayTake(_ event: Name, _ id: InstanceID) -> Bool {
    runningChart(id).map { $0.table.takes(event, in: $0.table.states.indices) } ?? false
  }

  /// Returns whether the chart would take an external event, guards and value considered. It runs only the guards.
  ///
  /// It returns true if only the turn can tell: a guard faults, or an invoked machine receives the event first.
  package mutating func wouldTake(_ event: Name, _ value: Value, of id: InstanceID) -> Bool {
    guard let chart = runningChart(id) else { return false }
    let before = heard
    if program.hearsEvents { heard = HeardEvent(name: event, value: value, isInternal: false) }
    defer { heard = before }
    return wouldTake(chart.table.column(of: event), value, of: id, chart)
  }

  package mutating func wouldTake(_ event: EventID, _ value: Value, of id: InstanceID) -> Bool {
    event.check(program)
    guard let chart = runningChart(id) else { return false }
    let before = heard
    if program.hearsEvents { hear(event, value) }
    defer { heard = before }
    return wouldTake(column(of: event, in: chart), value, of: id, chart)
  }

  private mutating func wouldTake(_ column: Int, _ value: Value, of id: InstanceID, _ chart: RunningChart) -> Bool {
    if chart.steps.invokesMachines, forwardsEvents(id, chart) { return true }
    selectTransitions(of: id, chart, column, value)
    defer { enabled.removeAll() }
    guard fault != nil || queues.hasInternal else { return !enabled.isEmpty }
    fault = nil
    queues.removeInternal()
    return true
  }

  /// Returns whether a state of that name is active.
  ///
  /// - Throws: A fault for a name that no state or several states have.
  func isInKnown(_ state: Name, of id: InstanceID) throws(Fault) -> Bool {
    let template = template(of: id)
    if let template, let choices = template.chart?.choices(of: state), !choices.isEmpty {
      throw .ambiguousState(state, template: template.name.text, choices: choices)
    }
    if let isIn = isIn(state, of: id) { return isIn }
    let nearest = template?.chart.flatMap { ChartOutline($0.chart).nearest(to: state) }
    throw .unknownState(state, template: template?.name.text ?? "", nearest: nearest)
  }

  /// SCXML's `In`; nil if the chart has no such state.
  func isIn(_ state: Name, of id: InstanceID) -> Bool? {
    guard snapshot.instances.indices.contains(id.index),
      snapshot.instances.charts[id.index].isRunning || snapshot.instances.charts[id.index].isFinished
    else {
      return false
    }
    let chart = program.chart(Int(snapshot.instances.charts[id.index].template))
    return chart.table.isIn(state, snapshot.instances.charts[id.index].active)
  }

  @inline(never)
  mutating func touch(_ id: InstanceID) {
    guard let chart = runningChart(id), chart.steps.hasEventless else { return }
    queues.touch(id)
  }

  /// Nil if the machine has no chart, has finished or is gone.
  @inline(__always)
  func runningChart(_ id: InstanceID) -> RunningChart? {
    guard UInt(bitPattern: id.index) < UInt(bitPattern: snapshot.instances.charts.count),
      snapshot.instances.charts[id.index].isRunning
    else { return nil }
    return program.chart(Int(snapshot.instances.charts[id.index].template))
  }

  @inline(__always)
  mutating func takeExternal(
    _ event: EventID, _ value: Value, of id: InstanceID, _ kind: ChartEvent.Kind, from origin: InstanceID = .nowhere
  ) {
    guard let chart = runningChart(id) else { return refuse(event, value, of: id, kind) }
    if program.hearsEvents { hear(event, value) }
    if chart.steps.invokesMachines {
      forward(ChartEvent(machine: id, event: event, value: value, kind: kind, origin: origin), chart)
      return take(event, value, of: id, kind)
    }
    take(event, value, of: id, kind, chart)
  }

  /// Keeps an event for code that asks for it.
  @inline(never)
  mutating func hear(_ event: EventID, _ value: Value, isInternal: Bool = false) {
    heard = HeardEvent(name: name(of: event), value: value, isInternal: isInternal)
    hasLeftovers = true
  }

  mutating func take(_ event: EventID, _ value: Value, of id: InstanceID, _ kind: ChartEvent.Kind) {
    guard let chart = runningChart(id) else { return refuse(event, value, of: id, kind) }
    take(event, value, of: id, kind, chart)
  }

  @inline(__always)
  private mutating func take(
    _ event: EventID, _ value: Value, of id: InstanceID, _ kind: ChartEvent.Kind, _ chart: RunningChart
  ) {
    let column = column(of: event, in: chart)
    if chart.steps.isSequential {
      let transition = selectTransition(of: id, chart, column, value)
      if transition < 0 { return refuse(event, value, of: id, kind) }
      return microstep(transition, of: id, chart, value)
    }
    selectTransitions(of: id, chart, column, value)
    if enabled.isEmpty { return refuse(event, value, of: id, kind) }
    microstep(of: id, chart, value)
  }

  @inline(__always)
  private mutating func column(of event: EventID, in chart: RunningChart) -> Int {
    event.number >= 0 ? Int(chart.steps.columns[Int(event.number)]) : columnOfUnknown(event, in: chart)
  }

  @inline(never)
  private func columnOfUnknown(_ event: EventID, in chart: RunningChart) -> Int {
    chart.table.column(of: unknownEvents[Int(-event.number) - 1])
  }

  /// Takes a due delayed transition if its guard holds, else drops it.
  mutating func takeElapsed(_ transition: Int, of id: InstanceID) {
    guard let chart = runningChart(id) else { return }
    let row = chart.table.transitions[transition]
    guard snapshot.instances.charts[id.index].active.contains(row.source), holds(row.guardCondition, id, .null)
    else { return }
    microstep(Int32(transition), of: id, chart, .null)
  }

  /// Handles an event without a transition: a refused stimulus is recorded with the reason, a fault ends the turn,
  /// other events are dropped.
  @inline(never)
  private mutating func refuse(_ number: EventID, _ value: Value, of id: InstanceID, _ kind: ChartEvent.Kind) {
    let event = ChartEvent(machine: id, event: number, value: value, kind: kind)
    if event.kind == .fault, case .string(let reason) = event.value, runningChart(event.machine) != nil {
      return fail(.told(reason))
    }
    guard event.kind == .stimulus, scope.gathersEffects, fault == nil, !isTakenByInvoked(number, value, of: id) else {
      return
    }
    let refusal = runningChart(event.machine).map { self.refusal(of: event, $0) } ?? refusalOfRest(event.machine)
    let name = name(of: event.event)
    record(.refused(name: name, reason: refusal.reason), of: event.machine)
  }

  private func refusalOfRest(_ id: InstanceID) -> ChartRefusal {
    guard let template = template(of: id) else { return .instanceGone }
    let isFinished = snapshot.instances.charts[id.index].isFinished
    return isFinished ? .finished : .noChart(template: template.name.text)
  }

  private mutating func refusal(of event: ChartEvent, _ chart: RunningChart) -> ChartRefusal {
    guard let machine = machine(event.machine) else { return .instanceGone }
    let state = snapshot.instances.charts[event.machine.index]
    let name = name(of: event.event)
    for index in state.active.states.reversed() {
      for transition in chart.table.states[index].transitions {
        let row = chart.table.transitions[transition]
        guard row.trigger.matches(name), let condition = row.guardCondition else { continue }
        let parts = falseParts(of: condition, for: event)
        return .falseGuards(parts.map { .init(name: $0.name, reads: values(of: $0, event.machine)) })
      }
    }
    let invoking = machine.requests.compactMap { request($0)?.state }
    if chart.table.leads(name, to: invoking) { return .executing }
    let states = chart.table.regions.map { chart.table.text(of: state.active, in: $0) }
    return .noTransition(in: states.filter { !$0.isEmpty })
  }

  private mutating func falseParts(
    of condition: ChartDefinition.Guard, for event: ChartEvent
  ) -> [ChartDefinition.Guard] {
    var parts: [ChartDefinition.Guard] = []
    for part in condition.parts where !holds(part, event.machine, event.value) { parts.append(part) }
    return parts.isEmpty ? [condition] : parts
  }

  private func values(of condition: ChartDefinition.Guard, _ id: InstanceID) -> [Member] {
    let fields = template(of: id)?.fields.filter { condition.reads.contains($0.name) } ?? []
    return fields.map { Member($0.name, $0.masked(read($0, of: id))) }
  }
}

/// The event of a microstep, as code sees it.
package struct HeardEvent: Sendable {
  package let name: Name
  package let value: Value
  let isInternal: Bool

  /// SCXML's type: `platform`, `internal` or `external`.
  package var type: String {
    if name.text.hasPrefix("error.") || name.text.hasPrefix("done.") { return "platform" }
    return isInternal ? "internal" : "external"
  }
}

extension TurnContext {
  /// The event of the microstep; nil before the first one of a turn, or if the program does not ask for events.
  package var heardEvent: HeardEvent? { kernel.pointee.heard }
}
