import Locks

/// A named property of every instance of a template, checked while the simulation runs.
///
/// Its memory is in the snapshot, so undo, branches and searches restore it.
public final class Monitor: Sendable {
  /// When the verdict counts.
  public enum Moment: Hashable, Sendable {
    /// At the end of each turn.
    case turn
    /// At the end of a turn after which no work is due at that instant.
    case rest
    /// At the end of a turn after which no work waits, and no request waits for a typed reply or an answering
    /// instance.
    case stillness
  }

  package let name: Name
  package let moment: Moment
  let initial: Value?
  var remembers: Bool { if case nil = initial { false } else { true } }
  /// The relevant effect kinds: a turn without them does not change the memory, and the property holds. `learn` may
  /// narrow them.
  private let subject: AtomicNumber
  /// Whether the check ignores its memory, so that its verdict depends only on what it reads.
  private let isForgetful: Bool
  /// Whether the check reads and writes its memory.
  var usesMemory: Bool { remembers && !isForgetful }
  /// Whether the check reports with `trigger` that the property applied.
  package let hasTrigger: Bool
  let check: @Sendable (_ turn: borrowing TurnReport, _ memory: inout Value) -> Bool

  /// Makes a monitor.
  ///
  /// - Parameters:
  ///   - initial: Without references and absolute times. Nil if the check needs no effects and runs only when
  ///     its verdict counts.
  ///   - kinds: A turn without effects of these kinds keeps the memory, and the property holds; nil means every
  ///     turn matters.
  ///   - isForgetful: Whether the check ignores the memory.
  ///   - check: Returns whether the property holds; with a memory it runs for every turn.
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
    subject = AtomicNumber(UInt64(kinds?.rawValue ?? Monitor.everything))
    self.isForgetful = isForgetful
    self.hasTrigger = hasTrigger
    self.check = check
  }

  private static let everything = UInt32.max

  func isIndifferent(to kinds: EffectKinds) -> Bool {
    UInt64(kinds.rawValue | ~EffectKinds.all.rawValue) & subject.load() == 0
  }

  func isTested(by look: TurnLook) -> Bool { if isForgetful, case .more = look { true } else { false } }

  /// If a check that held depended only on the absence of some effects, it holds for every turn without them.
  func learn(from look: TurnLook, of kinds: EffectKinds) {
    guard isForgetful, case .counts(let asked) = look, !asked.meets(kinds) else { return }
    subject.store(UInt64(asked.rawValue))
  }
}

enum TurnLook {
  case counts(EffectKinds)
  case more
}

struct MonitorState: Hashable, Sendable {
  var memory: Value
  var isBroken = false
}

/// A monitor's view of a turn's end. Valid only during the call that received it.
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

  /// Valid no longer than `other`.
  package init(sharing other: borrowing TurnReport) {
    self.init(kernel: other.place, turn: other.turn, me: other.me)
  }

  package func forEachEffect(of kinds: EffectKinds, _ body: (borrowing Seen<Effect>) -> Void) {
    if turn.pointee.has(kinds) { turn.pointee.effects.forEachSeen(of: kinds, body) }
  }

  @usableFromInline
  package func has(_ kinds: EffectKinds) -> Bool { turn.pointee.has(kinds) }

  /// The instance's own effects under its own names (`total`, not `items[3].total`), with pages, alerts and store.
  /// Empty for a monitor without memory in an unrecorded run.
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

  /// Nil if the instance is gone or its model has another type.
  package func model<Model: Sendable>(of instance: InstanceID, as type: Model.Type) -> Model? {
    kernel.pointee.snapshot.model(of: instance, as: type)
  }

  /// Nil for another type; valid during the check.
  package func location(of instance: InstanceID, _ type: ObjectIdentifier) -> UnsafeRawPointer? {
    kernel.pointee.snapshot.instances.modelLocation(of: instance, type)
  }

  package func child(_ position: Int, of parent: InstanceID) -> InstanceID? {
    kernel.pointee.snapshot.instances.child(position, of: parent)
  }

  package var isAtRest: Bool { kernel.pointee.isAtRest }
  package var isStill: Bool { kernel.pointee.isStill }

  /// Returns whether an instance is in a state of that name; a name that no state or several states have faults the
  /// model.
  package func isIn(_ state: Name, _ instance: InstanceID) -> Bool {
    do throws(Fault) { return try kernel.pointee.isInKnown(state, of: instance) } catch {
      turn.pointee.fault = error
      return false
    }
  }

  package var chart: ChartTable? { place.pointee.template(of: me)?.chart }

  /// The full path of a state's name in a region of the instance; nil if it has no single meaning.
  package func statePath(named state: Name, inRegion region: Name) -> Name? {
    place.pointee.template(of: me)?.statePath(named: state, inRegion: region)
  }

  /// Whether the instance may hold signal commands, whose regions are their own.
  package var mayHoldCommands: Bool { place.pointee.template(of: me)?.holdsReferences ?? false }

  package func trigger() { turn.pointee.isTriggered = true }

  package func fail(_ reason: String) { turn.pointee.fault = .told(reason) }

  /// Counts the hops, delays and timers that will call a handler with exactly these captures.
  package func waiting(for handler: HandlerValue) -> Int {
    kernel.pointee.snapshot.agenda.ordered.count { $0.target.calls(handler) }
  }

  package func state(of region: Name, _ instance: InstanceID) -> Name? {
    guard let template = kernel.pointee.template(of: instance) else { return nil }
    let configuration = kernel.pointee.snapshot.configuration(of: instance)
    let regions = template.chart?.regions(configuration, templateName: template.name) ?? []
    let commands = kernel.pointee.snapshot.commandRegions(of: instance, kernel.pointee.program)
    return (regions + commands).first { RegionTitle.isTitle($0.region, of: region) }.map { Name($0.state) }
  }

  /// Nil if no field holds such a command. `showsExecuting` and `showsEnabled` lag one hop behind.
  package func command(
    _ name: Name, of instance: InstanceID
  ) -> (running: Int, showsExecuting: Bool, showsEnabled: Bool, isAllowed: Bool)? {
    let commands = kernel.pointee.snapshot.shownCommands(of: instance, kernel.pointee.program)
    guard let command = commands.first(where: { $0.shown?.name == name }) else {
      return nil
    }
    return (command.running, command.shownExecuting, command.shownEnabled, command.isAllowed)
  }

  /// The names of all open requests, as `fetch'2`; a request keeps its name until it ends.
  package func requests(of service: Name) -> [Name] {
    kernel.pointee.snapshot.openRequests.map(\.request).filter { $0.service == service }
      .map(\.name)
  }

  package func requests(of instance: InstanceID) -> [Name] {
    (kernel.pointee.machine(instance)?.requests ?? []).compactMap { kernel.pointee.request($0)?.service }
  }
}

extension [Effect] {
  func forEachSeen(of kinds: EffectKinds, _ body: (borrowing Seen<Effect>) -> Void) {
    withUnsafeBufferPointer { effects in
      effects.withMemoryRebound(to: Seen<Effect>.self) { effects in
        for index in effects.indices where kinds.meets(effects[index].value.watchedKind) { body(effects[index]) }
      }
    }
  }
}

struct WatchedTurn {
  let cause: UnsafePointer<Cause>
  private(set) var effects: [Effect] = []
  private(set) var kinds: EffectKinds = []
  var look = TurnLook.counts([])
  var isTriggered = false
  var fault: Fault?

  mutating func tell(_ effects: [Effect], _ kinds: EffectKinds) {
    self.effects = effects
    self.kinds = kinds
  }

  mutating func has(_ kinds: EffectKinds) -> Bool {
    if case .counts(let asked) = look { look = .counts(asked.union(kinds)) }
    return self.kinds.meets(kinds)
  }
}

/// Noncopyable, so that passing it on cannot copy a large value and count its references.
package struct Seen<Value>: ~Copyable {
  package let value: Value
}
