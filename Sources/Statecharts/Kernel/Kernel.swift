/// The engine: a program and a snapshot while turns run.
///
/// Stepping is a pure function of both; the kernel reads no clock, no environment and no randomness. What is copied is
/// the snapshot; the engine itself never is, least of all by the compiler on the way into a function.
public struct Kernel: ~Copyable, Sendable {
  let program: Program
  /// What the turns have made of the snapshot that it began with.
  public internal(set) var snapshot: Snapshot
  /// The turns that ran, when they are recorded. Linear.
  package var turns: [Turn] { recording.turns(program) }
  /// How many turns are recorded.
  public var turnCount: Int { recording.turnCount }
  /// Forgets the turns that were recorded.
  package mutating func forgetTurns() { recording.forget() }
  /// Forgets what the probes saw.
  package mutating func forgetSightings() { watchers.sightings.removeAll() }
  /// Whether turns are recorded; without it a step only changes the snapshot.
  public var isRecording: Bool {
    get { keptTurns == .all }
    set { keptTurns = newValue ? .all : .none }
  }
  /// Which turns are recorded.
  package var keptTurns: KeptTurns {
    get { scope.keptTurns }
    set { scope.keep(newValue, of: program) }
  }
  /// What is gathered and checked in each turn.
  package var scope: RecordingScope
  /// Who watches the run from outside; the simulation does not know of them.
  package var watchers = Watchers()

  // What lives only inside a turn; empty between turns.
  var recording: TurnRecorder
  /// Whose each effect is; empty when no property learns from effects.
  var owners: [EffectOwner] = []
  var queues = TurnQueues()
  /// The transitions of the microstep under way.
  var enabled = TransitionList()
  /// The request whose answer is being taken.
  var answered = InstanceID.nowhere
  /// Names of events that the program does not know.
  var unknownEvents: [Name] = []
  /// The instance whose code runs.
  var running = InstanceID.nowhere
  /// How much of its limits the turn has used.
  var usage: LimitUsage
  var collector = Collector()
  /// The paths that were given away since the step began; found when the first one is needed.
  var givenPaths: GivenPaths?
  var fault: String? {
    didSet { hasLeftovers = true }
  }
  /// Whether the turn leaves something behind that has to be cleared.
  var hasLeftovers = false
  /// What charts did, while that is tallied.
  var tally: RunTally?
  /// Subscribed wirings by value, made again from the definition; what a wiring makes depends on its captures alone.
  var links: [SignalValue: SignalNodes] = [:]
  /// Always nil. A stored existential makes the compiler keep the kernel in memory; without it each call that only reads
  /// the kernel would copy hundreds of bytes.
  private let addressed: (any Sendable)? = nil

  /// Goes on from a snapshot.
  ///
  /// - Precondition: It is a snapshot of the program, or nothing has run in it yet.
  public init(_ program: Program, _ snapshot: Snapshot) {
    snapshot.check(program)
    self.program = program
    self.snapshot = snapshot
    scope = RecordingScope(.all, of: program)
    usage = LimitUsage(shortMicrosteps: program.limits.microsteps)
    recording = TurnRecorder(isWatched: program.remembersTurns)
    self.snapshot.owner = program.id
    self.snapshot.instances.revision = .first()
  }

  /// The same kernel once more, without the turns that it recorded. No turn is under way.
  package var twin: Kernel {
    var other = Kernel(program, snapshot)
    other.scope = scope
    other.watchers = watchers
    other.usage = usage
    other.hasLeftovers = hasLeftovers
    other.tally = tally
    return other
  }

  /// Goes on from another snapshot. What was recorded stays, and so does what signals stand for: it depends on no snapshot.
  ///
  /// - Precondition: It is a snapshot of the program, or nothing has run in it yet.
  package mutating func begin(_ other: consuming Snapshot) {
    other.check(program)
    let revision = snapshot.instances.revision
    snapshot = consume other
    snapshot.owner = program.id
    snapshot.instances.revision = revision.next
    collector.firstFree = 0
    givenPaths = nil
  }

  /// Gives the snapshot away; nothing can run before another one begins.
  package mutating func takeSnapshot() -> Snapshot {
    var taken = Snapshot()
    taken.instances.revision = snapshot.instances.revision
    swap(&taken, &snapshot)
    return taken
  }

  /// Lends the snapshot to whoever looks at it: who takes it out of its place puts it back.
  package mutating func lendingSnapshot<Result>(_ body: (inout LentSnapshot) -> Result) -> Result {
    withUnsafeMutablePointer(to: &snapshot) { place in
      place.withMemoryRebound(to: LentSnapshot.self, capacity: 1) { body(&$0.pointee) }
    }
  }

  /// Runs one turn: the body as its cause's code, then everything that follows in the same turn.
  ///
  /// A crashed snapshot runs nothing.
  public mutating func run(_ cause: Cause, _ body: (inout Kernel) -> Void) {
    guard snapshot.fault == nil else { return }
    if cause.source == .user { givenPaths = nil }
    let time = snapshot.time
    beginRevision()
    body(&self)
    runToCompletion()
    endTurn(cause, time)
  }

  /// Tells observers in reverse order of registration from now on, or in that order again.
  package mutating func reverseObservers(_ isReversed: Bool) { snapshot.reversesObservers = isReversed }

  /// Runs one turn whose cause is an event from outside; it is refused, with a reason, when no transition takes it.
  ///
  /// - Precondition: The event's number is of the program that runs.
  public mutating func run(_ cause: Cause, sending event: EventID, _ value: Value = .null, to machine: InstanceID) {
    event.check(program)
    guard snapshot.fault == nil else { return }
    let time = snapshot.time
    beginRevision()
    takeExternal(event, value, of: machine, .stimulus)
    runToCompletion()
    endTurn(cause, time)
  }

  /// Runs one piece of work, whatever stands before it. Does nothing when there is none at the index, or after a fault.
  package mutating func runWork(at index: Int) {
    guard snapshot.fault == nil, 0..<snapshot.agenda.count ~= index else { return }
    if index == 0 { return runFirst() }
    let entries = snapshot.work
    let work = snapshot.agenda.remove(at: index)
    begin(work)
    let over = entries.prefix(index).filter { $0.due <= snapshot.time }.map(\.name)
    run(cause(of: work)) { kernel in
      if !over.isEmpty { kernel.record(.tie(chosen: entries[index].name, over: over)) }
      kernel.perform(work)
    }
  }

  @inline(__always)
  mutating func runFirst() {
    guard let (event, machine, due) = snapshot.agenda.popEvent() else {
      if let work = snapshot.agenda.popFirst() { runFirst(work) }
      return
    }
    beginRevision()
    dropMention(of: machine)
    pass(to: due)
    if tally != nil { tallyDelayed(event) }
    let time = snapshot.time
    // The turn's first event, so that it need not wait.
    takeExternal(event, .null, of: machine, .plain)
    runToCompletion()
    if asksForCause { endTurn(Cause(.delay, name(of: event).text), time) } else { usage.microsteps = 0 }
  }

  private mutating func runFirst(_ work: Work) {
    begin(work)
    let time = snapshot.time
    // An answer's cause is the request as it was when the answer came.
    let cause = cause(of: work)
    perform(work)
    runToCompletion()
    endTurn(cause, time)
  }

  private mutating func begin(_ work: borrowing Work) {
    beginRevision()
    dropMentions(of: work.target)
    pass(to: work.due)
  }

  /// What changes from now on is told from what changed before.
  @inline(__always)
  mutating func beginRevision() { snapshot.instances.revision = snapshot.instances.revision.next }

  @inline(__always)
  private mutating func pass(to moment: Int) {
    if moment > snapshot.time { snapshot.time = moment }
  }

  /// Gives the body what code of a definition has.
  public mutating func perform(_ body: (borrowing TurnContext) -> Void) {
    beginRevision()
    withUnsafeMutablePointer(to: &self) { body(TurnContext(kernel: $0)) }
  }

  /// Runs code of a definition for an instance.
  mutating func call(_ code: Code, _ me: InstanceID, _ value: Value = .null) {
    guard fault == nil else { return }
    let caller = running
    running = me
    withUnsafeMutablePointer(to: &self) { code(TurnContext(kernel: $0), me, value) }
    running = caller
    if fault != nil { handFault(to: me) }
  }

  /// Turns a fault of a machine's code into `error.execution`, where its chart takes that. What the code did before
  /// stands; a limit that was reached always ends the turn. When no active state took the event at the fault, and none
  /// takes it when its turn has come, the fault ends the turn after all.
  @inline(never)
  mutating func handFault(to me: InstanceID) {
    guard let reason = fault, !usage.isReached, mayTake("error.execution", me) else { return }
    fault = nil
    queues.appendInternal(
      ChartEvent(
        machine: me, event: event(named: "error.execution"), value: .string(reason),
        kind: takes("error.execution", me) ? .plain : .fault))
  }

  mutating func call(_ handler: HandlerValue, _ value: Value) {
    guard let definition = program.handlers[handler.name] else {
      return fail(.unknownHandler(handler.name.text))
    }
    nest(.named(handler.name)) { kernel in
      withUnsafeMutablePointer(to: &kernel) { definition.run(TurnContext(kernel: $0), handler.captures, value) }
    }
  }

  /// Records an effect when turns are recorded; after a fault nothing more happens in the turn.
  package mutating func record(_ effect: @autoclosure () -> Effect) {
    guard scope.gathersEffects, fault == nil else { return }
    gather(effect(), of: nil)
  }

  /// Faults the model: the rest of the turn does nothing.
  mutating func fail(_ why: Fault) {
    guard fault == nil else { return }
    fault = why.reason
  }

  /// Runs a delivery that may lead to others, within the limit of nesting.
  mutating func nest(_ call: LimitUsage.Call, _ body: (inout Kernel) -> Void) {
    guard fault == nil else { return }
    guard usage.callStack.count < program.limits.nestedDeliveries else { return nestsTooDeeply(call) }
    usage.callStack.append(call)
    body(&self)
    usage.callStack.removeLast()
  }

  private mutating func nestsTooDeeply(_ call: LimitUsage.Call) {
    let names = (usage.callStack + [call]).map { text(of: $0) }
    reach("nestedDeliveries", program.limits.nestedDeliveries, Kernel.cycle(in: names))
  }

  private func text(of call: LimitUsage.Call) -> String {
    switch call {
    case .named(let name): name.text
    case .port(let id, let port): path(id, port: port)
    }
  }

  /// Ends the turn because a named limit was reached.
  mutating func reach(_ limit: String, _ count: Int, _ cycle: String) {
    guard fault == nil else { return }
    record(.limit(name: Name(limit), detail: "\(count) reached\(cycle.isEmpty ? "" : " by \(cycle)")"))
    fail(.limit(limit, count: count))
    usage.isReached = true
  }

  /// Returns the shortest cycle at the end of a list of names, once around.
  static func cycle(in names: [String]) -> String {
    let tail = Array(names.suffix(cycleWindow))
    for length in 1...max(1, tail.count / 2) where tail.suffix(length) == tail.dropLast(length).suffix(length) {
      return tail.suffix(length).joined(separator: " -> ")
    }
    return tail.suffix(4).joined(separator: " -> ")
  }

  @inline(__always)
  private mutating func endTurn(_ cause: borrowing Cause, _ time: Int) {
    usage.microsteps = 0
    if hasLeftovers || scope.judgesTurns { endTurnFully(cause, time) } else if isRecording { recordTurn(cause, time) }
    if let afterTurn = watchers.afterTurn { afterTurn(snapshot) }
  }

  /// Whether somebody asks for the cause of the turn that ends.
  @inline(__always)
  private var asksForCause: Bool { isRecording || hasLeftovers || scope.judgesTurns }

  /// Keeps the turn if something happened in it or somebody outside caused it.
  private mutating func recordTurn(_ cause: borrowing Cause, _ time: Int) {
    if !recording.isTurnEmpty || cause.source == .user || cause.source == .open {
      recording.keepTurn(cause, at: time)
    }
  }

  @inline(never)
  private mutating func endTurnFully(_ cause: borrowing Cause, _ time: Int) {
    var isWrong = fault != nil
    if program.isWatched, scope.checksProperties, !isWrong { isWrong = checkMonitors(cause) }
    if let fault {
      let isLimit = recording.effectsOfTurn(program).contains { if case .limit = $0 { true } else { false } }
      if keptTurns != .none, !isLimit { recording.append(.crashed(fault)) }
      snapshot.fault = fault
    }
    if isWrong ? keptTurns != .none : isRecording { recordTurn(cause, time) }
    recording.dropTurn()
    if hasLeftovers { clear() }
  }

  /// Takes back what a turn leaves behind that is rare: names that the program does not know, whose effects are, rounds of
  /// collection, and all that a fault cut short.
  private mutating func clear() {
    hasLeftovers = false
    owners.removeAll(keepingCapacity: true)
    unknownEvents.removeAll()
    collector.tellings = 0
    if links.count > Kernel.linksKept { links.removeAll() }
    guard fault != nil else { return }
    fault = nil
    queues.removeAll()
    collector.forget()
    usage.clear()
    running = .nowhere
  }

  /// How many links are kept between turns; they can be made again at any time.
  static let linksKept = 4_096
  /// How many names are looked at for a cycle.
  static let cycleWindow = 32
}

/// Which turns of a run are recorded.
package enum KeptTurns: Sendable {
  /// None: steps only change the snapshot.
  case none
  /// Those in which a property became false or the model faulted; what observers and logs say is not in them.
  case wrong
  case all
}

/// What a kernel gathers and checks in each turn.
package struct RecordingScope: Sendable {
  /// Which turns are recorded.
  private(set) var keptTurns: KeptTurns
  /// Whether effects are gathered: to record turns, or because a property reads them.
  private(set) var gathersEffects: Bool
  /// Whether common effects are recorded as numbers, since only the recording reads them.
  private(set) var recordsNumbers: Bool
  /// Whether each turn is checked for faults and broken properties.
  private(set) var judgesTurns: Bool
  /// Whether properties are checked; a step that is only tried need not.
  package var checksProperties = true

  init(_ keptTurns: KeptTurns, of program: Program) {
    self.keptTurns = keptTurns
    gathersEffects = keptTurns != .none || program.remembersTurns
    recordsNumbers = keptTurns != .none && !program.remembersTurns
    judgesTurns = keptTurns == .wrong || program.isWatched
  }

  mutating func keep(_ keptTurns: KeptTurns, of program: Program) {
    let checks = checksProperties
    self = RecordingScope(keptTurns, of: program)
    checksProperties = checks
  }
}

/// Who watches a run from outside.
package struct Watchers: Sendable {
  /// The fields that are observed.
  package var probes: [Probe] = []
  /// The changes that the probes saw.
  package internal(set) var sightings: [Probe.Sighting] = []
  /// Called at the end of each turn with the snapshot.
  package var afterTurn: (@Sendable (Snapshot) -> Void)?
}

/// How much of its limits a turn has used.
struct LimitUsage: Sendable {
  /// Operators that run inside each other.
  var operatorDepth = 0
  var microsteps = 0
  /// How many microsteps of a turn may use the short form: none while they are tallied.
  var shortMicrosteps: Int
  /// The names of the running deliveries, for the message when they nest too deeply.
  var callStack: [Call] = []
  var isReached = false

  init(shortMicrosteps: Int) { self.shortMicrosteps = shortMicrosteps }

  /// A delivery; its text is made only for a message.
  enum Call: Sendable {
    case named(Name)
    case port(InstanceID, Int)
  }

  /// Forgets what a fault cut short. The microsteps are counted anew in each turn anyway.
  mutating func clear() {
    operatorDepth = 0
    callStack.removeAll()
    isReached = false
  }
}

/// A snapshot that can be moved and not copied, so that it comes back from whoever had it without a count of its references.
package struct LentSnapshot: ~Copyable, Sendable {
  package var snapshot: Snapshot

  package init(_ snapshot: consuming Snapshot) { self.snapshot = snapshot }
}
