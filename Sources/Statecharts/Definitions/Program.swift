/// Everything that a simulation runs and that never changes: templates, wirings, handlers, services and limits.
///
/// Closures live here and are found by name; a snapshot holds none. A program is made once and shared.
public final class Program: Sendable {
  package let templates: [Template]
  package let services: [ServiceDefinition]
  package let limits: Limits
  /// Whether some template has properties.
  let isWatched: Bool
  private let monitors: [[Unmanaged<Monitor>]]
  /// Whether some property learns from what turns do.
  let remembersTurns: Bool
  /// Whether its code may read the clock. Then the time is part of what its snapshots are; else their normal form has none.
  package let readsClock: Bool
  let wirings: [Name: WiringDefinition]
  let handlers: [Name: HandlerDefinition]
  /// The events that charts and services name.
  let events: NameTable
  /// The charts by template, in place: a step reads them without a copy.
  private let charts: FixedMemory<StepTable>
  private let templateReferences: [Unmanaged<Template>]
  /// The names of the templates and services, each once, and where the first of a name stands.
  private let templateIndexes: NamePlaces
  private let serviceIndexes: NamePlaces
  /// Whose snapshots and events it takes.
  let id: ProgramID
  let eventStamp: UInt32

  /// How many templates a program can have.
  static let templateLimit = Int(Int16.max)

  /// Makes a program. Of two definitions with one name the first counts; of more templates than 32,767 those.
  package init(
    templates: [Template], wirings: [WiringDefinition] = [], handlers: [HandlerDefinition] = [],
    services: [ServiceDefinition] = [], limits: Limits = Limits(), readsClock: Bool = false
  ) {
    self.templates = templates
    self.readsClock = readsClock
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

  /// Makes a program of what needs no wiring, handler or service. Of two templates with one name the first counts; of more
  /// than 32,767 those.
  public convenience init(templates: [Template], limits: Limits = Limits()) {
    self.init(templates: templates, wirings: [], limits: limits)
  }

  /// The number of an event's name; `nil` when no chart or service names it.
  @inline(__always)
  public func event(named name: Name) -> EventID? {
    events[name].map { EventID(number: Int32($0), of: eventStamp) }
  }

  /// A template in place: looking at it does not retain it.
  @inline(__always)
  package func withTemplate<Result>(_ index: Int, _ body: (Template) -> Result) -> Result {
    templateReferences[index]._withUnsafeGuaranteedRef(body)
  }

  /// A template's chart, in place, as long as the program is.
  @inline(__always)
  func chart(_ template: Int) -> RunningChart { RunningChart(template, of: charts) }

  /// Whether a template has properties.
  func isWatched(_ template: Int) -> Bool { !monitors[template].isEmpty }
  /// A template's properties, in place.
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

/// Code of a definition: it runs inside a turn, for one instance, with a value from whoever called it.
public typealias Code = @Sendable (_ turn: borrowing TurnContext, _ me: InstanceID, _ value: Value) -> Void

/// A named function from captured values to a link; the name and the captures are that link as a value.
package struct WiringDefinition: Sendable {
  package let name: Name
  let build: @Sendable ([Value]) throws -> Link

  /// Makes a wiring.
  ///
  /// - Parameter build: Throws a `CaptureMisfit` for captures that it cannot be made of.
  package init(_ name: Name, _ build: @escaping @Sendable ([Value]) throws -> Link) {
    self.name = name
    self.build = build
  }
}

/// A wiring or handler that was started with values which are not what it captures.
package struct CaptureMisfit: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

/// A named function that a signal, a delay or a timer calls with what it captured.
package struct HandlerDefinition: Sendable {
  /// In which order work that is due at one instant can run, if it calls the handler.
  package enum Order: Sendable {
    /// As all other work of its source.
    case ofSource
    /// The pieces in the order in which they were made due, among other work in any.
    case ofHandler
    /// In any order.
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

/// A handler with its captures: code as a value.
package struct HandlerValue: Hashable, Sendable {
  package var name: Name
  package var captures: [Value]

  package init(_ name: Name, _ captures: [Value] = []) {
    self.name = name
    self.captures = captures
  }
}

/// How far a loop may go before the turn is ended as a crash, `limit NAME`: *Faults and limits* in
/// Documentation/Semantics.md.
public struct Limits: Hashable, Sendable {
  /// Microsteps of one turn.
  public var microsteps = 1_000
  /// Sets, sends and calls nested in each other; each costs kilobytes of stack.
  public var nestedDeliveries = 64
  /// Operators that are subscribed or send inside each other, and those of one signal on top of each other.
  public var nestedOperators = 512
  /// Turns that run at one instant of one step, beside those of all but one piece of the work that waited when it began.
  public var turnsPerInstant = 10_000
  /// Turns of one step, however much virtual time it lets pass.
  public var turnsPerStep = 1_000_000
  /// Rounds in one turn in which instances that nothing refers to were removed and somebody was told.
  public var collections = 100
  /// Instances alive at a time.
  public var instances = 100_000
  /// Work waiting in the agenda.
  public var agenda = 100_000

  /// The defaults.
  public init() {}
}
