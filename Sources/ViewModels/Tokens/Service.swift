import Statecharts

/// What a view model asks of the outside world.
public struct Service<Input: ValueConvertible, Output: ValueConvertible>: Sendable {
  public let name: String
  let definition: ServiceDefinition
  let samples: [(name: String, value: Value)]
  /// The view model that answers, if one does.
  let answerer: TemplateSource?

  /// Makes a service.
  ///
  /// - Parameters:
  ///   - delay: The time to the answer when nothing else is said.
  ///   - timeout: When the transport gives up; without one it waits for ever.
  ///   - samples: Named answers. The first one is said when a success is asked for that the answer does not tell.
  ///   - answer: What the outside world answers when nothing else is said; a pure function of the input.
  public init(
    _ name: String, after delay: Duration, timeout: Timeout? = nil, samples: KeyValuePairs<String, Output> = [:],
    _ answer: @escaping @Sendable (Input) -> Answer<Output>
  ) {
    self.name = name
    self.samples = samples.map { ($0.key, $0.value.value) }
    answerer = nil
    var definition = ServiceDefinition(
      name, delay: delay.milliseconds, timeout: timeout?.inMilliseconds,
      answering: { value in
        guard let input = Input(value) else {
          return ServiceAnswer(.error, "the request does not have the service's type")
        }
        return answer(input).answer
      })
    definition.example = self.samples.first?.value ?? .null
    self.definition = definition
  }

  /// Makes a service that one instance of a view model answers for the whole machine: a cache, a shared delegate.
  ///
  /// The machine makes the instance when it is opened, at the path that is the view model's name. Its definition says
  /// what it does by `Answers`, or by transitions that wait for `asked` and `dropped`.
  ///
  /// - Parameters:
  ///   - delay: The time to an answer that says none itself.
  ///   - timeout: When the transport gives up; without one it waits for ever.
  public init<V: ViewModel>(
    _ name: String, after delay: Duration = .zero, timeout: Timeout? = nil,
    samples: KeyValuePairs<String, Output> = [:], by answerer: V.Type
  ) {
    self.name = name
    self.samples = samples.map { ($0.key, $0.value.value) }
    // Its own definition mentions the service, so it is asked for its name when the machine is made.
    self.answerer = TemplateSource { V.definition.node }
    var definition = ServiceDefinition(
      name, delay: delay.milliseconds, timeout: timeout?.inMilliseconds, answering: { _ in ServiceAnswer(nil) })
    definition.example = self.samples.first?.value ?? .null
    self.definition = definition
  }

  /// What the tool shows of it.
  var facts: ServiceFacts {
    ServiceFacts(own: definition, samples: samples, type: RecipientType(Output.self), answerer: answerer)
  }

  /// Transport and business are fine.
  public var succeeded: ServiceEvent<Output> { ServiceEvent(name: "\(name).ok") }
  /// The business says no, and why.
  public var failed: ServiceEvent<String> { ServiceEvent(name: "\(name).fail") }
  /// The transport broke.
  public var error: ServiceEvent<String> { ServiceEvent(name: "\(name).error") }
  /// For the view model that answers: a request began.
  public var asked: RequestEvent<Input, Output> { RequestEvent(name: ServiceQuestion.asked.event(of: name)) }
  /// For the view model that answers: a request ended that it has not answered.
  public var dropped: RequestEvent<Input, Output> { RequestEvent(name: ServiceQuestion.dropped.event(of: name)) }
}

/// When the transport gives up on a request that nobody answers: the request then ends in an error, so that whoever waits
/// for it goes on. An answer that would come later does not come, unless the service answers late.
public struct Timeout: Sendable {
  let delay: Duration
  let message: String

  /// Makes a time-out.
  ///
  /// - Parameter message: What its error says.
  public init(after delay: Duration, _ message: String) {
    self.delay = delay
    self.message = message
  }

  var inMilliseconds: (delay: Int, message: String) { (delay.milliseconds, message) }
}

extension Duration {
  /// Whole milliseconds; what is finer is cut off.
  var milliseconds: Int {
    Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
