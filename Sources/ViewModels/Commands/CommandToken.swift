import Statecharts

/// An operation that a user may invoke: a service call with phases, three subjects and a rule for what happens when it is
/// invoked while it executes.
///
/// A command `search` is the inputs `search` and `cancelSearch`, the service `searchCall`, and the subjects `success`, `fail` and
/// `error`; with `prefixed` these are `searchSuccess`, `searchFail` and `searchError`. `Run` expands it to a region with the six
/// phases, which `state` and `diagram` show.
public struct CommandToken<V: ViewModel, Request: ValueConvertible, Output: ValueConvertible>: NamingTokenGroup {
  /// The view model that has the command.
  public typealias Owner = V

  /// What happens to an execution that is asked for while one runs.
  public enum Policy: Hashable, Sendable {
    /// It is refused: already executing.
    case ignore
    /// It runs when those before it have ended.
    case queue
    /// It takes the place of the one that runs, which is cancelled.
    case restart
    /// It runs beside the others.
    case concurrent
  }

  /// The input that begins an execution, under the command's name: `On`, `Button` and `send` take it.
  public let execute: InputToken<V, Void>
  /// The input that cancels what runs, back to `idle`: `cancelSearch`. Refused while nothing runs.
  public let cancel: InputToken<V, Void>
  /// What is asked: `searchCall`.
  public let service: ServiceToken<V, Request, Output>
  /// Green, yellow and red.
  public let success: SubjectToken<V, Output>
  /// The business said no, and why: yellow.
  public let fail: SubjectToken<V, String>
  /// The transport broke: red.
  public let error: SubjectToken<V, String>
  /// What happens to an execution that is asked for while one runs.
  public let policy: Policy
  private let given: Name?
  private let isPrefixed: Bool

  /// Makes a command.
  ///
  /// - Parameters:
  ///   - name: What it is called, if not what the token is called.
  ///   - service: What its service is called; `searchCall` without it.
  ///   - delay: The time to the answer when nothing else is said.
  ///   - timeout: When the transport gives up; without one it waits for ever.
  ///   - samples: Named answers. The first one is said when a success is asked for that the answer does not tell.
  ///   - prefixed: Whether the command's name stands before those of its subjects; of several commands all but one need it.
  ///   - answer: What the outside world answers when nothing else is said; a pure function of the request.
  public init(
    _ policy: Policy = .ignore, named name: Name? = nil, service: Name? = nil, after delay: Duration,
    timeout: Timeout? = nil,
    samples: KeyValuePairs<String, Output> = [:], prefixed: Bool = false, file: StaticString = #fileID,
    line: Int = #line, _ answer: @escaping @Sendable (Request) -> Answer<Output>
  ) {
    self.init(
      name, policy,
      ServiceToken(service, after: delay, timeout: timeout, samples: samples, file: file, line: line, answer), prefixed,
      file, line)
  }

  /// Makes a command whose service one instance of a view model answers for the whole machine.
  ///
  /// - Parameters:
  ///   - name: What it is called, if not what the token is called.
  ///   - service: What the service is called; `searchCall` without it.
  public init<W: ViewModel>(
    _ policy: Policy = .ignore, named name: Name? = nil, service: Name? = nil, after delay: Duration = .zero,
    timeout: Timeout? = nil,
    samples: KeyValuePairs<String, Output> = [:], prefixed: Bool = false, by answerer: W.Type,
    file: StaticString = #fileID, line: Int = #line
  ) {
    self.init(
      name, policy,
      ServiceToken(
        service, after: delay, timeout: timeout, samples: samples, by: answerer, file: file, line: line), prefixed,
      file, line)
  }

  private init(
    _ name: Name?, _ policy: Policy, _ service: ServiceToken<V, Request, Output>, _ isPrefixed: Bool,
    _ file: StaticString,
    _ line: Int
  ) {
    given = name
    self.policy = policy
    self.service = service
    self.isPrefixed = isPrefixed
    execute = InputToken(file: file, line: line)
    cancel = InputToken(file: file, line: line)
    success = SubjectToken(file: file, line: line)
    fail = SubjectToken(file: file, line: line)
    error = SubjectToken(file: file, line: line)
  }

  func members(of label: Name) -> [(name: Name, token: any TableToken)] {
    let label = given ?? label
    let capitalised = { (name: String) in name.prefix(1).uppercased() + name.dropFirst() }
    let subject = { (name: String) in Name(isPrefixed ? label.text + capitalised(name) : name) }
    return [
      (label, execute), ("cancel\(capitalised(label.text))", cancel), ("\(label)Call", service),
      (subject("success"), success),
      (subject("fail"), fail), (subject("error"), error),
    ]
  }

  /// What traces and transcripts call the command, its input and its region.
  public var name: Name { execute.name }

  /// The laws, over the region that `Run` makes.
  var laws: CommandLaws<V> {
    let (name, service) = (name, service)
    return CommandLaws(
      name: "'\(name)'", begins: .requested(service), outcomes: .any(of: .sent(success), .sent(fail), .sent(error)),
      cancels: .cancelled(service), fails: .replied(service, .error), tellsError: .sent(error),
      isConcurrent: policy == .concurrent, isExecuting: { $0.stateName(of: name) == StateID.executing.name },
      inFlight: { $0.openRequests(of: service) }, isEnabled: { $0.stateName(of: name) != StateID.executing.name })
  }
}

/// The word that makes a command part of a view model.
extension ViewModel {
  /// A command as a region with the six phases, held to the laws of commands.
  ///
  /// - Parameters:
  ///   - enabled: What must hold for the command to be taken at all; else it is refused with the guard and what it read.
  ///   - valid: What is checked in the phase `validating`; the command falls back to `idle` when it does not hold.
  ///   - queued: How many executions wait; a command that queues needs it.
  ///   - input: What the service is asked.
  public func Run<Request, Output>(
    _ command: Command<Request, Output>, enabled: (any Condition<Self>)? = nil,
    when valid: (any Condition<Self>)? = nil, queued: Field<Int>? = nil,
    input: @escaping @Sendable (Model) -> Request
  ) -> Chart {
    precondition(
      (command.policy == .queue) == (queued != nil),
      "command '\(command.name)' needs 'queued:' with the policy 'queue', and only then")
    let start = On(command.execute, to: .validating, when: enabled)
    let next = queued.map(nextQueued) ?? []
    let region = Region(command.name) {
      State(.idle) { start }
      State(.validating) {
        Always(to: .executing, when: valid)
        if valid != nil { Always(to: .idle) }
      }
      executing(command, queued, input)
      for phase in [StateID.succeeded, .failed, .error] { State(phase) { [start] + next } }
    }
    return [region] + Self.laws(command.laws, at: command.execute.declaration.place)
  }

  private func nextQueued(_ queued: Field<Int>) -> Chart {
    let path = queued.path
    let waits = Guard("an execution waits") { $0[keyPath: path] > 0 }
    return [Always(to: .validating, when: waits) { me in me.set(queued, to: me[queued] - 1) }]
  }

  private func executing<Request, Output>(
    _ command: Command<Request, Output>, _ queued: Field<Int>?, _ input: @escaping @Sendable (Model) -> Request
  ) -> Part<Self> {
    let service = command.service
    return State(.executing) {
      Invoke(service, input)
      again(command, queued, input)
      On(command.cancel, to: .idle) { me in
        if let queued { me.set(queued, to: 0) }
      }
      outcome(service.succeeded, to: .succeeded, command, emit: command.success)
      outcome(service.failed, to: .failed, command, emit: command.fail)
      outcome(service.error, to: .error, command, emit: command.error)
    }
  }

  /// What an execution that is asked for meanwhile does.
  private func again<Request, Output>(
    _ command: Command<Request, Output>, _ queued: Field<Int>?, _ input: @escaping @Sendable (Model) -> Request
  ) -> Chart {
    switch command.policy {
    case .ignore: return []
    case .restart: return [On(command.execute, to: .validating)]
    case .queue:
      guard let queued else { return [] }
      return [
        On(command.execute) { me in me.set(queued, to: me[queued].saturating(adding: 1)) }
      ]
    case .concurrent:
      let (service, state) = (command.service.name, StateID.executing.name)
      return [
        On(command.execute) { me in
          me.turn.ask(service, input(me.turn.model(of: me.ref)).value, for: me.ref.id, in: state)
        }
      ]
    }
  }

  /// An answer ends the phase; of several executions, the last one does.
  private func outcome<Payload, Request, Output>(
    _ answer: ServiceTrigger<Self, Payload>, to phase: StateID, _ command: Command<Request, Output>,
    emit subject: Subject<Payload>
  ) -> Chart {
    let last = On(answer, to: phase, emit: subject)
    guard command.policy == .concurrent, case .transition(var transition)? = last.kinds.first else { return [last] }
    let service = command.service.name
    transition.guardCondition = ChartDefinition.Guard("nothing else is in flight") { turn, me, _ in
      turn.requestCount(of: service, for: me) == 0
    }
    return [Part(.transition(transition)), On(answer, emit: subject)]
  }
}
