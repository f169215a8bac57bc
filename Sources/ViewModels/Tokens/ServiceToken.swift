import Statecharts

/// What a view model asks of the outside world.
public struct ServiceToken<V: ViewModel, Input: ValueConvertible, Output: ValueConvertible>: TableToken {
  package static var kind: TokenKind { .service }

  let declared: Unmanaged<DeclaredService>

  /// Makes a service.
  ///
  /// - Parameters:
  ///   - name: What it is called, if not what the token is called.
  ///   - delay: The time to the answer when nothing else is said.
  ///   - timeout: When the transport gives up; without one it waits for ever.
  ///   - samples: Named answers. The first one is said when a success is asked for that the answer does not tell.
  ///   - answer: What the outside world answers when nothing else is said; a pure function of the input.
  @inlinable
  public init(
    _ name: Name? = nil, after delay: Duration, timeout: Timeout? = nil,
    samples: KeyValuePairs<String, Output> = [:], file: StaticString = #fileID, line: Int = #line,
    _ answer: @escaping @Sendable (Input) -> Answer<Output>
  ) {
    // Inlined where a view model is written, so that it is compiled for its types.
    self.init(name, delay, timeout, samples, RecipientType(Output.self), file, line) { value in
      Input(value).map { answer($0).answer }
    }
  }

  @usableFromInline
  init(
    _ name: Name?, _ delay: Duration, _ timeout: Timeout?, _ samples: KeyValuePairs<String, Output>,
    _ type: RecipientType, _ file: StaticString, _ line: Int, _ answer: @escaping @Sendable (Value) -> ServiceAnswer?
  ) {
    declared = .passRetained(
      DeclaredService(
        name, delay, timeout, samples.map { ($0.key, $0.value.value) }, type, nil, file, line
      ) { answer($0) ?? ServiceAnswer(.error, "the request does not have the service's type") })
  }

  /// Makes a service that one instance of a view model answers for the whole machine: a cache, a shared delegate.
  ///
  /// The machine makes the instance when it is opened, at the path that is the view model's name. Its chart says
  /// what it does by `Answers`, or by transitions that wait for `asked` and `dropped`.
  ///
  /// - Parameters:
  ///   - delay: The time to an answer that says none itself.
  ///   - timeout: When the transport gives up; without one it waits for ever.
  public init<W: ViewModel>(
    _ name: Name? = nil, after delay: Duration = .zero, timeout: Timeout? = nil,
    samples: KeyValuePairs<String, Output> = [:], by answerer: W.Type, file: StaticString = #fileID, line: Int = #line
  ) {
    declared = .passRetained(
      DeclaredService(
        name, delay, timeout, samples.map { ($0.key, $0.value.value) }, RecipientType(Output.self),
        TemplateSource.of(answerer), file, line
      ) { _ in ServiceAnswer(nil) })
  }

  package var declaration: TokenDeclaration { declared._withUnsafeGuaranteedRef { $0 } }
  /// What the tool shows of it.
  var facts: ServiceFacts { declared._withUnsafeGuaranteedRef { $0.facts } }

  /// Transport and business are fine.
  public var succeeded: ServiceTrigger<V, Output> { ServiceTrigger(name: "\(name).ok") }
  /// The business says no, and why.
  public var failed: ServiceTrigger<V, String> { ServiceTrigger(name: "\(name).fail") }
  /// The transport broke.
  public var error: ServiceTrigger<V, String> { ServiceTrigger(name: "\(name).error") }
  /// For the view model that answers: a request began.
  public var asked: RequestTrigger<V, Input, Output> { RequestTrigger(name: ServiceQuestion.asked.event(of: name)) }
  /// For the view model that answers: a request ended that it has not answered.
  public var dropped: RequestTrigger<V, Input, Output> {
    RequestTrigger(name: ServiceQuestion.dropped.event(of: name))
  }
}

/// What a service declares.
final class DeclaredService: TokenDeclaration, @unchecked Sendable {
  let delay: Duration
  let timeout: Timeout?
  let samples: [(name: String, value: Value)]
  let type: RecipientType
  /// The view model that answers, if one does; its own definition mentions the service, so it is asked for its name when the
  /// machine is made.
  let answerer: TemplateSource?
  let answer: @Sendable (Value) -> ServiceAnswer

  init(
    _ name: Name?, _ delay: Duration, _ timeout: Timeout?, _ samples: [(name: String, value: Value)],
    _ type: RecipientType, _ answerer: TemplateSource?, _ file: StaticString, _ line: Int,
    _ answer: @escaping @Sendable (Value) -> ServiceAnswer
  ) {
    self.delay = delay
    self.timeout = timeout
    self.samples = samples
    self.type = type
    self.answerer = answerer
    self.answer = answer
    super.init(name, file, line)
  }

  var facts: ServiceFacts {
    var definition = ServiceDefinition(
      name, delay: delay.milliseconds, timeout: timeout?.inMilliseconds, answering: answer)
    definition.example = samples.first?.value ?? .null
    return ServiceFacts(own: definition, samples: samples, type: type, answerer: answerer)
  }
}

/// An answer of a service.
public struct ServiceTrigger<Owner: ViewModel, Payload: ValueConvertible>: Trigger {
  public let name: Name

  @inlinable
  public func payload(_ value: Value) -> Payload? { Payload(value) }
}

/// What the view model hears that answers for a service.
public struct RequestTrigger<Owner: ViewModel, Input: ValueConvertible, Output: ValueConvertible>: Trigger {
  public let name: Name

  public var isHeard: Bool { true }
  public func payload(_ value: Value) -> Asked<Input, Output>? { Asked(value) }
}

/// What a service answers: `.ok(photo)`, `.error("timeout").after(.seconds(3))`, `.ok(photo).late`.
public struct Answer<Output: ValueConvertible>: Sendable {
  @usableFromInline
  package private(set) var answer: ServiceAnswer

  /// Transport and business are fine.
  public static func ok(_ output: Output) -> Answer { Answer(answer: ServiceAnswer(.ok, output.value)) }
  /// The business says no, and why.
  public static func fail(_ reason: String) -> Answer { Answer(answer: ServiceAnswer(.fail, .string(reason))) }
  /// The transport broke.
  public static func error(_ message: String) -> Answer { Answer(answer: ServiceAnswer(.error, .string(message))) }
  /// It never comes; a time-out then ends the request.
  public static var never: Answer { Answer(answer: ServiceAnswer(nil)) }

  /// The answer after a time of its own; whole milliseconds count.
  public func after(_ delay: Duration) -> Answer { changed { $0.delay = delay.milliseconds } }
  /// The answer, and the same once more at the same instant; the second is late and tells nobody.
  public var twice: Answer { changed { $0.isTwice = true } }
  /// The answer, which comes even when nobody waits for it any more: after a cancel, or after the time-out.
  public var late: Answer { changed { $0.isLate = true } }

  private func changed(_ body: (inout ServiceAnswer) -> Void) -> Answer {
    var copy = self
    body(&copy.answer)
    return copy
  }
}

/// A request as the view model has it that answers for the service. It is a value, so it can wait in a field.
public struct Asked<Input: ValueConvertible, Output: ValueConvertible>: Hashable, ValueConvertible {
  let request: InstanceID
  /// What is asked.
  public let input: Input

  public static func == (left: Asked, right: Asked) -> Bool { left.request == right.request }
  public func hash(into hasher: inout Hasher) { hasher.combine(request) }

  public var value: Value { .list([.reference(request), input.value]) }
  public init?(_ value: Value) {
    guard case .list(let parts) = value, parts.count == 2, case .reference(let request) = parts[0],
      let input = Input(parts[1])
    else { return nil }
    self.request = request
    self.input = input
  }
  public static var shape: Shape { .any }
  public static var holdsReferences: Bool { true }
}

/// When the transport gives up on a request that nobody answers: the request then ends in an error, so that whoever waits
/// for it goes on. An answer that would come later does not come, unless the service answers late.
public struct Timeout: Sendable {
  let delay: Duration
  let message: String

  /// Makes a time-out.
  ///
  /// - Parameters:
  ///   - delay: The time from the request on; whole milliseconds count.
  ///   - message: What its error says.
  public init(after delay: Duration, _ message: String) {
    self.delay = delay
    self.message = message
  }

  package var inMilliseconds: (delay: Int, message: String) { (delay.milliseconds, message) }
}

extension Duration {
  /// Whole milliseconds; what is finer is cut off.
  package var milliseconds: Int {
    Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
