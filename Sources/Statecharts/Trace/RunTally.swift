/// What a run did with its charts and timers: which states were active, which transitions were taken, which delays ran out.
///
/// All instances of a template count together.
package struct RunTally: Sendable {
  private struct Row: Sendable {
    var states = StateSet()
    var transitions = StateSet()
    var delays = StateSet()
  }

  private var rows: [Row]
  /// The timers, delays and delayed events of code that were started, by name, and whether they came due.
  private var timers: [Name: Bool] = [:]

  /// - Parameter count: How many templates there are.
  init(templates count: Int) {
    rows = Array(repeating: Row(), count: count)
  }

  /// Whether a state was active in some instance of a template.
  package func wasActive(_ state: Int, of template: Int) -> Bool { rows[template].states.contains(state) }

  /// Whether a transition was taken; the default of a history state is, when it stands in for what was never remembered.
  package func wasTaken(_ transition: Int, of template: Int) -> Bool { rows[template].transitions.contains(transition) }

  /// Whether a delayed transition came due, be it that its guard did not hold then.
  package func cameDue(_ transition: Int, of template: Int) -> Bool { rows[template].delays.contains(transition) }

  /// The timers of code that were started or came due, in the order of their names' bytes.
  package var timersOfCode: [(name: String, cameDue: Bool)] {
    timers.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) }
  }

  mutating func add(timer name: String, cameDue: Bool) {
    timers[Name(name), default: false] = cameDue || timers[Name(name)] ?? false
  }
  mutating func add(active states: StateSet, of template: Int) { rows[template].states.formUnion(states) }
  mutating func add(taken transition: Int, of template: Int) { rows[template].transitions.insert(transition) }
  mutating func add(elapsed transition: Int, of template: Int) { rows[template].delays.insert(transition) }
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

  /// What charts did since it was last taken, or since tallying began.
  ///
  /// - Precondition: It is tallying.
  package mutating func takeTally() -> RunTally {
    guard let taken = tally else { preconditionFailure("the kernel does not tally") }
    tally = RunTally(templates: program.templates.count)
    return taken
  }

  /// Tallies the states in which an instance stands.
  mutating func tallyStates(of id: InstanceID) {
    let chart = snapshot.instances.charts[id.index]
    tally?.add(active: chart.active, of: Int(chart.template))
  }

  /// Tallies a timer of code; a delayed transition is told by its chart.
  mutating func tallyTimer(_ work: Work, cameDue: Bool) {
    guard tally != nil, work.source == .delay || work.source == .timer else { return }
    if case .elapsed = work.target { return }
    tally?.add(timer: work.name.text, cameDue: cameDue)
  }

  /// Tallies a delayed event that came due.
  mutating func tallyDelayed(_ event: EventID) {
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
