import Statecharts
import ViewModels

/// The arrivals and findings of one state, in order. They depend only on the state.
struct Expansion: Sendable {
  enum Part: Sendable {
    case arrival(Arrival)
    case finding(Finding)
  }

  /// The result of a move; a class, so that passing it on copies no snapshot.
  final class Arrival: Sendable {
    let number: Move.Number
    /// The step's stimulus, with the names at its source.
    let last: DrivenStimulus
    let key: Fingerprint
    let time: Int
    /// The number of stimuli that came before the due work.
    let come: Int
    /// Nil if the same worker made an arrival with this key before, or a copy of the process did.
    let snapshot: Snapshot?
    let findings: [Finding]

    init(
      number: Move.Number, last: DrivenStimulus, key: Fingerprint, time: Int, come: Int, snapshot: Snapshot?,
      findings: [Finding]
    ) {
      self.number = number
      self.last = last
      self.key = key
      self.time = time
      self.come = come
      self.snapshot = snapshot
      self.findings = findings
    }
  }

  var parts: [Part] = []
  /// For each recurrence, whether it is possible here.
  fileprivate(set) var possible: [Bool] = []
  fileprivate(set) var reached: RunTally?
}

/// Makes the moves of states. Each worker owns one, so it is never used by two threads at once.
final class Expander: @unchecked Sendable {
  private let machine: Machine
  private let options: SearchOptions
  private let finder: MoveFinder
  private var stepper: Stepper
  private var wayBack = WayBack()
  private var keys: KeyMaker
  /// The keys of recent arrivals that kept their snapshots.
  private var told = RecentKeys()
  /// The coverage and the steps that reached it; nil without measurement.
  var measurement: Search.Measurement?
  /// The tally of the last expansion that reached something new.
  private var reached: RunTally?
  private var measured: RunTally?

  init(_ machine: Machine, _ options: SearchOptions, _ finder: MoveFinder, at start: Snapshot) {
    self.machine = machine
    self.options = options
    self.finder = finder
    stepper = Stepper(machine, from: start)
    if options.measures { stepper.isTallying = true } else { stepper.tallyReach() }
    stepper.keptTurns = options.measures ? .all : .wrong
    keys = KeyMaker(machine.program)
  }

  /// The key by which states count. Changes the stepper's position.
  func key(of snapshot: Snapshot) -> Fingerprint {
    stepper.snapshot = snapshot
    return keyOfState()
  }

  private func keyOfState() -> Fingerprint {
    options.countsHistories ? stepper.keyOfHistory(by: &keys) : stepper.key(by: &keys)
  }

  /// Changes the stepper's position.
  func snapshot(of state: WaitingState) -> Snapshot { wayBack.snapshot(of: state, by: &stepper, finder) }

  /// Prepares a copy of the process for its work.
  func beginCopy() { machine.objects?.beginCopy() }

  /// The state that a copy of the process reached, made again here; nil if the object does something else now. Changes
  /// the stepper's position.
  func snapshot(of arrival: Expansion.Arrival, from state: WaitingState) -> Snapshot? {
    stepper.snapshot = snapshot(of: state)
    let made = stepper.make(arrival.number, finder)
    _ = stepper.takeTurns()
    return made != nil && key(come: arrival.come) == arrival.key ? stepper.snapshot : nil
  }

  func expand(_ state: WaitingState) -> Expansion {
    var expansion = moves(of: state)
    let now = measured ?? stepper.tallied
    // A bound drops later expansions, so the tally belongs to the expansion that reached it first.
    if now != reached { (reached, expansion.reached) = (now, now) }
    return expansion
  }

  private func moves(of state: WaitingState) -> Expansion {
    var expansion = Expansion()
    if options.interruption() != nil { return expansion }
    let snapshot = snapshot(of: state)
    stepper.snapshot = snapshot
    if measurement != nil { forgetMeasures() }
    let moves = stepper.moves(finder)
    if measurement != nil { note(stepper.measured(StimulusAim(), []).tally) }
    expansion.parts += Finding.findings(in: stepper.takeTurns()).map(Expansion.Part.finding)
    if stepper.hasCrashed { return expansion }
    let isAtRest = !snapshot.isDue
    let isOpen = isAtRest || options.letsStimulusCome(after: state.come)
    expansion.possible = options.recurrences.map { $0.isPossible(snapshot, moves) }
    expansion.parts += Finding.findings(in: snapshot, of: machine, moves).map(Expansion.Part.finding)
    let alert = machine.alert(of: snapshot)
    var hasExit = alert == nil
    for (place, move) in moves.enumerated() {
      if options.interruption() != nil { return expansion }
      if let wanted = options.wanted, wanted(move.stimulus, snapshot) {
        expansion.add(.reached, "", told: machine.told(snapshot))
      }
      if !isOpen, !move.stimulus.isOfTime { continue }
      make(move, place, from: state, snapshot, isAtRest: isAtRest, &expansion)
      if !hasExit, case .dismiss = move.stimulus, let alert { hasExit = stepper.leaves(alert, machine, &keys) }
    }
    if isOpen { tryRefusals(at: state, snapshot) }
    if !hasExit, isOpen, let alert { expansion.add(.alert, alert.title, told: machine.told(snapshot)) }
    return expansion
  }

  /// Records the state after all due work and, if something can come between, the state before it.
  private func make(
    _ move: Move, _ place: Int, from state: WaitingState, _ snapshot: Snapshot, isAtRest: Bool,
    _ expansion: inout Expansion
  ) {
    stepper.snapshot = snapshot
    if measurement != nil { forgetMeasures() }
    let turns = stepper.step(move, isHeld: true)
    if measurement != nil { measure(move.stimulus, turns, from: state, snapshot) }
    let whole = Move.Number(place, isHeld: false)
    guard stepper.isDue else { return expansion.add(look(at: move, whole, after: turns)) }
    let come = options.come(state.come, and: move.stimulus, isAtRest: isAtRest, to: stepper.snapshot)
    let between = come.map { (snapshot: stepper.snapshot, come: $0) }
    stepper.drain()
    let furtherTurns = stepper.takeTurns()
    if measurement != nil { measure(move.stimulus, furtherTurns, from: state, snapshot) }
    expansion.add(look(at: move, whole, after: turns + furtherTurns))
    guard let between else { return }
    let reached = stepper.snapshot
    stepper.snapshot = between.snapshot
    expansion.add(look(at: move, Move.Number(place, isHeld: true), come: between.come, after: turns))
    stepper.snapshot = reached
  }

  private func key(come: Int) -> Fingerprint {
    let key = keyOfState()
    return come > 0 ? Fingerprint(key, Fingerprint(of: .int(come))) : key
  }

  /// - Parameter come: The number of stimuli that came before the due work; part of the key.
  private func look(at move: Move, _ number: Move.Number, come: Int = 0, after turns: [Turn]) -> Expansion.Arrival {
    let key = key(come: come)
    return Expansion.Arrival(
      number: number, last: DrivenStimulus(move.stimulus, isHeld: number.isHeld), key: key, time: stepper.time,
      come: come,
      snapshot: told.insert(key) ? stepper.snapshot : nil, findings: Finding.findings(in: turns))
  }
}

/// Measurement; only with a single worker.
extension Expander {
  /// Discards what was tallied since the last measurement.
  private func forgetMeasures() { _ = stepper.measured(StimulusAim(), []) }

  private func note(_ tally: RunTally) { if measured == nil { measured = tally } else { measured?.formUnion(tally) } }

  /// - Parameter isTried: Whether the step may be refused; moves never are.
  private func measure(
    _ stimulus: Stimulus, _ turns: [Turn], from state: WaitingState, _ snapshot: Snapshot, isTried: Bool = false
  ) {
    var aim = StimulusAim()
    if isTried || stimulus.isDismissal { aim = machine.aim(of: stimulus, in: snapshot) }
    let step = stepper.measured(aim, turns)
    note(step.tally)
    measurement?.add(step, by: Search.Measurement.Way(state: state.index, last: DrivenStimulus(stimulus)))
  }

  /// Tries commands whose refusal is not covered yet, because moves are never refused.
  private func tryRefusals(at state: WaitingState, _ snapshot: Snapshot) {
    guard measurement != nil else { return }
    for stimulus in finder.taps(of: snapshot) {
      guard let command = machine.aim(of: stimulus, in: snapshot).command,
        measurement?.coverage.isRefused(command) == false
      else { continue }
      stepper.snapshot = snapshot
      forgetMeasures()
      measure(stimulus, stepper.step(stimulus), from: state, snapshot, isTried: true)
    }
  }
}

private struct RecentKeys {
  private var slots = [Fingerprint?](repeating: nil, count: 1 << 12)

  mutating func insert(_ key: Fingerprint) -> Bool {
    let slot = Int(truncatingIfNeeded: key.first) & (slots.count - 1)
    defer { slots[slot] = key }
    return slots[slot] != key
  }
}

extension Expansion {
  fileprivate mutating func add(_ arrival: Arrival) { parts.append(.arrival(arrival)) }

  fileprivate mutating func add(_ kind: Finding.Kind, _ name: String, told cause: String) {
    parts.append(.finding(Finding(kind: kind, name: name, cause: cause)))
  }
}

extension Stimulus {
  fileprivate var isDismissal: Bool { if case .dismiss = self { true } else { false } }
}
