/// ReactiveObjC's command: the state that `execute` checks, and its views one hop later.
struct CommandInstance: Sendable {
  var body: HandlerValue
  var running = 0
  var isAllowed = true
  var allowsConcurrency = false
  var shownExecuting = false
  var shownEnabled = true
  var shown: Shown?

  var isEnabled: Bool { isAllowed && (allowsConcurrency || running == 0) }

  /// A command whose phases appear as a region of its owner.
  struct Shown: Hashable, Sendable {
    /// Not kept alive.
    var owner: InstanceID
    var name: Name
    var phase = Phase.idle
  }

  /// An execution is `failed` if its error is a failure, else `error`.
  enum Phase: String, Hashable, Sendable, CaseIterable {
    case idle, validating, executing, succeeded, failed, error

    var isExecuting: Bool { self == .validating || self == .executing }
  }
}

extension String {
  package var isExecutingState: Bool {
    let name = utf8.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "(") }
    return CommandInstance.Phase.allCases.contains { $0.isExecuting && name.elementsEqual($0.rawValue.utf8) }
  }
}

extension Snapshot {
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

  package func isExecuting(_ program: Program) -> Bool {
    instances.indices.contains { index in
      if case .command(let command) = instances[index] { return command.shown?.phase.isExecuting ?? false }
      let chart = instances.charts[index]
      return chart.template >= 0
        && !program.chart(Int(chart.template)).table.executing.isDisjoint(with: chart.active)
    }
  }

  package static let phaseNames = CommandInstance.Phase.allCases.map { Name($0.rawValue) }

  package func commandRegions(of id: InstanceID, _ program: Program) -> [(region: Name, state: String)] {
    guard let template = template(of: id).map({ program.templates[$0] }) else { return [] }
    return shownCommands(of: id, program).compactMap(\.shown).map {
      (template.title(ofRegion: $0.name), $0.phase.rawValue)
    }
  }
}

struct Registration: Hashable, Sendable {
  var source: InstanceID
  /// One field, or a path through instances.
  var path: [Name]
  var options: ObservationOptions
  /// Passed unchanged with every notification.
  var context: Value
  var handler: HandlerValue
  /// The owner, which can remove it; not kept alive.
  var observer: InstanceID
  /// Whether it ends with its observer or source; otherwise their end is a fault.
  var isAutomatic: Bool
  var chain: [InstanceID] = []
  var isRemoved = false

  var keyPath: String { path.joined(separator: ".") }
}

/// A two-way binding (ReactiveObjC's `RACChannelTo`).
struct Channel: Hashable, Sendable {
  struct Side: Hashable, Sendable {
    var instance: InstanceID
    var port: Int
    var replacement: Value?
    /// Whether the next notification echoes the channel's write.
    var ignoresNext = false
  }

  var left: Side
  var right: Side
  var isDone = false
}

/// A free-standing subject (ReactiveObjC's `RACSubject` and `RACReplaySubject`).
struct SubjectInstance: Hashable, Sendable {
  /// The number of replayed values; `nil` for none, not even the end.
  var capacity: Int?
  /// Oldest first.
  var kept: [Value] = []
  /// Its error or completion; afterwards it accepts nothing from sources.
  var end: SignalEvent?
}
