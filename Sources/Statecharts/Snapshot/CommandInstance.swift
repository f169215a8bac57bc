/// The signal command of ReactiveObjC: what execute checks, and the views of it that are one hop behind.
struct CommandInstance: Sendable {
  /// The wiring that makes the work of one execution; its captures are followed by the input.
  var body: HandlerValue
  var running = 0
  var isAllowed = true
  var allowsConcurrency = false
  var shownExecuting = false
  var shownEnabled = true
  /// What the trace tells of it; `nil` for a command without a name.
  var shown: Shown?

  /// Whether execute is taken now.
  var isEnabled: Bool { isAllowed && (allowsConcurrency || running == 0) }

  /// A command that shows its phases as a region of the instance whose field holds it.
  struct Shown: Hashable, Sendable {
    /// Not kept alive.
    var owner: InstanceID
    var name: Name
    var phase = Phase.idle
  }

  /// The phases; an execution has failed when its error is a failure.
  enum Phase: String, Hashable, Sendable, CaseIterable {
    case idle, validating, executing, succeeded, failed, error

    var isExecuting: Bool { self == .validating || self == .executing }
  }
}

extension String {
  /// Whether a region's state says that a command was taken and has not ended: `executing`, or a part of it.
  package var isExecutingState: Bool {
    let name = utf8.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "(") }
    return CommandInstance.Phase.allCases.contains { $0.isExecuting && name.elementsEqual($0.rawValue.utf8) }
  }
}

extension Snapshot {
  /// The signal commands that an instance's fields hold and that show their phases, in the order of the fields.
  func shownCommands(of id: InstanceID, _ program: Program) -> [CommandInstance] {
    guard let template = template(of: id).map({ program.templates[$0] }), template.holdsReferences else { return [] }
    return template.fields.compactMap { field in
      guard field.holdsReferences, field.kind == .stored else { return nil }
      guard case .reference(let held) = read(field, of: id), instances.indices.contains(held.index),
        case .command(let command)? = instances[held.index], command.shown?.owner == id
      else { return nil }
      return command
    }
  }

  /// Whether a region or a signal command of any instance is validating or executing.
  package func isExecuting(_ program: Program) -> Bool {
    instances.indices.contains { index in
      if case .command(let command) = instances[index] { return command.shown?.phase.isExecuting ?? false }
      let chart = instances.charts[index]
      return chart.template >= 0
        && !program.chart(Int(chart.template)).table.executing.isDisjoint(with: chart.active)
    }
  }

  /// The states that the region of a signal command may be in.
  package static let phaseNames = CommandInstance.Phase.allCases.map { Name($0.rawValue) }

  /// The phases of an instance's signal commands as regions.
  package func commandRegions(of id: InstanceID, _ program: Program) -> [(region: Name, state: String)] {
    guard let template = template(of: id).map({ program.templates[$0] }) else { return [] }
    return shownCommands(of: id, program).compactMap(\.shown).map {
      (template.title(ofRegion: $0.name), $0.phase.rawValue)
    }
  }
}

/// An observer of a field in the manner of key-value observing, as data.
struct Registration: Hashable, Sendable {
  /// Whose field is observed.
  var source: InstanceID
  /// The names of the field's components: one, or a path through instances.
  var path: [Name]
  var options: ObservationOptions
  /// Echoed untouched with every notification.
  var context: Value
  /// The code that is told.
  var handler: HandlerValue
  /// Whose registration it is: what removes it, and is not kept alive by it.
  var observer: InstanceID
  /// Whether it goes by itself with its observer or what it observes; without, that is a fault.
  var isAutomatic: Bool
  /// The instances that it listens to, one for each component as far as there are instances.
  var chain: [InstanceID] = []
  var isRemoved = false

  /// The components as one name: `user.name`.
  var keyPath: String { path.joined(separator: ".") }
}

/// A two-way binding of two fields (ReactiveObjC's `RACChannelTo`).
struct Channel: Hashable, Sendable {
  /// One side: a field, and what it takes instead of nil.
  struct Side: Hashable, Sendable {
    var instance: InstanceID
    var port: Int
    var replacement: Value?
    /// Whether the next notification of the field is the echo of what the channel wrote.
    var ignoresNext = false
  }

  var left: Side
  var right: Side
  var isDone = false
}

/// A subject that is an instance of its own (ReactiveObjC's `RACSubject` and `RACReplaySubject`).
struct SubjectInstance: Hashable, Sendable {
  /// How many values it keeps for whoever comes late; `nil` when it replays nothing, not even its end.
  var capacity: Int?
  /// The values that it keeps, oldest first.
  var kept: [Value] = []
  /// Its last error or completion, which one with a capacity replays: since then it takes no more from sources.
  var end: SignalEvent?
}
