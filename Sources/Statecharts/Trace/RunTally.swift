/// What a run did: which states were active, which transitions were taken, which delays ran out, how services answered, and
/// which laws were tested.
///
/// All instances of a template count together.
package struct RunTally: Equatable, Sendable {
  private struct Row: Equatable, Sendable {
    var states = StateSet()
    var transitions = StateSet()
    var delays = StateSet()
    /// The laws whose trigger occurred, by their places.
    var laws = StateSet()
    /// Whether the laws of some instance were checked.
    var isWatched = false
    /// The inputs whose code did not return.
    var unreturned: Set<Name> = []
  }

  private var rows: [Row]
  /// Five bits for each service: one for each outcome, one for its time-out, one for a request.
  private var answers = StateSet()
  /// The moves that were made, by the numbers that their finder gives their controls.
  private var moves = StateSet()
  /// Whether timers of code are counted, which costs a text each.
  let countsTimers: Bool
  /// The timers, delays and delayed events of code that were started, by name, and whether they came due.
  private var timers: [Name: Bool] = [:]

  /// - Parameter count: How many templates there are.
  init(templates count: Int, countsTimers: Bool = true) {
    rows = Array(repeating: Row(), count: count)
    self.countsTimers = countsTimers
  }

  /// Adds what another run of the same program did.
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
  }

  /// Whether a state was active in some instance of a template.
  package func wasActive(_ state: Int, of template: Int) -> Bool { rows[template].states.contains(state) }

  /// Whether a transition was taken; the default of a history state is, when it stands in for what was never remembered.
  package func wasTaken(_ transition: Int, of template: Int) -> Bool { rows[template].transitions.contains(transition) }

  /// Whether the code of an input did not return.
  package func didNotReturn(_ input: Name, of template: Int) -> Bool { rows[template].unreturned.contains(input) }

  /// Whether a delayed transition came due, be it that its guard did not hold then.
  package func cameDue(_ transition: Int, of template: Int) -> Bool { rows[template].delays.contains(transition) }

  /// Whether a law of a template was tested: its trigger occurred, or, of a law without one, an instance was checked.
  package func wasTested(law position: Int, of template: Int, hasTrigger: Bool) -> Bool {
    hasTrigger ? rows[template].laws.contains(position) : rows[template].isWatched
  }

  /// Whether a service was asked, and whether a request of it was answered so or ended by its time-out.
  package func wasRequested(_ service: Int) -> Bool { answers.contains(service * 5 + 4) }
  package func wasAnswered(_ service: Int, _ outcome: Outcome) -> Bool { answers.contains(service * 5 + outcome.place) }
  package func timedOut(_ service: Int) -> Bool { answers.contains(service * 5 + 3) }

  /// Whether a move of a control was made, by the control's number.
  package func wasMade(_ move: Int) -> Bool { moves.contains(move) }

  /// The timers of code that were started or came due, in the order of their names' bytes.
  package var timersOfCode: [(name: Name, cameDue: Bool)] {
    timers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
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
  /// Whether what charts do is tallied; a step costs more then.
  package var isTallying: Bool {
    get { tally != nil }
    set {
      tally = newValue ? RunTally(templates: program.templates.count) : nil
      usage.shortMicrosteps = newValue ? 0 : program.limits.microsteps
    }
  }

  /// Tallies from now on, without the timers of code: nearly free. The states in which instances stand count as active.
  package mutating func tallyWithoutTimers() {
    tally = RunTally(templates: program.templates.count, countsTimers: false)
    usage.shortMicrosteps = 0
    for index in snapshot.instances.charts.indices where snapshot.instances.charts[index].isRunning {
      tallyStates(of: InstanceID(index))
    }
  }

  /// What was tallied so far; nil where nothing is.
  package var tallied: RunTally? { tally }

  /// Tallies that a move of a control is made.
  @inline(__always)
  package mutating func tallyMove(_ number: Int) { tally?.add(move: number) }

  /// Tallies that the code of an input did not return.
  package mutating func tallyUnreturned(_ input: Name, of template: Int) { tally?.add(unreturned: input, of: template) }

  /// Tallies the answer to a request.
  mutating func tallyAnswer(to request: RequestInstance, _ outcome: Outcome, _ value: Value, isScheduled: Bool) {
    guard let index = program.serviceIndex(named: request.service) else { return }
    let timeout = program.services[index].timeout
    let isTimeout = isScheduled && outcome == .error && timeout.map { value == .string($0.message) } ?? false
    tally?.add(outcome, isTimeout: isTimeout, of: index)
  }

  /// What charts did since it was last taken, or since tallying began.
  ///
  /// - Precondition: It is tallying.
  package mutating func takeTally() -> RunTally {
    guard let taken = tally else { preconditionFailure("the kernel does not tally") }
    tally = RunTally(templates: program.templates.count, countsTimers: taken.countsTimers)
    return taken
  }

  /// Whether timers of code are tallied.
  @inline(__always)
  var countsTimers: Bool { tally?.countsTimers ?? false }

  /// Tallies the states in which an instance stands.
  mutating func tallyStates(of id: InstanceID) {
    let chart = snapshot.instances.charts[id.index]
    tally?.add(active: chart.active, of: Int(chart.template))
  }

  /// Tallies a timer of code; a delayed transition is told by its chart.
  mutating func tallyTimer(_ work: Work, cameDue: Bool) {
    guard countsTimers, work.source == .delay || work.source == .timer else { return }
    if case .elapsed = work.target { return }
    tally?.add(timer: work.name, cameDue: cameDue)
  }

  /// Tallies a delayed event that came due.
  mutating func tallyDelayed(_ event: EventID) {
    guard countsTimers else { return }
    let name = name(of: event)
    tally?.add(timer: name, cameDue: true)
  }

  /// Tallies a delayed transition that came due.
  mutating func tallyDelay(_ transition: Int, of id: InstanceID) {
    if let template = snapshot.template(of: id) { tally?.add(elapsed: transition, of: template) }
  }

  /// Tallies the transitions of the microstep under way.
  mutating func tallyTransitions(of id: InstanceID) {
    let template = Int(snapshot.instances.charts[id.index].template)
    for index in 0..<enabled.count { tally?.add(taken: Int(enabled[index]), of: template) }
  }
}

extension ChartTable {
  /// Whether a transition of a template was taken for an event; nil where no transition takes the event.
  package func wasTaken(_ event: Name, of template: Int, in tally: RunTally) -> Bool? {
    let takers = transitions.indices.filter { index in
      if case .event(let text) = transitions[index].trigger { EventDescriptor.matches(text, event) } else { false }
    }
    return takers.isEmpty ? nil : takers.contains { tally.wasTaken($0, of: template) }
  }
}
