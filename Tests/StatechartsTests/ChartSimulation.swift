@testable import Statecharts

/// A chart given as plain data, run by itself, as the test suites of other engines run theirs.
///
///     var simulation = ChartSimulation(Chart([idle, busy]))
///     simulation.run([.event("go"), .advance(milliseconds: 500)]).map(\.leaves)   // [["busy"], ["idle"]]
///
/// It is the same kernel that view models run on, without one: no screen, no services, time that passes only when told.
struct ChartSimulation: Sendable {
  /// What a run is driven by.
  enum Input: Hashable, Sendable {
    case event(Name, Value = .null)
    /// Lets time pass, and takes what becomes due on the way.
    case advance(milliseconds: Int)
  }

  /// Where the chart stands between two inputs.
  struct Configuration: Hashable, Sendable {
    /// The names of all active states, in document order. Of a finished chart those in which it finished.
    let states: [String]
    /// The names of the active states that hold no other.
    let leaves: [String]
    /// Whether a final state at the top was entered, so that nothing is taken any more.
    let isDone: Bool
  }

  private let program: Program
  private var snapshot = Snapshot()
  /// What happened so far, turn by turn.
  private(set) var turns: [Turn] = []
  private let root = InstanceID(0)

  /// Starts a chart.
  ///
  /// - Parameters:
  ///   - chart: Its targets must exist, as for every chart.
  ///   - invoked: The charts that its states invoke as machines, by name.
  ///   - variables: A data model by name, for guards and actions: the port of each is its position, also in invoked
  ///     charts, which have their own copy.
  init(
    _ chart: ChartDefinition, invoking invoked: KeyValuePairs<Name, ChartDefinition> = [:],
    variables: KeyValuePairs<Name, Value> = [:],
    limits: Limits = Limits()
  ) {
    let fields = variables.enumerated().map { FieldDefinition(variable: $1.key, at: $0) }
    let initial = variables.map(\.value)
    let charts: [(Name, ChartDefinition)] = [("chart", chart)] + invoked.map { ($0.key, $0.value) }
    let templates = charts.map { name, chart in
      Template(name, fields: fields, chart: chart, model: InitialModel(initial))
    }
    program = Program(templates: templates, limits: limits)
    run { kernel in
      kernel.run(.opening) { kernel in
        let root = kernel.make("chart", at: "")
        kernel.perform { $0.keep(root) }
      }
      kernel.drain()
    }
  }

  private mutating func run(_ body: (inout Kernel) -> Void) {
    var kernel = Kernel(program, snapshot)
    // The engine holds the only copy while it runs, so that it need not make another.
    snapshot = Snapshot()
    body(&kernel)
    snapshot = kernel.snapshot
    turns += kernel.turns
  }

  /// Gives the chart an event from outside, and takes what is due at once.
  mutating func send(_ event: Name, _ value: Value = .null) {
    let root = root
    run { kernel in
      kernel.run(Cause(.user, "send", on: event.text)) { $0.send(event, value, to: root) }
      kernel.drain()
    }
  }

  /// Lets time pass. Time beyond the end of virtual time does not pass; a duration below zero is none.
  mutating func advance(milliseconds: Int) {
    let (moment, overflows) = snapshot.time.addingReportingOverflow(max(0, milliseconds))
    run { $0.advance(to: overflows ? .max : moment) }
  }

  /// Performs inputs one after the other.
  ///
  /// - Returns: Where the chart stood after each.
  mutating func run(_ inputs: [Input]) -> [Configuration] {
    inputs.map { input in
      switch input {
      case .event(let name, let value): send(name, value)
      case .advance(let milliseconds): advance(milliseconds: milliseconds)
      }
      return configuration
    }
  }

  var configuration: Configuration {
    let state = snapshot.instances.charts[root.index]
    let table = program.chart(0).table
    let active = state.active.states.filter { $0 != 0 }
    return Configuration(
      states: active.map { table.states[$0].name.text },
      leaves: active.filter(table.isAtomic).map { table.states[$0].name.text }, isDone: state.isFinished)
  }

  /// The value of a variable; nil's value when there is none of that name.
  func variable(_ name: Name) -> Value {
    program.templates[0].port(named: name).map { snapshot.read(root, port: $0, program) } ?? .null
  }

  /// Virtual time in milliseconds since the start.
  var time: Int { snapshot.time }
  /// What made the chart crash, once it has: a fault that no state takes as `error.execution`, or a limit.
  var fault: String? { snapshot.fault }
}

extension FieldDefinition {
  /// A variable of a data model that is a list of values.
  fileprivate convenience init(variable name: Name, at index: Int) {
    self.init(
      name, read: { $0.assumingMemoryBound(to: [Value].self).pointee[index] },
      write: { model, value in
        model.assumingMemoryBound(to: [Value].self).pointee[index] = value
        return true
      })
  }
}
