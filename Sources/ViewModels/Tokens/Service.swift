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
  ///   - answer: What the outside world answers when nothing else is said; a pure function of the input.
  public init(
    _ name: String, after delay: Duration, samples: KeyValuePairs<String, Output> = [:],
    _ answer: @escaping @Sendable (Input) -> Answer<Output>
  ) {
    self.name = name
    self.samples = samples.map { ($0.key, $0.value.value) }
    definition = ServiceDefinition(name, delay: delay.milliseconds) { value in
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
