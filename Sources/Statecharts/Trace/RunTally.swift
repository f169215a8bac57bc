/// The coverage of a run: active states, taken transitions, due delays, service answers and tested laws, with all
/// instances of a template together.
package struct RunTally: Equatable, Sendable {
  private struct Row: Equatable, Sendable {
    var states = StateSet()
    var transitions = StateSet()
    var delays = StateSet()
    var laws = StateSet()
    var isWatched = false
    /// The inputs whose code did not return.
    var unreturned: Set<Name> = []
  }

  private var rows: [Row]
  /// Five bits a service: three outcomes, the time-out, a request.
  private var answers = StateSet()
  private var moves = StateSet()
  /// Whether timers of code count; this needs a text for each.
  let countsTimers: Bool
  /// By name: whether a timer, delay or delayed event of code came due.
  private var timers: [Name: Bool] = [:]
  /// The rows of lists that a search left out where they existed.
  private var leftOutRows: [Name: StateSet] = [:]

  init(templates count: Int, countsTimers: Bool = true) {
    rows = Array(repeating: Row(), count: count)
    self.countsTimers = countsTimers
  }

  package mutating func formUnion(_ other: RunTally) {
    for (index, row) in other.rows.enumerated() {
      rows[index].states.formUnion(row.states)
      rows[index].transitions.formUnion(row.transitions)
      rows[index].delays.formUnion(row.delays)
      rows[index].laws.formUnion(row.laws)
      if row.isWatched { rows[index].isWatched = true }
      rows[index].unreturned.formUnion(row.unreturned)
    }
    answers.formUnion(other.answers)
    moves.formUnion(other.moves)
    timers.merge(other.timers) { $0 || $1 }
    for (list, rows) in other.leftOutRows { leftOutRows[list, default: StateSet()].formUnion(rows) }
  }

  package func wasActive(_ state: Int, of template: Int) -> Bool { rows[template].states.contains(state) }

  /// Includes the default transition of a history state without memory.
  package func wasTaken(_ transition: Int, of template: Int) -> Bool { rows[template].transitions.contains(transition) }

  /// Whether the code of an input did not return.
  package func didNotReturn(_ input: Name, of template: Int) -> Bool { rows[template].unreturned.contains(input) }

  /// Whether it came due, even if its guard did not hold.
  package func cameDue(_ transition: Int, of template: Int) -> Bool { rows[template].delays.contains(transition) }

  /// Whether its trigger occurred, or, for a law without one, an instance was checked.
  package func wasTested(law position: Int, of template: Int, hasTrigger: Bool) -> Bool {
    hasTrigger ? rows[template].laws.contains(position) : rows[template].isWatched
  }

  package func wasRequested(_ service: Int) -> Bool { answers.contains(service * 5 + 4) }
  package func wasAnswered(_ service: Int, _ outcome: Outcome) -> Bool { answers.contains(service * 5 + outcome.place) }
  package func timedOut(_ service: Int) -> Bool { answers.contains(service * 5 + 3) }

  package func wasMade(_ move: Int) -> Bool { moves.contains(move) }

  package var timersOfCode: [(name: Name, cameDue: Bool)] {
    timers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// By list, in ascending order.
  package var rowsLeftOut: [(list: Name, rows: [Int])] {
    leftOutRows.sorted { $0.key < $1.key }.map { ($0.key, Array($0.value)) }
  }

  mutating func add(timer name: Name, cameDue: Bool) {
    timers[name, default: false] = cameDue || timers[name] ?? false
  }
  mutating func add(active states: StateSet, of template: Int) { rows[template].states.formUnion(states) }
  mutating func add(taken transition: Int, of template: Int) { rows[template].transitions.insert(transition) }
  mutating func add(elapsed transition: Int, of template: Int) { rows[template].delays.insert(transition) }
  mutating func add(law position: Int, of template: Int) { rows[template].laws.insert(position) }
  mutating func add(watched template: Int) { rows[template].isWatched = true }
  mutating func add(request service: Int) { answers.insert(service * 5 + 4) }
  mutating func add(_ outcome: Outcome, isTimeout: Bool, of service: Int) {
    answers.insert(service * 5 + (isTimeout ? 3 : outcome.place))
  }
  mutating func add(unreturned input: Name, of template: Int) { rows[template].unreturned.insert(input) }
  mutating func add(move: Int) { moves.insert(move) }
  mutating func add(leftOut rows: [Int], of list: Name) {
    let known = leftOutRows[list] ?? StateSet()
    if !rows.allSatisfy(known.contains) { leftOutRows[list, default: StateSet()].formUnion(StateSet(rows)) }
  }
}

extension Outcome {
  fileprivate var place: Int {
    switch self {
    case .ok: 0
    case .fail: 1
    case .error: 2
    }
  }
}

extension Kernel {
  /// Tallies without code's timers, at almost no cost. Current states count as active.
  package mutating func tallyWithoutTimers() {
    isTallying = true
    tally = RunTally(templates: program.templates.count, countsTimers: false)
    for index in snapshot.instances.charts.indices where snapshot.instances.charts[index].isRunning {
      tallyStates(of: InstanceID(index))
    }
  }

  package var tallied: RunTally? { tally }

  @inline(__always)
  package mutating func tallyMove(_ number: Int) { tally?.add(move: number) }

  package mutating func tally(leftOut rows: [Int], of list: Name) { tally?.add(leftOut: rows, of: list) }

  /// Tallies that the code of an input did not return.
  package mutating func tallyUnreturned(_ input: Name, of template: Int) { tally?.add(unreturned: input, of: template) }

  mutating func tallyAnswer(to request: RequestInstance, _ outcome: Outcome, _ value: Value, isScheduled: Bool) {
    guard let index = program.serviceIndex(named: request.service) else { return }
    let timeout = program.services[index].timeout
    let isTimeout = isScheduled && outcome == .error && timeout.map { value == .string($0.message) } ?? false
    tally?.add(outcome, isTimeout: isTimeout, of: index)
  }

  /// The tally since the last call, or since tallying began.
  ///
  /// - Precondition: It is tallying.
  package mutating func takeTally() -> RunTally {
    guard let taken = tally else { preconditionFailure("the kernel does not tally") }
    tally = RunTally(templates: program.templates.count, countsTimers: taken.countsTimers)
    return taken
  }

  @inline(__always)
  var countsTimers: Bool { tally?.countsTimers ?? false }

  mutating func tallyStates(of id: InstanceID) {
    let chart = snapshot.instances.charts[id.index]
    tally?.add(active: chart.active, of: Int(chart.template))
  }

  /// Delayed transitions are tallied by their charts.
  mutating func tallyTimer(_ work: Work, cameDue: Bool) {
    guard countsTimers, work.source == .delay || work.source == .timer else { return }
    if case .elapsed = work.target { return }
    tally?.add(timer: work.name, cameDue: cameDue)
  }

  mutating func tallyDelayed(_ event: EventID) {
    guard countsTimers else { return }
    let name = name(of: event)
    tally?.add(timer: name, cameDue: true)
  }

  mutating func tallyDelay(_ transition: Int, of id: InstanceID) {
    if let template = snapshot.template(of: id) { tally?.add(elapsed: transition, of: template) }
  }

  mutating func tallyTransitions(of id: InstanceID) {
    let template = Int(snapshot.instances.charts[id.index].template)
    for index in 0..<enabled.count { tally?.add(taken: Int(enabled[index]), of: template) }
  }
}

extension ChartTable {
  /// Whether one of the event's transitions was taken; nil without such transitions.
  package func wasTaken(_ event: Name, of template: Int, in tally: RunTally) -> Bool? {
    let takers = transitions.indices.filter { transitions[$0].trigger.matches(event) }
    return takers.isEmpty ? nil : takers.contains { tally.wasTaken($0, of: template) }
  }
}
