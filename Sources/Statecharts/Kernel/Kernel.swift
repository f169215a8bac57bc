/// The engine: runs turns of a program on a snapshot.
///
/// Stepping is a pure function of both, without clock, environment or randomness. Noncopyable, so that the compiler
/// cannot copy it into functions.
public struct Kernel: ~Copyable, Sendable {
  let program: Program
  /// The current snapshot.
  public internal(set) var snapshot: Snapshot
  package var turns: [Turn] { recording.turns(program) }
  /// The number of recorded turns.
  public var turnCount: Int { recording.turnCount }
  package mutating func forgetTurns() { recording.forget() }
  package mutating func forgetSightings() { watchers.sightings.removeAll() }
  /// Whether turns are recorded; else a step only changes the snapshot.
  public var isRecording: Bool {
    get { keptTurns == .all }
    set { keptTurns = newValue ? .all : .none }
  }
  package var keptTurns: KeptTurns {
    get { scope.keptTurns }
    set { scope.keep(newValue, of: program) }
  }
  package var scope: RecordingScope
  package var watchers = Watchers()

  // Empty between turns.
  var recording: TurnRecorder
  var owners: [EffectOwner] = []
  var queues = TurnQueues()
  var enabled = TransitionList()
  var answered = InstanceID.nowhere
  var unknownEvents: [Name] = []
  var running = InstanceID.nowhere
  /// The event that code may ask for; nil outside of turns.
  var heard: HeardEvent?
  var usage: LimitUsage
  var collector = Collector()
  var givenPaths: GivenPaths?
  var fault: String? {
    didSet { hasLeftovers = true }
  }
  /// Whether the turn's end must clear state.
  var hasLeftovers = false
  var tally: RunTally?
  /// Tallying makes steps slower. Stored, because a comparison of the tally with nil copies it.
  package var isTallying = false {
    didSet {
      tally = isTallying ? RunTally(templates: program.templates.count) : nil
      usage.shortMicrosteps = isTallying ? 0 : program.limits.microsteps
    }
  }
  /// A cache; a wiring's result depends only on its captures.
  var links: [SignalValue: SignalNodes] = [:]
  /// Always nil. A stored existential makes the compiler keep the kernel in memory; otherwise each read-only call
  /// would copy hundreds of bytes.
  private let addressed: (any Sendable)? = nil

  /// Makes a kernel for a snapshot.
  ///
  /// - Precondition: The snapshot is the program's, or no code has run in it.
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
    other.isTallying = isTallying
    other.tally = tally
    return other
  }

  /// Replaces the snapshot. Recorded turns stay, and so do cached links, which depend on no snapshot.
  ///
  /// - Precondition: The snapshot is the program's, or no code has run in it.
  package mutating func begin(_ other: consuming Snapshot) {
    other.check(program)
    let revision = snapshot.instances.revision
    snapshot = consume other
    snapshot.owner = program.id
    snapshot.instances.revision = revision.next
    collector.firstFree = 0
    givenPaths = nil
  }

  /// Moves the snapshot out; nothing may run before `begin`.
  package mutating func takeSnapshot() -> Snapshot {
    var taken = Snapshot()
    taken.instances.revision = snapshot.instances.revision
    swap(&taken, &snapshot)
    return taken
  }

  // Inlinable, so that the type of the result is not looked up at each call from another module.

  /// Lends the snapshot to `body`, which must put it back if it moves it out.
  @inlinable
  package mutating func lendingSnapshot<Result>(_ body: (inout LentSnapshot) -> Result) -> Result {
    snapshotPlace.withMemoryRebound(to: LentSnapshot.self, capacity: 1) { body(&$0.pointee) }
  }

  /// Valid while the kernel is borrowed.
  @usableFromInline
  var snapshotPlace: UnsafeMutablePointer<Snapshot> {
    mutating get { withUnsafeMutablePointer(to: &snapshot) { $0 } }
  }

  /// Runs one turn: `body`, then everything that follows from it. Does nothing in a crashed snapshot.
  public mutating func run(_ cause: Cause, _ body: (inout Kernel) -> Void) {
    guard snapshot.fault == nil else { return }
    if cause.source == .user { givenPaths = nil }
    let time = snapshot.time
    beginRevision()
    body(&self)
    runToCompletion()
    endTurn(cause, time)
  }

  package mutating func reverseObservers(_ isReversed: Bool) { snapshot.reversesObservers = isReversed }

  /// Runs one turn for an external event; it is refused with a reason if no transition takes it.
  ///
  /// - Precondition: The event's number is of this program.
  public mutating func run(_ cause: Cause, sending event: EventID, _ value: Value = .null, to machine: InstanceID) {
    event.check(program)
    guard snapshot.fault == nil else { return }
    let time = snapshot.time
    beginRevision()
    takeExternal(event, value, of: machine, .stimulus)
    runToCompletion()
    endTurn(cause, time)
  }

  /// Runs one piece of work before all others. Does nothing for a wrong index or after a fault.
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
    if isTallying { tallyDelayed(event) }
    let time = snapshot.time
    takeExternal(event, .null, of: machine, .plain)
    runToCompletion()
    if asksForCause { endTurn(Cause(.delay, name(of: event).text), time) } else { usage.microsteps = 0 }
  }

  private mutating func runFirst(_ work: Work) {
    begin(work)
    let time = snapshot.time
    // The cause shows the request as of the answer's arrival.
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

  /// Separates later changes from earlier ones in stamps.
  @inline(__always)
  mutating func beginRevision() { snapshot.instances.revision = snapshot.instances.revision.next }

  @inline(__always)
  private mutating func pass(to moment: Int) {
    if moment > snapshot.time { snapshot.time = moment }
  }

  /// Calls the body with the context of definition code.
  public mutating func perform(_ body: (borrowing TurnContext) -> Void) {
    beginRevision()
    withUnsafeMutablePointer(to: &self) { body(TurnContext(kernel: $0)) }
  }

  mutating func call(_ code: Code, _ me: InstanceID, _ value: Value = .null) {
    guard fault == nil else { return }
    let caller = running
    running = me
    withUnsafeMutablePointer(to: &self) { code(TurnContext(kernel: $0), me, value) }
    running = caller
    if fault != nil { handFault(to: me) }
  }

  /// Converts a fault of code into `error.execution` if the chart handles it. Earlier effects of the code stay. The
  /// fault ends the turn if no active state handles the event, neither now nor at its delivery. Exceeded limits
  /// always end the turn.
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

  package mutating func record(_ effect: @autoclosure () -> Effect) {
    guard scope.gathersEffects, fault == nil else { return }
    gather(effect(), of: nil)
  }

  mutating func fail(_ why: Fault) {
    guard fault == nil else { return }
    fault = why.reason
  }

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

  mutating func reach(_ limit: String, _ count: Int, _ cycle: String) {
    guard fault == nil else { return }
    record(.limit(name: Name(limit), detail: "\(count) reached\(cycle.isEmpty ? "" : " by \(cycle)")"))
    fail(.limit(limit, count: count))
    usage.isReached = true
  }

  /// Returns the shortest cycle that the names end with.
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

  @inline(__always)
  private var asksForCause: Bool { isRecording || hasLeftovers || scope.judgesTurns }

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

  /// Clears rarely used state: unknown event names, owners, collection rounds, and the rest of a faulted turn.
  private mutating func clear() {
    hasLeftovers = false
    if !owners.isEmpty { owners.removeAll(keepingCapacity: true) }
    unknownEvents.removeAll()
    heard = nil
    collector.tellings = 0
    if links.count > Kernel.linksKept { links.removeAll() }
    guard fault != nil else { return }
    fault = nil
    queues.removeAll()
    collector.forget()
    usage.clear()
    running = .nowhere
  }

  static let linksKept = 4_096
  static let cycleWindow = 32
}

package enum KeptTurns: Sendable {
  case none
  /// Turns with a broken property or fault, without the effects of observers and logs.
  case wrong
  case all
}

package struct RecordingScope: Sendable {
  private(set) var keptTurns: KeptTurns
  /// Whether effects are gathered, for recording or properties.
  private(set) var gathersEffects: Bool
  /// Common effects can be numbers if only the recording reads them.
  private(set) var recordsNumbers: Bool
  private(set) var judgesTurns: Bool
  /// Tentative steps need no checks.
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

package struct Watchers: Sendable {
  /// The machines made so far, for callers that clear the list; nil if none are noted.
  package var made: [InstanceID]?
  /// Whether instances ended, for callers that set it back.
  package var haveEnded = false
  package var probes: [Probe] = []
  package internal(set) var sightings: [Probe.Sighting] = []
  package var afterTurn: (@Sendable (Snapshot) -> Void)?
}

struct LimitUsage: Sendable {
  var operatorDepth = 0
  var microsteps = 0
  /// The number of fast microsteps allowed; 0 while tallying.
  var shortMicrosteps: Int
  var callStack: [Call] = []
  var isReached = false

  enum Call: Sendable {
    case named(Name)
    case port(InstanceID, Int)
  }

  mutating func clear() {
    operatorDepth = 0
    callStack.removeAll()
    isReached = false
  }
}

/// A noncopyable snapshot, so that lending it counts no references.
@usableFromInline
package struct LentSnapshot: ~Copyable, Sendable {
  package var snapshot: Snapshot

  package init(_ snapshot: consuming Snapshot) { self.snapshot = snapshot }
}
