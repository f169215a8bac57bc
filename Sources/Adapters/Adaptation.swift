import Statecharts
import ViewModels

protocol AdapterToken<A>: Token {
  associatedtype A: RowAdapter
  var declaration: TokenDeclaration { get }
  @MainActor func add(to parts: inout AdapterParts, _ table: inout AdapterTable)
}

extension AdapterToken {
  /// The token's name.
  public var name: Name { declaration.name }
}

struct AdapterParts: Sendable {
  struct Field: Sendable {
    let field: ObjectField
    let shape: Shape
    let samples: DefinedTemplate.Samples
    /// The template of the rows, and the name of the field by which they are known.
    var rows: (template: Name, key: Name?)?
  }

  let name: Name
  var fields: [Field] = []
  var inputs: [(name: Name, shape: Shape, samples: DefinedTemplate.Samples, run: ObjectInput)] = []
  var services: [ServiceFacts] = []
  var subjects: [Name] = []
  var streams: [Name] = []
  var laws: [Monitor] = []

  var type: ObjectType { ObjectType(fields: fields.map(\.field), inputs: inputs.map { ($0.name, $0.run) }) }
}

/// The model of an adapter's template: the values of its fields, and what is no field.
struct AdapterModel: Sendable {
  // This property must be first: templates read the fields from the first stored property.
  var values: [Value]
  /// The journal of the object; its rows have none.
  var journal: JournalNode?
  /// The number of a row; 0 for the object.
  var number = 0
}

/// A template whose code calls the object.
final class Adaptation: Sendable {
  /// The adapter's own, and those of its rows.
  private let parts: [AdapterParts]
  private let objects: ObjectPool

  static func definition<A: Adapter>(of _: A.Type, page: Name, _ limits: Limits) -> MachineDefinition {
    let name = A.templateName
    if let obstacle = ObjectHost.begin() {
      let template = DefinedTemplate(name, obstacle: obstacle)
      return MachineDefinition([template], root: MachinePage(page, template: name), limits: limits)
    }
    return SwiftRuntime.onMainActor {
      let (parts, types, adapter) = Self.parts(of: A.self)
      let templates = Adaptation(parts, types).templates
      let screen = adapter.screen
      let root = MachinePage(page, template: name, screen.isEmpty ? nil : screen)
      return MachineDefinition(templates, root: root, limits: limits)
    }
  }

  @MainActor
  private static func parts<A: Adapter>(of _: A.Type) -> ([AdapterParts], ObjectTypes, A) {
    var table = AdapterTable()
    let adapter = table.add(A.self).adapter
    let (subjects, services) = (table.all[0].subjects, table.all[0].services.map(\.definition.name))
    let streams = table.all[0].streams
    let types = ObjectTypes(all: table.all.map(\.type), family: ObjectFamily.of(A.self)) { run in
      adapter.reset()
      let world = World<A>(run: run, subjects: subjects, services: services, streams: streams)
      return try adapter.make(world) as AnyObject
    }
    return (table.all, types, adapter)
  }

  static func operations<A: Adapter>(of _: A.Type) -> ObjectOperations {
    ObjectOperations(allow: ObjectHost.allow) { snapshot, program in
      journal(of: snapshot, program)?.history ?? 0
    } remains: { snapshot, program in
      guard let journal = journal(of: snapshot, program), SwiftRuntime.isMainThread else { return nil }
      let object = LiveObject(SwiftRuntime.onMainActor { Self.parts(of: A.self).1 })
      return object.replay(journal) == nil ? object.end() : nil
    } escapes: {
      Escape.takeRest().map(\.sentence)
    } isTrying: {
      ObjectHost.isTrying = $0
    } beginCopy: {
      SwiftRuntime.keepMainQueueApart()
    }
  }

  private static func journal(of snapshot: Snapshot, _ program: Program) -> JournalNode? {
    snapshot.instance(at: "", program).flatMap { snapshot.model(of: $0, as: AdapterModel.self)?.journal }
  }

  private init(_ parts: [AdapterParts], _ types: ObjectTypes) {
    self.parts = parts
    objects = ObjectPool(types)
  }

  // MARK: Templates

  private var templates: [DefinedTemplate] { parts.indices.map(template) }

  private func template(of type: Int) -> DefinedTemplate {
    let part = parts[type]
    let fields = part.fields.enumerated().map { port, field in
      let setter: Code = { turn, me, value in self.set(turn, me, port, value) }
      return DefinedTemplate.Field(
        field.field.name, field.shape, field.shape.first, field.samples, isReadOnly: field.field.write == nil,
        rows: field.rows, setter: field.rows == nil ? setter : nil)
    }
    let setUp: Code = { turn, me, _ in self.enter(turn, me) { _ in .make } }
    return DefinedTemplate(
      part.name, fields: fields, inputs: part.inputs.map { DefinedTemplate.Input($0.name, $0.shape, $0.samples) },
      subjects: part.subjects, chart: chart(part), services: part.services, handlers: type == 0 ? handlers : [],
      laws: part.laws, model: { InitialModel(AdapterModel(values: $0)) }, setUp: type == 0 ? setUp : nil)
  }

  /// One region for each async input, and one for all others.
  private func chart(_ part: AdapterParts) -> ChartDefinition? {
    var alive = ChartDefinition.State("alive")
    var regions: [ChartDefinition.State] = []
    for (index, input) in part.inputs.enumerated() {
      let call: Code = { turn, me, value in
        self.enter(turn, me) { .input(MemberPlace(number: $0, index: index), value) }
      }
      if input.run.isAsync {
        regions.append(Self.region(of: input.name, call))
      } else {
        alive.transitions.append(.init(.event(input.name.text), actions: [call]))
      }
    }
    if !alive.transitions.isEmpty { regions.insert(.init("object", children: [alive]), at: 0) }
    return regions.isEmpty ? nil : ChartDefinition(isParallel: true, regions)
  }

  private static func region(of input: Name, _ call: @escaping Code) -> ChartDefinition.State {
    var region = ChartDefinition.State(input, children: Phase.allCases.map { .init(Name($0.rawValue)) })
    region.transitions = [.init(.event(input.text), to: [Name(Phase.executing.rawValue)], actions: [call])]
    for phase in Phase.endings {
      region.transitions.append(.init(.event(phase.event(of: input).text), to: [Name(phase.rawValue)]))
    }
    for index in region.transitions.indices { region.transitions[index].isInternal = true }
    return region
  }

  private var handlers: [HandlerDefinition] {
    [
      definition(of: .job, .ofHandler) { number, _ in .job(number) },
      definition(of: .task, .any) { number, _ in .job(number) },
      definition(of: .sleep, .any) { number, _ in .wake(number) },
      definition(of: .request, .ofSource) { number, value in
        guard case .enumeration(let name, let members) = value, let outcome = Outcome(rawValue: name) else {
          return nil
        }
        return .answer(number, outcome, members[0].value)
      },
    ]
  }

  private enum Wait: String {
    case job, task, sleep, request
  }

  private func name(of wait: Wait) -> Name { "\(parts[0].name).\(wait.rawValue)" }

  private func handler(_ wait: Wait, _ me: InstanceID, _ number: Int) -> HandlerValue {
    HandlerValue(name(of: wait), [.reference(me), .int(number)])
  }

  private func definition(
    of wait: Wait, _ order: HandlerDefinition.Order, _ call: @escaping @Sendable (Int, Value) -> Entry.Call?
  ) -> HandlerDefinition {
    HandlerDefinition(name(of: wait), order: order) { turn, captures, value in
      guard captures.count == 2, case .reference(let me) = captures[0], case .int(let number) = captures[1],
        let call = call(number, value)
      else { return }
      self.enter(turn, me) { _ in call }
    }
  }

  // MARK: Calls

  private func set(_ turn: borrowing TurnContext, _ me: InstanceID, _ port: Int, _ value: Value) {
    if objects.isReporting { return }
    enter(turn, me) { .set(MemberPlace(number: $0, index: port), value) }
  }

  /// Calls an object or one of its rows from a turn, and reports what it did.
  ///
  /// - Parameter call: Makes the call of the number of the row.
  private func enter(_ turn: borrowing TurnContext, _ me: InstanceID, _ call: (Int) -> Entry.Call) {
    guard SwiftRuntime.isMainThread else {
      return turn.fault(
        "an object runs on the main thread of the tool, and this is another thread; this is a bug in Signalbox")
    }
    guard let number = turn.model(of: me, as: AdapterModel.self)?.number,
      let root = number == 0 ? me : turn.machine(at: ""), let model = turn.model(of: root, as: AdapterModel.self)
    else { return }
    let entry = Entry(time: turn.time, call: call(number))
    var members = Members(root, parts, turn)
    if let known = objects.call(entry, after: model.journal) {
      turn.change(root, as: AdapterModel.self) { $0.journal = known.node }
      return report(known.deeds, of: entry.call, &members, turn)
    }
    let (object, replayed) = objects.object(at: model.journal)
    if let difference = replayed ?? object.difference(from: members.values, entry.call) {
      return turn.fault(ObjectOperations.unrepeatable(difference))
    }
    // A copy of the process that tried this step may have left a mark.
    if !ObjectHost.runsLeftWork { SwiftRuntime.forgetMainQueue() }
    let deeds = object.perform(entry)
    let escape = Escape.take(of: object.run)
    if escape == nil, ObjectHost.isTrying { object.rememberTrial(deeds) }
    turn.change(root, as: AdapterModel.self) {
      $0.journal = object.node
      // The initial values are not changes.
      if case .make = entry.call, let values = object.values[0] { $0.values = self.parts[0].withoutRows(values) }
    }
    report(deeds, of: entry.call, &members, turn)
    if let escape { turn.fault(escape.sentence) }
  }

  private func report(
    _ deeds: [Deed], of call: Entry.Call, _ members: inout Members, _ turn: borrowing TurnContext
  ) {
    for case .came(let number, let type, let values) in deeds {
      members.add(number, type, parts[type].withoutRows(values), parts[type].name, turn)
    }
    // The rows of new rows are there before a list shows these.
    for case .assigned(let place, let value?) in deeds.reversed() where members.isNew(place.number) {
      set(place, value, members, turn)
    }
    // The first assignment of a field that the user set is that set itself.
    var echo: (place: MemberPlace, value: Value)? =
      if case .set(let place, let value) = call { (place, value) } else { nil }
    let isMade = if case .make = call { true } else { false }
    let me = members.root
    for deed in deeds {
      switch deed {
      case .came: break
      case .assigned(let place, let value):
        guard let value, !members.isNew(place.number), !isMade || isRows(place, members) else { continue }
        let isEcho = echo.map { $0.place == place && $0.value == value } ?? false
        if echo?.place == place { echo = nil }
        if !isEcho { set(place, value, members, turn) }
      case .readied(let job, let place, let name):
        turn.post(handler(place == .mainActor ? .job : .task, me, job), named: name)
      case .slept(let number, let milliseconds, let name):
        turn.after(milliseconds, handler(.sleep, me, number), named: name)
      case .wokeEarly(let number): turn.cancel(handler(.sleep, me, number))
      case .asked(let number, let service, let input):
        turn.ask(service, input, for: me, asker: handler(.request, me, number))
      case .gaveUp(let number): turn.cancelRequest(of: me, asker: handler(.request, me, number))
      case .sent(let subject, let value): turn.send(value, by: me, port: parts[0].fields.count + subject)
      case .ended(let place, let ending, let isLast): end(place, ending, isLast, members, turn)
      }
    }
  }

  private func isRows(_ place: MemberPlace, _ members: Members) -> Bool {
    members[place.number].map { parts[$0.type].fields[place.index].rows != nil } ?? false
  }

  /// Sets a field as the object did; one of a row that is gone is not set.
  private func set(_ place: MemberPlace, _ value: Value, _ members: Members, _ turn: borrowing TurnContext) {
    guard let member = members[place.number] else { return }
    let value = isRows(place, members) ? members.rows(value) : value
    objects.reporting { turn.set(member.id, port: place.index, to: value) }
  }

  private func end(
    _ place: MemberPlace, _ ending: Ending, _ isLast: Bool, _ members: Members, _ turn: borrowing TurnContext
  ) {
    guard let member = members[place.number] else { return }
    let part = parts[member.type]
    let name = part.inputs[place.index].name
    // The region stays `executing` while another call runs.
    if isLast { turn.raise(Phase(ending).event(of: name), for: member.id) }
    if case .failed(let error) = ending, let subject = part.subjects.firstIndex(of: "\(name).failed") {
      turn.send(.string(error), by: member.id, port: part.fields.count + subject)
    }
  }
}

extension AdapterParts {
  /// The values of a new object with empty lists of rows.
  fileprivate func withoutRows(_ values: [Value]) -> [Value] {
    zip(fields, values).map { $0.rows == nil ? $1 : .list([]) }
  }
}

/// The instances of an object and of its rows.
private struct Members {
  struct Member {
    let id: InstanceID
    let type: Int
  }

  let root: InstanceID
  /// The values of the fields of each, by number; rows are their numbers.
  private(set) var values: [Int: [Value]] = [:]
  private var all: [Int: Member] = [:]
  private var new: Set<Int> = []

  init(_ root: InstanceID, _ parts: [AdapterParts], _ turn: borrowing TurnContext) {
    self.root = root
    find(Member(id: root, type: 0), parts, turn)
  }

  private mutating func find(_ member: Member, _ parts: [AdapterParts], _ turn: borrowing TurnContext) {
    guard var model = turn.model(of: member.id, as: AdapterModel.self), all[model.number] == nil else { return }
    all[model.number] = member
    for (port, field) in parts[member.type].fields.enumerated() {
      guard let rows = field.field.rows, case .list(let list) = model.values[port] else { continue }
      for case .reference(let row) in list { find(Member(id: row, type: rows.type), parts, turn) }
      model.values[port] = .list(
        list.compactMap { row in
          guard case .reference(let row) = row else { return nil }
          return turn.model(of: row, as: AdapterModel.self).map { .int($0.number) }
        })
    }
    values[model.number] = model.values
  }

  subscript(number: Int) -> Member? { all[number] }

  func isNew(_ number: Int) -> Bool { new.contains(number) }

  /// Makes the instance of a row that came.
  mutating func add(_ number: Int, _ type: Int, _ values: [Value], _ template: Name, _ turn: borrowing TurnContext) {
    let id = turn.make(template)
    turn.change(id, as: AdapterModel.self) { $0 = AdapterModel(values: values, number: number) }
    all[number] = Member(id: id, type: type)
    new.insert(number)
  }

  /// A list of the numbers of rows as one of their instances.
  func rows(_ numbers: Value) -> Value {
    guard case .list(let numbers) = numbers else { return .list([]) }
    return .list(
      numbers.compactMap { number in
        guard case .int(let number) = number else { return nil }
        return all[number].map { .reference($0.id) }
      })
  }
}

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

  /// No input's name begins with `ended-`.
  func event(of input: Name) -> Name { "ended-\(rawValue).\(input)" }
}
