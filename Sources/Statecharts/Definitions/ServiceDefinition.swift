/// The default behaviour of an external service.
package struct ServiceDefinition: Sendable {
  package let name: Name
  /// The time to the answer in milliseconds, unless the answer has its own.
  package let delay: Int
  /// The transport's time-out in milliseconds and its error text; nil for none.
  package let timeout: (delay: Int, message: String)?
  /// The template whose instance of the same path answers; nil if a function of the input does.
  ///
  /// The instance receives `SERVICE.asked`, and `SERVICE.dropped` for a request that ends without its answer, with
  /// request and input.
  package private(set) var instance: Name?
  /// The value of an `ok` that is requested without a value, if the definition's own answer differs.
  package var example = Value.null
  let answer: @Sendable (Value) -> ServiceAnswer

  /// Answers with a pure function of the input.
  package init(
    _ name: Name, delay: Int, timeout: (delay: Int, message: String)? = nil,
    answering answer: @escaping @Sendable (Value) -> ServiceAnswer
  ) {
    self.name = name
    self.delay = delay
    self.timeout = timeout
    self.answer = answer
  }

  package init(
    _ name: Name, delay: Int, timeout: (delay: Int, message: String)? = nil,
    _ answer: @escaping @Sendable (Value) -> (Outcome, Value)
  ) {
    self.init(name, delay: delay, timeout: timeout) { input in
      let (outcome, value) = answer(input)
      return ServiceAnswer(outcome, value)
    }
  }

  /// - Parameter instance: The template's name, which is also the path.
  package func answered(by instance: Name) -> ServiceDefinition {
    var copy = self
    copy.instance = instance
    return copy
  }

  /// The definition's value if the outcome fits, else the example for `ok`, or the outcome's name.
  package func value(of outcome: Outcome, for input: Value) -> Value {
    let defined = answer(input)
    if defined.outcome == outcome { return defined.value }
    return outcome == .ok ? example : .string(outcome.rawValue)
  }
}

@usableFromInline
package struct ServiceAnswer: Hashable, Sendable {
  package var outcome: Outcome?
  package var value: Value
  /// Milliseconds; nil for the service's delay.
  package var delay: Int?
  /// Whether the answer comes twice at the same instant.
  package var isTwice = false
  /// Whether it comes even after a cancel or time-out.
  package var isLate = false

  package init(_ outcome: Outcome?, _ value: Value = .null) {
    self.outcome = outcome
    self.value = value
  }
}

package enum ServiceQuestion: String, Sendable {
  case asked
  /// The request ended without its answer: it was cancelled, timed out or answered by the user.
  case dropped

  package func event(of service: Name) -> Name { "\(service).\(rawValue)" }
}
