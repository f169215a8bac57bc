import Synchronization

/// A named property of every instance of a template, watched while the simulation runs (runtime verification's monitor).
///
/// What it remembers is a value in the snapshot, so undo, branches and searches take it with them.
public final class Monitor: Sendable {
  /// When its verdict counts.
  public enum Moment: Hashable, Sendable {
    /// At the end of every turn.
    case turn
    /// At the end of a turn after which nothing is due at that instant.
    case rest
    /// At the end of a turn after which nothing waits at all: no work, and no request that a typed reply or the instance that
    /// has it could end.
    case stillness
  }

  package let name: Name
  package let moment: Moment
  /// What it remembers at first; `nil` for one that looks at the snapshot alone.
  let initial: Value?
  /// Whether it sees the effects of every turn.
  var remembers: Bool { if case nil = initial { false } else { true } }
  /// What it is about: a turn with no effect of these teaches it nothing, and it holds then. It may turn out while it is asked.
  private let subject: Atomic<UInt32>
  /// Whether it neither reads nor changes what it remembers, so that its verdict follows from what it looks at.
  private let isForgetful: Bool
  /// Whether it says something only where something happens; its check reports that with `trigger`.
  package let hasTrigger: Bool
  let check: @Sendable (_ turn: borrowing TurnReport, _ memory: inout Value) -> Bool

  /// Makes a monitor.
  ///
  /// - Parameters:
  ///   - initial: What it remembers at first: no references, and no absolute time. Without it the check sees no
  ///     effects and runs only when its verdict counts.
  ///   - kinds: A turn with no effect of these leaves the memory as it is, and the property holds of it; nil to see every turn.
  ///   - isForgetful: Whether the check neither reads nor changes the memory, which is there so that it sees every turn.
  ///   - hasTrigger: Whether it says something only where something happens, which the check reports.
  ///   - check: Learns from a turn and returns whether the property holds. With a memory it is called for every turn.
  @usableFromInline
  package init(
    _ name: Name, at moment: Moment = .rest, remembering initial: Value? = nil,
    about kinds: EffectKinds? = nil, isForgetful: Bool = false, hasTrigger: Bool = false,
    _ check: @escaping @Sendable (_ turn: borrowing TurnReport, _ memory: inout Value) -> Bool
  ) {
    precondition(initial?.targets.isEmpty ?? true, "property '\(name)' cannot remember instances")
    self.name = name
    self.moment = moment
    self.initial = initial
    subject = Atomic(kinds?.rawValue ?? Monitor.everything)
    self.isForgetful = isForgetful
    self.hasTrigger = hasTrigger
    self.check = check
  }

  /// Every kind, and the turn itself.
  private static let everything = UInt32.max

  /// Whether a turn with effects of these kinds alone teaches it nothing, and it holds then.
  func isIndifferent(to kinds: EffectKinds) -> Bool {
    (kinds.rawValue | ~EffectKinds.all.rawValue) & subject.load(ordering: .relaxed) == 0
  }

  /// Whether it looked at more of a turn by itself than whether something happened, so that it was tested.
  func isTested(by look: TurnLook) -> Bool { if isForgetful, case .more = look { true } else { false } }

  /// Takes note of what it looked at in a turn of which it held. Where that was only whether there are effects of some kinds,
  /// and there were none, it says the same of every such turn.
  func learn(from look: TurnLook, of kinds: EffectKinds) {
    guard isForgetful, case .counts(let asked) = look, !asked.meets(kinds) else { return }
    subject.store(asked.rawValue, ordering: .relaxed)
  }
}

/// What a check looked at.
enum TurnLook {
  /// How many effects of these kinds there are, and nothing else.
  case counts(EffectKinds)
  case more
}

/// What a monitor knows of its instance: what it remembers, and whether it was broken when it was last looked at.
struct MonitorState: Hashable, Sendable {
  var memory: Value
  var isBroken = false
}

/// What a monitor sees at the end of a turn: the instance that it watches, and what the turn did.
///
/// It is valid only during the call that it was given to.
@usableFromInline
package struct TurnReport: ~Copyable {
  private let place: UnsafePointer<Kernel>
  private let turn: UnsafeMutablePointer<WatchedTurn>
  package let me: InstanceID

  init(kernel: UnsafePointer<Kernel>, turn: UnsafeMutablePointer<WatchedTurn>, me: InstanceID) {
    place = kernel
    self.turn = turn
    self.me = me
  }

  /// Makes a report for a typed one over the same turn; it is valid no longer than the other.
  package init(sharing other: borrowing TurnReport) {
    self.init(kernel: other.place, turn: other.turn, me: other.me)
  }

  /// Looks at the effects of some kinds in order, where they lie.
  package func forEachEffect(of kinds: EffectKinds, _ body: (borrowing Seen<Effect>) -> Void) {
    if turn.pointee.has(kinds) { turn.pointee.effects.forEachSeen(of: kinds, body) }
  }

  /// Whether there are effects of some kinds.
  @usableFromInline
  package func has(_ kinds: EffectKinds) -> Bool { turn.pointee.has(kinds) }

  /// What its own instance did in the turn, under its own names: `total`, not `items[3].total`; with the pages, the alerts
  /// and the store, but without what other instances did. Empty for a monitor without memory in an unrecorded run.
  package var effects: [Effect] {
    turn.pointee.look = .more
    return turn.pointee.effects
  }

  package var cause: Cause {
    turn.pointee.look = .more
    return turn.pointee.cause.pointee
  }

  private var kernel: UnsafePointer<Kernel> {
    turn.pointee.look = .more
    return place
  }

  package func read(_ instance: InstanceID, port: Int) -> Value { kernel.pointee.read(instance, port: port) }
  package func port(_ name: Name, of instance: InstanceID) -> Int? { kernel.pointee.port(name, of: instance) }

  /// Returns an instance's typed model; `nil` when the instance is gone or its model is of another type.
  package func model<Model: Sendable>(of instance: InstanceID, as type: Model.Type) -> Model? {
    kernel.pointee.snapshot.model(of: instance, as: type)
  }

  /// Returns where the instance's model lies if it is of a type; good during the check.
  package func location(of instance: InstanceID, _ type: ObjectIdentifier) -> UnsafeRawPointer? {
    kernel.pointee.snapshot.instances.modelLocation(of: instance, type)
  }

  /// Returns the child of an instance at a place; `nil` when it is gone.
  package func child(_ position: Int, of parent: InstanceID) -> InstanceID? {
    kernel.pointee.snapshot.instances.child(position, of: parent)
  }

  /// Whether nothing is due at this instant.
  package var isAtRest: Bool { kernel.pointee.isAtRest }
  /// Whether nothing waits at all: no work, and no request that a typed reply or the instance that has it could end.
  package var isStill: Bool { kernel.pointee.isStill }

  /// Returns whether an instance is in a state of that name; a name that no state or several states have faults the model.
  package func isIn(_ state: Name, _ instance: InstanceID) -> Bool {
    if let fault = kernel.pointee.faultOfSharedName(state, of: instance) {
      turn.pointee.fault = fault
      return false
    }
    if let isIn = kernel.pointee.isIn(state, of: instance) { return isIn }
    turn.pointee.fault = kernel.pointee.faultOfState(state, of: instance)
    return false
  }

  /// The chart of its own instance.
  package var chart: ChartTable? { place.pointee.template(of: me)?.chart }
  /// Whether its own instance may hold signal commands, which have regions of their own.
  package var mayHoldCommands: Bool { place.pointee.template(of: me)?.holdsReferences ?? false }

  /// Reports that what the property is about happened in the turn.
  package func trigger() { turn.pointee.isTriggered = true }

  /// Faults the model when the check ends.
  package func fail(_ reason: String) { turn.pointee.fault = .told(reason) }

  /// Returns how many hops, delays and timers wait to call a handler with just these captures.
  package func waiting(for handler: HandlerValue) -> Int {
    kernel.pointee.snapshot.agenda.ordered.count { work in
      switch work.target {
      case .call(let waiting, _), .repeat(_, let waiting): waiting == handler
      case .deliver, .start, .answer, .event, .elapsed: false
      }
    }
  }

  /// Returns the state that a region of an instance is in; `nil` when there is no such region.
  package func state(of region: Name, _ instance: InstanceID) -> Name? {
    guard let template = kernel.pointee.template(of: instance) else { return nil }
    let configuration = kernel.pointee.snapshot.configuration(of: instance)
    let regions = template.chart?.regions(configuration, templateName: template.name) ?? []
    let commands = kernel.pointee.snapshot.commandRegions(of: instance, kernel.pointee.program)
    return (regions + commands).first { RegionTitle.isTitle($0.region, of: region) }.map { Name($0.state) }
  }

  /// Returns what a signal command does that an instance's field holds, by the name that it shows; `nil` when there is
  /// none: how many of its executions have not ended, what it shows one hop behind, and whether it is allowed.
  package func command(
    _ name: Name, of instance: InstanceID
  ) -> (running: Int, showsExecuting: Bool, showsEnabled: Bool, isAllowed: Bool)? {
    let commands = kernel.pointee.snapshot.shownCommands(of: instance, kernel.pointee.program)
    guard let command = commands.first(where: { $0.shown?.name == name }) else {
      return nil
    }
    return (command.running, command.shownExecuting, command.shownEnabled, command.isAllowed)
  }

  /// The names of the requests of a service that anybody has under way; each keeps its own until it ends: `fetch'2`.
  package func requests(of service: Name) -> [Name] {
    kernel.pointee.snapshot.openRequests.map(\.request).filter { $0.service == service }
      .map(\.name)
  }

  /// The services of the requests that an instance has under way.
  package func requests(of instance: InstanceID) -> [Name] {
    (kernel.pointee.machine(instance)?.requests ?? []).compactMap { kernel.pointee.request($0)?.service }
  }
}

extension [Effect] {
  /// Looks at those of some kinds in order.
  func forEachSeen(of kinds: EffectKinds, _ body: (borrowing Seen<Effect>) -> Void) {
    withUnsafeBufferPointer { effects in
      effects.withMemoryRebound(to: Seen<Effect>.self) { effects in
        for index in effects.indices where kinds.meets(effects[index].value.watchedKind) { body(effects[index]) }
      }
    }
  }
}

/// A turn that ended, as the monitors of one instance see it.
struct WatchedTurn {
  let cause: UnsafePointer<Cause>
  private(set) var effects: [Effect] = []
  private(set) var kinds: EffectKinds = []
  /// What the check under way looked at.
  var look = TurnLook.counts([])
  /// Whether what the check under way is about happened.
  var isTriggered = false
  /// Why a law cannot be checked.
  var fault: Fault?

  init(_ cause: UnsafePointer<Cause>) {
    self.cause = cause
  }

  mutating func tell(_ effects: [Effect], _ kinds: EffectKinds) {
    self.effects = effects
    self.kinds = kinds
  }

  /// Whether there are effects of some kinds.
  mutating func has(_ kinds: EffectKinds) -> Bool {
    if case .counts(let asked) = look { look = .counts(asked.union(kinds)) }
    return self.kinds.meets(kinds)
  }
}

/// A value that is looked at where it lies. Who hands a large value on by itself may copy it, with a count for each reference in
/// it; this one cannot be copied.
package struct Seen<Value>: ~Copyable {
  package let value: Value
}
