import Statecharts

/// The word that makes a command part of a view model.
extension ViewModel {
  /// A command as a region with the six phases, held to the laws of commands.
  ///
  /// - Parameters:
  ///   - enabled: What must hold for the command to be taken at all; else it is refused with the guard and what it read.
  ///   - valid: What is checked in the phase `validating`; the command falls back to `idle` when it does not hold.
  ///   - queued: How many executions wait; a command that queues needs it.
  ///   - input: What the service is asked.
  public static func Run<Request, Output>(
    _ command: Command<Request, Output>, enabled: Guard<Model>? = nil, when valid: Guard<Model>? = nil,
    queued: Field<Model, Int>? = nil, input: @escaping @Sendable (Model) -> Request
  ) -> [Part<Self>] {
    precondition(
      (command.policy == .queue) == (queued != nil), "command '\(command.name)' counts what waits if it queues")
    let start = On(command.execute, to: .validating, when: enabled)
    let next = queued.map(nextQueued)
    let region = Region(command.name) {
      State(.idle) { start }
      validating(valid)
      executing(command, queued, input)
      State(.succeeded) { [start] + (next ?? []) }
      State(.failed) { [start] + (next ?? []) }
      State(.error) { [start] + (next ?? []) }
    }
    return [region] + command.laws(of: Self.self).properties.map { Part(.property($0)) }
  }

  private static func validating(_ valid: Guard<Model>?) -> Part<Self> {
    State(.validating) {
      Always(to: .executing, when: valid)
      if valid != nil { Always(to: .idle) }
    }
  }

  private static func nextQueued(_ queued: Field<Model, Int>) -> [Part<Self>] {
    let path = queued.path
    let waits = Guard<Model>("an execution waits", reads: [queued]) { $0[keyPath: path] > 0 }
    return [Always(to: .validating, when: waits) { me in me[queued] -= 1 }]
  }

  private static func executing<Request, Output>(
    _ command: Command<Request, Output>, _ queued: Field<Model, Int>?, _ input: @escaping @Sendable (Model) -> Request
  ) -> Part<Self> {
    let service = command.service
    return State(.executing) {
      Invoke(service, input)
      again(command, queued, input)
      On(command.cancel, to: .idle) { me, _ in
        if let queued { me[queued] = 0 }
      }
      outcome(service.succeeded, to: .succeeded, command) { $0.emit(command.success, $1) }
      outcome(service.failed, to: .failed, command) { $0.emit(command.fail, $1) }
      outcome(service.error, to: .error, command) { $0.emit(command.error, $1) }
    }
  }

  /// What an execution that is asked for meanwhile does.
  private static func again<Request, Output>(
    _ command: Command<Request, Output>, _ queued: Field<Model, Int>?, _ input: @escaping @Sendable (Model) -> Request
  ) -> [Part<Self>] {
    switch command.policy {
    case .ignore: return []
    case .restart: return [On(command.execute, to: .validating)]
    case .queue:
      guard let queued else { return [] }
      return [On(command.execute) { me, _ in me[queued] = me[queued].saturating(adding: 1) }]
    case .concurrent:
      let (service, state) = (command.service.name, StateID.executing.name)
      return [
        On(command.execute) { me, _ in
          me.turn.ask(service, input(me.turn.model(of: me.me)).value, for: me.me.id, in: state)
        }
      ]
    }
  }

  /// An answer ends the phase; of several executions, the last one does.
  private static func outcome<Payload, Request, Output>(
    _ event: ServiceEvent<Payload>, to phase: StateID, _ command: Command<Request, Output>,
    _ tell: @escaping Action<Payload>
  ) -> [Part<Self>] {
    let last = On(event, to: phase, tell)
    guard command.policy == .concurrent, case .transition(var transition)? = last.kinds.first else { return [last] }
    let service = command.service.name
    transition.guardCondition = ChartDefinition.Guard("nothing else is in flight") { turn, me, _ in
      turn.requestCount(of: service, for: me) == 0
    }
    return [Part(.transition(transition)), On(event, tell)]
  }
}
