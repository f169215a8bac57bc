/// ReactiveObjC's command: the state that `execute` checks changes at once; `enabled`, `executing`, `errors` and
/// `executionSignals` follow one main-queue hop later.
extension Kernel {
  enum CommandPort {
    static let executing = 0
    static let enabled = 1
    static let errors = 2
    static let executionSignals = 3
    static let allowsConcurrency = 4
  }

  mutating func makeCommand(
    _ body: HandlerValue, enabled: HandlerValue?, allowsConcurrency: Bool, shown: CommandInstance.Shown?
  ) -> InstanceID {
    guard fault == nil else { return .nowhere }
    let id = add(.command(CommandInstance(body: body, allowsConcurrency: allowsConcurrency, shown: shown)))
    recordMove(of: shown, from: "", to: .idle)
    guard let enabled else { return id }
    let signal = SignalValue.wiring(enabled.name, enabled.captures)
    subscribe(to: signal, .allow(command: id))
    // Values sent while the command is made count at once.
    dropWork(of: id) { if case .deliver = $0 { true } else { false } }
    change(id) { $0.shownEnabled = $0.isEnabled }
    return id
  }

  func command(_ id: InstanceID) -> CommandInstance? {
    guard case .command(let command)? = instance(id) else { return nil }
    return command
  }

  private mutating func change(_ id: InstanceID, _ body: (inout CommandInstance) -> Void) {
    guard var command = command(id) else { return }
    body(&command)
    snapshot.instances[id.index] = .command(command)
  }

  func shown(_ id: InstanceID, port: Int) -> Bool? {
    guard let command = command(id) else { return nil }
    switch port {
    case CommandPort.executing: return command.shownExecuting
    case CommandPort.enabled: return command.shownEnabled
    case CommandPort.allowsConcurrency: return command.allowsConcurrency
    default: return nil
    }
  }

  mutating func allow(_ id: InstanceID, _ isAllowed: Bool) {
    change(id) { $0.isAllowed = isAllowed }
    postEnabled(id)
  }

  /// Observers and `execute` see the change at once, `enabled` one hop later.
  mutating func allowConcurrency(_ id: InstanceID, _ isAllowed: Bool) {
    change(id) { $0.allowsConcurrency = isAllowed }
    for listener in snapshot.instances.listeners(of: id, port: CommandPort.allowsConcurrency) {
      receive(.next(.bool(isAllowed)), at: listener, input: 0)
    }
    postEnabled(id)
  }

  mutating func execute(_ id: InstanceID, _ input: Value) -> SignalValue {
    guard fault == nil, let command = command(id) else { return .failing("NotEnabled") }
    guard command.isEnabled else {
      refuse(command)
      return .failing("NotEnabled")
    }
    move(id, to: .validating)
    move(id, to: .executing)
    let body = SignalValue.wiring(command.body.name, command.body.captures + [input])
    let execution = add(.execution(ExecutionInstance(command: id, body: body)))
    change(id) { $0.running += 1 }
    post(id, CommandPort.executing, .bool(true))
    postEnabled(id)
    for listener in snapshot.instances.listeners(of: id, port: CommandPort.executionSignals) {
      let inner = Value.signal(.executionCatchingErrors(execution))
      schedule(after: 0, .hop, "executionSignals", .deliver(listener, input: 0, .next(inner)))
    }
    schedule(after: 0, .hop, "work", .start(execution: execution))
    return .execution(execution)
  }

  mutating func startExecution(_ id: InstanceID) {
    guard case .execution(let execution)? = instance(id) else { return }
    subscribe(to: execution.body, .execution(id))
  }

  /// The order of listeners: the command, the caller, subscribers of `executionSignals`.
  mutating func executionSent(_ event: SignalEvent, _ id: InstanceID) {
    guard case .execution(var execution)? = instance(id), !execution.isDone else { return }
    execution.log.append(event)
    if case .next = event {} else { execution.isDone = true }
    snapshot.instances[id.index] = .execution(execution)
    tell(event, of: execution.command)
    if execution.isDone { ended(execution.command, event) }
    for listener in snapshot.instances.listeners(of: id, port: 0) { receive(event, at: listener, input: 0) }
  }

  private mutating func ended(_ id: InstanceID, _ event: SignalEvent) {
    collector.isDue = true
    change(id) { $0.running -= 1 }
    if case .error(let error) = event {
      move(id, to: error.failureReason == nil ? .error : .failed)
      post(id, CommandPort.errors, error)
    } else {
      move(id, to: .succeeded)
    }
    if command(id).map({ $0.running > 0 }) ?? false { move(id, to: .executing) }
    post(id, CommandPort.executing, .bool(command(id).map { $0.running > 0 } ?? false))
    postEnabled(id)
  }

  private mutating func postEnabled(_ id: InstanceID) {
    post(id, CommandPort.enabled, .bool(command(id)?.isEnabled ?? false))
  }

  private mutating func post(_ id: InstanceID, _ port: Int, _ value: Value) {
    let names: [Name] = ["executing", "enabled", "errors", "executionSignals"]
    schedule(after: 0, .hop, names[port], .deliver(id, input: port, .next(value)))
  }

  /// Handles an arrived hop; an unchanged value is dropped.
  mutating func showCommand(_ id: InstanceID, port: Int, _ event: SignalEvent) {
    guard case .next(let value) = event, let command = command(id) else { return }
    switch port {
    case CommandPort.executing:
      if .bool(command.shownExecuting) == value { return }
      change(id) { $0.shownExecuting = value == .bool(true) }
    case CommandPort.enabled:
      if .bool(command.shownEnabled) == value { return }
      change(id) { $0.shownEnabled = value == .bool(true) }
    default: break
    }
    for listener in snapshot.instances.listeners(of: id, port: port) { receive(event, at: listener, input: 0) }
  }

  // MARK: Traces

  private mutating func refuse(_ command: CommandInstance) {
    guard let shown = command.shown, isMachine(shown.owner) else { return }
    let refusal = command.isAllowed ? ChartRefusal.executing : .notEnabled
    record(.refused(name: shown.name, reason: refusal.reason), of: shown.owner)
  }

  private mutating func move(_ id: InstanceID, to phase: CommandInstance.Phase) {
    guard fault == nil, let shown = command(id)?.shown else { return }
    recordMove(of: shown, from: shown.phase.rawValue, to: phase)
    change(id) { $0.shown?.phase = phase }
  }

  private mutating func recordMove(of shown: CommandInstance.Shown?, from: String, to phase: CommandInstance.Phase) {
    guard let shown, let template = template(of: shown.owner), !isNowhere(shown.owner), scope.gathersEffects else {
      return
    }
    let region = path(shown.owner, template.title(ofRegion: shown.name).text)
    record(.moved(region: Name(region), from: from, to: phase.rawValue), of: shown.owner)
  }

  private mutating func tell(_ event: SignalEvent, of id: InstanceID) {
    guard let shown = command(id)?.shown, isMachine(shown.owner), !isNowhere(shown.owner), scope.gathersEffects else {
      return
    }
    switch event {
    case .next(let value): recordOutput("next", value, of: shown)
    case .error(let error):
      if let reason = error.failureReason {
        recordOutput("fail", reason, of: shown)
      } else {
        recordOutput("error", error, of: shown)
      }
    case .completed: break
    }
  }

  private mutating func recordOutput(_ event: String, _ value: Value, of shown: CommandInstance.Shown) {
    let subject = path(shown.owner, "\(shown.name).\(event)")
    record(.output(subject: Name(subject), value: value), of: shown.owner)
  }
}
