import Statecharts
import ViewModels

/// A member of an adapter that describes one of the class.
protocol AdapterToken<A>: Token {
  associatedtype A: Adapter
  var declaration: TokenDeclaration { get }
  func add(to parts: inout AdapterParts<A>)
}

extension AdapterToken {
  /// What it is called.
  public var name: String { declaration.name }
}

/// What the tokens of an adapter describe.
struct AdapterParts<A: Adapter> {
  struct Input {
    let name: String
    let shape: Shape
    let samples: DefinedTemplate.Samples
    let run: ObjectInput<A.Object>
  }

  private(set) var fields: [(field: ObjectField<A.Object>, shape: Shape, samples: DefinedTemplate.Samples)] = []
  var inputs: [Input] = []
  var services: [ServiceFacts] = []
  var subjects: [String] = []

  /// Names the tokens of an adapter after its stored properties.
  init(_ adapter: A) {
    for (label, value) in Mirror(reflecting: adapter).children {
      guard let token = value as? any AdapterToken<A> else { continue }
      if token.declaration.name.isEmpty { token.declaration.name = label ?? "" }
      token.add(to: &self)
      if fields.last?.field.name == token.name { token.declaration.port = fields.count - 1 }
    }
  }

  mutating func add(_ field: ObjectField<A.Object>, _ shape: Shape, _ samples: DefinedTemplate.Samples) {
    fields.append((field, shape, samples))
  }
}

/// The model of an adapter's template: the values of its fields, and the journal, which is no field.
struct AdapterModel: Sendable {
  // The fields of a template of values are read from the first stored property.
  var values: [Value]
  var journal: JournalNode?
}

/// An adapter as the simulator runs it: the definition of a template whose code calls the object.
final class Adaptation<A: Adapter>: Sendable {
  private let name: String
  private let type: ObjectType<A.Object>
  private let subjects: [String]
  private let objects: ObjectPool<A.Object>

  /// Makes the definition of a machine of an adapter.
  static func definition(page: String, _ limits: Limits) -> MachineDefinition {
    let name = String(describing: A.self)
    if let obstacle = ObjectHost.begin() {
      let template = DefinedTemplate(name, obstacle: obstacle)
      return MachineDefinition([template], root: MachinePage(page, template: name), limits: limits)
    }
    return SwiftRuntime.onMainActor {
      let adapter = A()
      let parts = AdapterParts(adapter)
      let template = Adaptation(name, adapter, parts).template(parts, adapter.laws.map { $0.monitor(adapter) })
      let screen = adapter.screen
      let root = MachinePage(page, template: name, screen.isEmpty ? nil : screen)
      return MachineDefinition([template], root: root, limits: limits)
    }
  }

  private init(_ name: String, _ adapter: A, _ parts: AdapterParts<A>) {
    self.name = name
    let subjects = parts.subjects
    self.subjects = subjects
    type = ObjectType(fields: parts.fields.map(\.field), inputs: parts.inputs.map { ($0.name, $0.run) }) { run in
      adapter.reset()
      return adapter.make(World(run: run, subjects: subjects))
    }
    objects = ObjectPool(type)
  }

  // MARK: The template

  private func template(_ parts: AdapterParts<A>, _ laws: [Monitor]) -> DefinedTemplate {
    DefinedTemplate(
      name,
      fields: parts.fields.enumerated().map { port, part in
        DefinedTemplate.Field(
          part.field.name, part.shape, part.shape.first, part.samples, isReadOnly: part.field.write == nil,
          setter: { turn, me, value in self.set(turn, me, port, value) })
      },
      inputs: parts.inputs.map { DefinedTemplate.Input($0.name, $0.shape, $0.samples) }, subjects: parts.subjects,
      chart: chart(parts.inputs), services: parts.services, handlers: handlers, laws: laws,
      model: { InitialModel(AdapterModel(values: $0)) },
      setUp: { turn, me, _ in self.enter(turn, me, .make) })
  }

  /// A region for each async input, and one for all others.
  private func chart(_ inputs: [AdapterParts<A>.Input]) -> ChartDefinition? {
    var alive = ChartDefinition.State("alive")
    var regions: [ChartDefinition.State] = []
    for (index, input) in inputs.enumerated() {
      let call: Code = { turn, me, value in self.enter(turn, me, .input(index, value)) }
      if input.run.isAsync {
        regions.append(Self.region(of: input.name, call))
      } else {
        alive.transitions.append(.init(.event(input.name), actions: [call]))
      }
    }
    if !alive.transitions.isEmpty { regions.insert(.init("object", children: [alive]), at: 0) }
    return regions.isEmpty ? nil : ChartDefinition(isParallel: true, regions)
  }

  private static func region(of input: String, _ call: @escaping Code) -> ChartDefinition.State {
    var region = ChartDefinition.State(input, children: Phase.allCases.map { .init($0.rawValue) })
    region.transitions = [.init(.event(input), to: [Phase.executing.rawValue], actions: [call])]
    for phase in Phase.endings {
      region.transitions.append(.init(.event(phase.event(of: input)), to: [phase.rawValue]))
    }
    for index in region.transitions.indices { region.transitions[index].isInternal = true }
    return region
  }

  private var handlers: [HandlerDefinition] {
    [
      HandlerDefinition(handler(.job, nil, 0).name, order: .ofHandler) { turn, captures, _ in
        self.call(turn, captures) { .job($0) }
      },
      HandlerDefinition(handler(.task, nil, 0).name, order: .any) { turn, captures, _ in
        self.call(turn, captures) { .job($0) }
      },
      HandlerDefinition(handler(.sleep, nil, 0).name, order: .any) { turn, captures, _ in
        self.call(turn, captures) { .wake($0) }
      },
      HandlerDefinition(handler(.request, nil, 0).name) { turn, captures, value in
        guard case .enumeration(let name, let members) = value, let outcome = Outcome(rawValue: name) else { return }
        self.call(turn, captures) { .answer($0, outcome, members[0].value) }
      },
    ]
  }

  /// What calls the object later: a job of the main actor, one of another task, the end of a sleep, an answer.
  private enum Wait: String {
    case job, task, sleep, request
  }

  private func handler(_ wait: Wait, _ me: InstanceID?, _ number: Int) -> HandlerValue {
    HandlerValue("\(name).\(wait.rawValue)", me.map { [.reference($0), .int(number)] } ?? [])
  }

  private func call(_ turn: borrowing TurnContext, _ captures: [Value], _ call: (Int) -> Entry.Call) {
    guard captures.count == 2, case .reference(let me) = captures[0], case .int(let number) = captures[1] else {
      return
    }
    enter(turn, me, call(number))
  }

  // MARK: Calls

  private func set(_ turn: borrowing TurnContext, _ me: InstanceID, _ field: Int, _ value: Value) {
    if objects.isReporting { return }
    guard type.fields[field].write != nil else {
      return turn.fault("'\(type.fields[field].name)' cannot be set: the property of the class is read-only")
    }
    enter(turn, me, .set(field: field, value))
  }

  /// Calls the object from a turn, and reports what it did.
  private func enter(_ turn: borrowing TurnContext, _ me: InstanceID, _ call: Entry.Call) {
    guard SwiftRuntime.isMainThread else {
      return turn.fault(
        "an object runs on the main thread of the tool, and this is another thread; this is a bug in Signalbox")
    }
    guard let model = turn.model(of: me, as: AdapterModel.self) else { return }
    let found = objects.object(at: model.journal)
    if let difference = found.difference ?? found.object.difference(from: model.values, call) {
      return turn.fault(
        "the object is not repeatable: when the same calls were made again, \(difference); inject what differs (chance, files, "
          + "the network), and reset in 'reset()' what outlives an object")
    }
    let deeds = found.object.perform(Entry(time: turn.time, call: call))
    let (journal, values) = (found.object.node, found.object.values)
    turn.change(me, as: AdapterModel.self) {
      $0.journal = journal
      // What a new object is like is no change of it.
      if case .make = call { $0.values = values }
    }
    report(deeds, of: call, turn, me)
    if let escape = Escape.take() { turn.fault(escape.sentence) }
  }

  private func report(_ deeds: [Deed], of call: Entry.Call, _ turn: borrowing TurnContext, _ me: InstanceID) {
    // The first assignment of a field that was set is the set itself.
    var echo: (field: Int, value: Value)? = if case .set(let field, let value) = call { (field, value) } else { nil }
    let isMade = if case .make = call { true } else { false }
    for deed in deeds {
      switch deed {
      case .assigned(let field, let value):
        guard let value, !isMade else { continue }
        let isEcho = echo.map { $0.field == field && $0.value == value } ?? false
        if echo?.field == field { echo = nil }
        if isEcho { continue }
        objects.reporting { turn.set(me, port: field, to: value) }
      case .readied(let job, let place, let name):
        turn.post(handler(place == .mainActor ? .job : .task, me, job), named: name)
      case .slept(let number, let milliseconds, let name):
        turn.after(milliseconds, handler(.sleep, me, number), named: name)
      case .wokeEarly(let number): turn.cancel(handler(.sleep, me, number))
      case .asked(let number, let service, let input):
        turn.ask(service, input, for: me, asker: handler(.request, me, number))
      case .gaveUp(let number): turn.cancelRequest(of: me, asker: handler(.request, me, number))
      case .sent(let subject, let value): turn.send(value, by: me, port: type.fields.count + subject)
      case .ended(let input, let ending, let isLast): end(input, ending, isLast, turn, me)
      }
    }
  }

  private func end(
    _ input: Int, _ ending: Ending, _ isLast: Bool, _ turn: borrowing TurnContext, _ me: InstanceID
  ) {
    let name = type.inputs[input].name
    // While another call of it is under way, it stays where it is.
    if isLast { turn.raise(Phase(ending).event(of: name), for: me) }
    if case .failed(let error) = ending, let subject = subjects.firstIndex(of: "\(name).failed") {
      turn.send(.string(error), by: me, port: type.fields.count + subject)
    }
  }
}

/// Where the region of an async input is.
private enum Phase: String, CaseIterable {
  case idle, executing, succeeded, failed, cancelled

  static let endings: [Phase] = [.succeeded, .failed, .cancelled]

  init(_ ending: Ending) {
    switch ending {
    case .succeeded: self = .succeeded
    case .failed: self = .failed
    case .cancelled: self = .cancelled
    }
  }

  /// The event that leads there; no name of an input begins so.
  func event(of input: String) -> String { "ended-\(rawValue).\(input)" }
}
