import Statecharts

/// An operation of the user: a service call with phases and three subjects.
///
/// A command `search` declares the inputs `search` and `cancelSearch`, the service `searchCall`, and the subjects
/// `success`, `fail` and `error` (`searchSuccess`, … with `prefixed`). `Run` makes its region.
public struct CommandToken<V: ViewModel, Request: ValueConvertible, Output: ValueConvertible>: NamingTokenGroup {
  /// The view model of the command.
  public typealias Owner = V

  /// What happens to an execution requested while another runs.
  public enum Policy: Hashable, Sendable {
    /// It is refused.
    case ignore
    /// It runs after those before it.
    case queue
    /// It cancels and replaces the running one.
    case restart
    /// It runs beside the others.
    case concurrent
  }

  /// Begins an execution: `search`. For `On`, `Button` and `send`.
  public let execute: InputToken<V, Void>
  /// Cancels the execution: `cancelSearch`. Refused while nothing runs.
  public let cancel: InputToken<V, Void>
  /// The service: `searchCall`.
  public let service: ServiceToken<V, Request, Output>
  /// The service succeeded.
  public let success: SubjectToken<V, Output>
  /// The service refused, with the reason.
  public let fail: SubjectToken<V, String>
  /// The transport failed.
  public let error: SubjectToken<V, String>
  /// The policy.
  public let policy: Policy
  private let given: Name?
  private let isPrefixed: Bool

  /// Makes a command.
  ///
  /// - Parameters:
  ///   - service: The service's name; `searchCall` by default.
  ///   - timeout: When the transport gives up; never by default.
  ///   - samples: Named answers; the first is used if a success is requested and `answer` gives none.
  ///   - prefixed: Prefixes the subjects with the command's name; needed by all but one of several commands.
  ///   - answer: The default answer; a pure function of the request.
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

  /// The name of the command, its input and its region.
  public var name: Name { execute.name }

  var laws: CommandLaws<V> {
    let (name, service) = (name, service)
    return CommandLaws(
      name: "'\(name)'", begins: .requested(service), outcomes: .any(of: .sent(success), .sent(fail), .sent(error)),
      cancels: .cancelled(service), fails: .replied(service, .error), tellsError: .sent(error),
      isConcurrent: policy == .concurrent, isExecuting: { $0.stateName(of: name) == StateID.executing.name },
      inFlight: { $0.openRequests(of: service) }, isEnabled: { $0.stateName(of: name) != StateID.executing.name })
  }
}

extension ViewModel {
  /// Makes the region of a command with its six phases, and its laws.
  ///
  /// - Parameters:
  ///   - enabled: Must hold, else the command is refused.
  ///   - valid: Checked in the phase `validating`; if false, the command returns to `idle`.
  ///   - queued: Counts waiting executions; only and always for the policy `queue`.
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

  /// With concurrent executions, only the last answer ends the phase.
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
