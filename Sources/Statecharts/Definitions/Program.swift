/// The immutable definition of a simulation: templates, wirings, handlers, services and limits.
///
/// Snapshots refer to its closures by name.
public final class Program: Sendable {
  package let templates: [Template]
  package let services: [ServiceDefinition]
  package let limits: Limits
  let isWatched: Bool
  private let monitors: [[Unmanaged<Monitor>]]
  let remembersTurns: Bool
  /// Whether code may read the clock; only then is the time part of the normal form.
  package let readsClock: Bool
  /// Whether code may ask for the event of the microstep.
  let hearsEvents: Bool
  let wirings: [Name: WiringDefinition]
  let handlers: [Name: HandlerDefinition]
  let events: NameTable
  /// By template; steps read them without a copy.
  private let charts: FixedMemory<StepTable>
  private let templateReferences: [Unmanaged<Template>]
  private let templateIndexes: NamePlaces
  private let serviceIndexes: NamePlaces
  /// Identifies the snapshots and events that it accepts.
  let id: ProgramID
  let eventStamp: UInt32

  static let templateLimit = Int(Int16.max)

  /// Keeps the first of several definitions with one name, and the first 32,767 templates.
  package init(
    templates: [Template], wirings: [WiringDefinition] = [], handlers: [HandlerDefinition] = [],
    services: [ServiceDefinition] = [], limits: Limits = Limits(), readsClock: Bool = false,
    hearsEvents: Bool = false
  ) {
    self.templates = templates
    self.readsClock = readsClock
    self.hearsEvents = hearsEvents
    templateReferences = templates.map(Unmanaged.passUnretained)
    self.services = services
    self.limits = limits
    monitors = templates.map { $0.monitors.map(Unmanaged.passUnretained) }
    isWatched = monitors.contains { !$0.isEmpty }
    remembersTurns = templates.contains { $0.monitors.contains(where: \.remembers) }
    self.wirings = Dictionary(wirings.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.handlers = Dictionary(handlers.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    templateIndexes = NamePlaces(templates.prefix(Program.templateLimit).map(\.name))
    serviceIndexes = NamePlaces(services.map(\.name))
    id = ProgramID(templates, wirings: self.wirings.keys, handlers: self.handlers.keys, services)
    eventStamp = id.stamp
    let events = Program.events(templates, services)
    self.events = events
    charts = FixedMemory(count: templates.count) { index in
      var table = templates[index].chart ?? ChartTable(ChartDefinition([]))
      table.adopt(events)
      return StepTable(templates[index], at: index, table)
    }
  }

  /// Keeps the first template of each name, and the first 32,767.
  public convenience init(templates: [Template], limits: Limits = Limits()) {
    self.init(templates: templates, wirings: [], limits: limits)
  }

  /// The number of an event's name; `nil` if no chart or service names it.
  @inline(__always)
  public func event(named name: Name) -> EventID? {
    events[name].map { EventID(number: Int32($0), of: eventStamp) }
  }

  /// Accesses a template without retaining it.
  @inline(__always)
  package func withTemplate<Result>(_ index: Int, _ body: (Template) -> Result) -> Result {
    templateReferences[index]._withUnsafeGuaranteedRef(body)
  }

  @inline(__always)
  func chart(_ template: Int) -> RunningChart { RunningChart(template, of: charts) }

  func isWatched(_ template: Int) -> Bool { !monitors[template].isEmpty }
  func monitors(of template: Int) -> [Unmanaged<Monitor>] { monitors[template] }

  private static func events(_ templates: [Template], _ services: [ServiceDefinition]) -> NameTable {
    var names = NameTable()
    for name: Name in ["error.execution", "error.communication"] { names.insert(name) }
    for template in templates {
      for name in template.chart?.eventNames ?? [] { names.insert(name) }
    }
    for service in services {
      for outcome in Outcome.allCases { names.insert("\(service.name).\(outcome.rawValue)") }
    }
    return names
  }

  package func templateIndex(named name: Name) -> Int? { templateIndexes[name] }
  package func serviceIndex(named name: Name) -> Int? { serviceIndexes[name] }
}

/// Code of a definition; it runs inside a turn for one instance, with the caller's value.
public typealias Code = @Sendable (_ turn: borrowing TurnContext, _ me: InstanceID, _ value: Value) -> Void

/// A named function from captured values to a link. Name and captures form a value that represents the link.
package struct WiringDefinition: Sendable {
  package let name: Name
  let build: @Sendable ([Value]) throws -> Link

  /// - Parameter build: Throws a `CaptureMisfit` for unsuitable captures.
  package init(_ name: Name, _ build: @escaping @Sendable ([Value]) throws -> Link) {
    self.name = name
    self.build = build
  }
}

package struct CaptureMisfit: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

/// A named function that signals, delays and timers call with its captures.
package struct HandlerDefinition: Sendable {
  package enum Order: Sendable {
    /// The order of its source.
    case ofSource
    /// Its own pieces keep their order; other work may run between them.
    case ofHandler
    case any
  }

  package let name: Name
  package let order: Order
  let run: @Sendable (_ turn: borrowing TurnContext, _ captures: [Value], _ value: Value) -> Void

  package init(
    _ name: Name, order: Order = .ofSource,
    _ run: @escaping @Sendable (_ turn: borrowing TurnContext, _ captures: [Value], _ value: Value) -> Void
  ) {
    self.name = name
    self.order = order
    self.run = run
  }
}

package struct HandlerValue: Hashable, Sendable {
  package var name: Name
  package var captures: [Value]

  package init(_ name: Name, _ captures: [Value] = []) {
    self.name = name
    self.captures = captures
  }
}

/// Bounds on loops; exceeding one ends the turn as the crash `limit NAME`: see *Faults and limits* in
/// Documentation/Semantics.md.
public struct Limits: Hashable, Sendable {
  /// Microsteps in one turn.
  public var microsteps = 1_000
  /// Sets, sends and calls inside each other; each uses kilobytes of stack.
  public var nestedDeliveries = 64
  /// Operators that subscribe or send inside each other, or are chained in one signal.
  public var nestedOperators = 512
  /// Turns at one instant of one step. Of the work that waits when the instant starts, only one piece counts.
  public var turnsPerInstant = 10_000
  /// Turns of one step, over any virtual time.
  public var turnsPerStep = 1_000_000
  /// Rounds in one turn that remove unreachable instances and notify others.
  public var collections = 100
  /// Living instances.
  public var instances = 100_000
  /// Waiting work.
  public var agenda = 100_000

  /// The defaults.
  public init() {}
}
