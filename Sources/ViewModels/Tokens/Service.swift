import Statecharts

/// What a view model asks of the outside world.
public struct Service<Input: ValueConvertible, Output: ValueConvertible>: Sendable {
  public let name: String
  let definition: ServiceDefinition
  let samples: [(name: String, value: Value)]

  /// Makes a service.
  ///
  /// - Parameters:
  ///   - delay: The time to the answer when nothing else is said.
  ///   - timeout: When the transport gives up; without one it waits for ever.
  ///   - answer: What the outside world answers when nothing else is said; a pure function of the input.
  public init(
    _ name: String, after delay: Duration, timeout: Timeout? = nil, samples: KeyValuePairs<String, Output> = [:],
    _ answer: @escaping @Sendable (Input) -> Answer<Output>
  ) {
    self.name = name
    self.samples = samples.map { ($0.key, $0.value.value) }
    definition = ServiceDefinition(name, delay: delay.milliseconds, timeout: timeout?.inMilliseconds) { value in
      guard let input = Input(value) else { return (.error, "the request does not have the service's type") }
      return answer(input).outcome
    }
  }

  /// Transport and business are fine.
  public var succeeded: ServiceEvent<Output> { ServiceEvent(name: "\(name).ok") }
  /// The business says no, and why.
  public var failed: ServiceEvent<String> { ServiceEvent(name: "\(name).fail") }
  /// The transport broke.
  public var error: ServiceEvent<String> { ServiceEvent(name: "\(name).error") }
}

/// When the transport gives up on a request that nobody answers: the request then ends in an error, so that whoever waits
/// for it goes on. An answer that would come later does not come.
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

/// What a service answers.
public enum Answer<Output: ValueConvertible>: Sendable {
  case ok(Output)
  case fail(String)
  case error(String)

  var outcome: (Outcome, Value) {
    switch self {
    case .ok(let output): (.ok, output.value)
    case .fail(let reason): (.fail, .string(reason))
    case .error(let message): (.error, .string(message))
    }
  }
}

extension Duration {
  /// Whole milliseconds; what is finer is cut off.
  var milliseconds: Int {
    Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
