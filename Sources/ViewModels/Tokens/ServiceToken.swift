import Statecharts

/// A request to the outside world.
public struct ServiceToken<V: ViewModel, Input: ValueConvertible, Output: ValueConvertible>: TableToken {
  package static var kind: TokenKind { .service }

  let declared: Unmanaged<NamedDeclaration<ServiceFacts>>

  /// Makes a service.
  ///
  /// - Parameters:
  ///   - delay: The default time to the answer.
  ///   - timeout: When the transport gives up; never by default.
  ///   - samples: Named answers; the first is used if a success is requested and `answer` gives none.
  ///   - answer: The default answer; a pure function of the input.
  @inlinable
  public init(
    _ name: Name? = nil, after delay: Duration, timeout: Timeout? = nil,
    samples: KeyValuePairs<String, Output> = [:], file: StaticString = #fileID, line: Int = #line,
    _ answer: @escaping @Sendable (Input) -> Answer<Output>
  ) {
    // Inlinable, so that it is compiled for the view model's types.
    self.init(name, delay, timeout, samples, RecipientType(Output.self), by: nil, file, line) { value in
      Input(value).map { answer($0).answer }
    }
  }

  @usableFromInline
  init(
    _ name: Name?, _ delay: Duration, _ timeout: Timeout?, _ samples: KeyValuePairs<String, Output>,
    _ type: RecipientType, by answerer: TemplateSource?, _ file: StaticString, _ line: Int,
    _ answer: @escaping @Sendable (Value) -> ServiceAnswer?
  ) {
    let samples = samples.map { (name: $0.key, value: $0.value.value) }
    declared = .passRetained(
      NamedDeclaration(name, file, line) { name in
        var own = ServiceDefinition(name, delay: delay.milliseconds, timeout: timeout?.inMilliseconds) {
          answer($0) ?? ServiceAnswer(.error, "the request does not have the service's type")
        }
        own.example = samples.first?.value ?? .null
        return ServiceFacts(own: own, samples: samples, type: type, answerer: answerer)
      })
  }

  /// Makes a service that one instance of a view model answers for the whole machine, such as a cache.
  ///
  /// Opening the machine makes the instance, at the path of the view model's name. Its chart uses `Answers`, or
  /// transitions on `asked` and `dropped`.
  public init<W: ViewModel>(
    _ name: Name? = nil, after delay: Duration = .zero, timeout: Timeout? = nil,
    samples: KeyValuePairs<String, Output> = [:], by answerer: W.Type, file: StaticString = #fileID, line: Int = #line
  ) {
    self.init(name, delay, timeout, samples, RecipientType(Output.self), by: .of(answerer), file, line) { _ in
      ServiceAnswer(nil)
    }
  }

  package var declaration: TokenDeclaration { declared._withUnsafeGuaranteedRef { $0 } }
  var facts: ServiceFacts { declared._withUnsafeGuaranteedRef { $0.made } }

  /// The service succeeded.
  public var succeeded: ServiceTrigger<V, Output> { ServiceTrigger(name: "\(name).ok") }
  /// The service refused, with a reason.
  public var failed: ServiceTrigger<V, String> { ServiceTrigger(name: "\(name).fail") }
  /// The transport failed.
  public var error: ServiceTrigger<V, String> { ServiceTrigger(name: "\(name).error") }
  /// The answering view model's trigger for a new request.
  public var asked: RequestTrigger<V, Input, Output> { RequestTrigger(name: ServiceQuestion.asked.event(of: name)) }
  /// The answering view model's trigger for a request that ended unanswered.
  public var dropped: RequestTrigger<V, Input, Output> {
    RequestTrigger(name: ServiceQuestion.dropped.event(of: name))
  }
}

/// A service's answer.
public struct ServiceTrigger<Owner: ViewModel, Payload: ValueConvertible>: Trigger {
  public let name: Name

  @inlinable
  public func payload(_ value: Value) -> Payload? { Payload(value) }
}

/// A service's request.
public struct RequestTrigger<Owner: ViewModel, Input: ValueConvertible, Output: ValueConvertible>: Trigger {
  public let name: Name

  public var isHeard: Bool { true }
  public func payload(_ value: Value) -> Asked<Input, Output>? { Asked(value) }
}

/// A service's answer: `.ok(photo)`, `.error("timeout").after(.seconds(3))`, `.ok(photo).late`.
public struct Answer<Output: ValueConvertible>: Sendable {
  @usableFromInline
  package private(set) var answer: ServiceAnswer

  /// A success.
  public static func ok(_ output: Output) -> Answer { Answer(answer: ServiceAnswer(.ok, output.value)) }
  /// A refusal.
  public static func fail(_ reason: String) -> Answer { Answer(answer: ServiceAnswer(.fail, .string(reason))) }
  /// A transport failure.
  public static func error(_ message: String) -> Answer { Answer(answer: ServiceAnswer(.error, .string(message))) }
  /// No answer; only a time-out ends the request.
  public static var never: Answer { Answer(answer: ServiceAnswer(nil)) }

  /// Delays the answer, in whole milliseconds.
  public func after(_ delay: Duration) -> Answer { changed { $0.delay = delay.milliseconds } }
  /// Answers twice at the same instant; the second is late and is dropped.
  public var twice: Answer { changed { $0.isTwice = true } }
  /// Lets the answer arrive even after a cancel or a time-out.
  public var late: Answer { changed { $0.isLate = true } }

  private func changed(_ body: (inout ServiceAnswer) -> Void) -> Answer {
    var copy = self
    body(&copy.answer)
    return copy
  }
}

/// A request for the answering view model; a field can hold it.
public struct Asked<Input: ValueConvertible, Output: ValueConvertible>: Hashable, ValueConvertible {
  let request: InstanceID
  /// The request's input.
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

/// The time limit of the transport. It ends the request with an error; a later answer is dropped unless the service
/// answers late.
public struct Timeout: Sendable {
  let delay: Duration
  let message: String

  /// Makes a time-out; the delay is from the request on, in whole milliseconds.
  public init(after delay: Duration, _ message: String) {
    self.delay = delay
    self.message = message
  }

  package var inMilliseconds: (delay: Int, message: String) { (delay.milliseconds, message) }
}

extension Duration {
  /// Whole milliseconds, rounded towards zero.
  package var milliseconds: Int {
    Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
