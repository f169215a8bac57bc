@testable import Statecharts

/// A program that runs: its first template is the root.
struct Simulation: ~Copyable {
  var kernel: Kernel
  let root = InstanceID(0)

  init(_ program: Program, seed: UInt64 = 0, isTallying: Bool = false) {
    kernel = Kernel(program, Snapshot(seed: seed))
    kernel.isTallying = isTallying
    kernel.run(Cause(.open, "open")) { kernel in
      let root = kernel.make(program.templates[0].name, at: "")
      kernel.snapshot.roots.append(root)
    }
    kernel.drain()
  }

  /// Goes on from a snapshot.
  init(_ program: Program, from snapshot: Snapshot) {
    kernel = Kernel(program, snapshot)
  }

  /// Another that goes on from here.
  var copy: Simulation { Simulation(kernel.program, from: kernel.snapshot) }

  /// One step: the body's turn, then what is due.
  mutating func act(_ name: String = "act", _ body: (borrowing TurnContext, InstanceID) -> Void) {
    hold(name, body)
    kernel.drain()
  }

  /// One turn; what is due is left waiting.
  mutating func hold(_ name: String = "act", _ body: (borrowing TurnContext, InstanceID) -> Void) {
    let root = root
    kernel.run(Cause(.user, name)) { kernel in
      kernel.perform { turn in body(turn, root) }
    }
  }

  mutating func set(_ field: Name, _ value: Value) {
    act("set") { turn, me in turn.set(me, field, value) }
  }

  /// Gives the root's chart an event from outside.
  mutating func send(_ event: Name, _ value: Value = .null) {
    act(event.text) { turn, me in turn.send(event, value, to: me) }
  }

  mutating func advance(to moment: Int) { kernel.advance(to: moment) }

  func read(_ field: Name) -> Value {
    kernel.port(field, of: root).map { kernel.read(root, port: $0) } ?? .null
  }

  /// The names of the root's active states, without the chart's root.
  var states: [String] {
    guard let chart = kernel.template(of: root)?.chart else { return [] }
    return kernel.snapshot.configuration(of: root).filter { $0 != 0 }.map { chart.states[$0].name.text }
  }

  /// What happened since the last look, each line with its time.
  mutating func lines() -> [String] {
    defer { kernel.forgetTurns() }
    return kernel.turns.flatMap { turn in turn.effects.map { "\(turn.time) \($0.line)" } }
  }

  /// What happened since the last look, without times.
  mutating func effects() -> [String] {
    defer { kernel.forgetTurns() }
    return kernel.turns.flatMap(\.effects).map(\.line)
  }

  /// What handlers said since the last look.
  mutating func said() -> [String] {
    defer { kernel.forgetTurns() }
    return kernel.turns.flatMap(\.effects).compactMap(\.said)
  }
}

extension TurnContext {
  func set(_ instance: InstanceID, _ field: Name, _ value: Value) {
    set(instance, port: port(field, of: instance) ?? -1, to: value)
  }
  func read(_ instance: InstanceID, _ field: Name) -> Value {
    port(field, of: instance).map { read(instance, port: $0) } ?? .null
  }
  func send(_ value: Value, by instance: InstanceID, _ subject: Name) {
    send(value, by: instance, port: port(subject, of: instance) ?? -1)
  }
  /// Says something by the root's subject `log`.
  func say(_ text: String, _ value: Value = .null) { send([.string(text), value], by: InstanceID(0), "log") }
}

extension HandlerDefinition {
  /// Says its label and what it hears.
  static let say = HandlerDefinition("say") { turn, captures, value in
    turn.say(captures.first?.text ?? "", value)
  }
}

extension HandlerValue {
  static func say(_ label: String) -> HandlerValue { HandlerValue("say", [.string(label)]) }
}

extension Sink {
  /// Says every event, behind a label.
  static func say(_ label: String = "") -> Sink {
    let prefix = label.isEmpty ? "" : "\(label) "
    return .handlers(
      next: .say("\(prefix)next"), error: .say("\(prefix)error"), completed: .say("\(prefix)completed"))
  }
}

extension Effect {
  var said: String? {
    guard case .output("log", .list(let parts)) = self, parts.count == 2 else { return nil }
    return parts[1] == .null && !(parts[0].text ?? "").hasSuffix("next")
      ? parts[0].text ?? "" : "\(parts[0].text ?? "") \(parts[1].line)"
  }

  var line: String {
    if let said { return said }
    return switch self {
    case .set(let field, _, let new): "\(field) = \(new.line)"
    case .moved(let region, let from, let to): "\(region): \(from) -> \(to)"
    case .output(let subject, let value): "\(subject)! \(value.line)"
    case .requested(let service, let input): "ask \(service) \(input.line)"
    case .replied(let service, let outcome, let value): "reply \(service) \(outcome) \(value.line)"
    case .cancelled(let service): "cancel \(service)"
    case .late(let service, let outcome, let value): "late \(service) \(outcome) \(value.line)"
    case .timerStarted(let name, let delay): "start timer \(name) \(delay)"
    case .timerFired(let name): "timer \(name)"
    case .stored(let key, let value): "store \(key) \(value.line)"
    case .logged(let text, let value): "log \(text)\(value.map { " \($0.line)" } ?? "")"
    case .notified(let field, let change): "notify \(field) \(Value.record(change).line)"
    case .refused(let name, let reason): "refused \(name): \(reason)"
    case .limit(let name, let detail): "limit \(name): \(detail)"
    case .crashed(let reason): "crash: \(reason)"
    case .tie(let chosen, let over): "tie \(chosen) over \(over.joined(separator: ", "))"
    case .pushed, .popped, .alertShown, .alertClosed, .hudShown, .hudClosed, .tipShown, .tipClosed, .broken:
      "\(self)"
    }
  }
}

extension Value {
  var text: String? { if case .string(let text) = self { text } else { nil } }
  var number: Int? { if case .int(let number) = self { number } else { nil } }
  var items: [Value] { if case .list(let items) = self { items } else { [] } }

  var line: String {
    switch self {
    case .null: "nil"
    case .bool(let truth): "\(truth)"
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): "\"\(text)\""
    case .list(let values): "[\(values.map(\.line).joined(separator: ", "))]"
    case .record(let members): "{\(members.map { "\($0.name): \($0.value.line)" }.joined(separator: ", "))}"
    case .enumeration(let name, _): name
    case .secret: "<secret>"
    case .reference(let id): "#\(id.index)"
    case .weak(let id): id.map { "~\($0.index)" } ?? "~nil"
    case .signal: "signal"
    }
  }
}
