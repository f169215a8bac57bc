/// What the outside world does when nothing else is said.
package struct ServiceDefinition: Sendable {
  package let name: Name
  /// The time to the answer in milliseconds, when the answer says none.
  package let delay: Int
  /// When the transport gives up, in milliseconds, and what its error says; `nil` when it waits for ever.
  package let timeout: (delay: Int, message: String)?
  /// The template whose instance of the same path answers; `nil` when a function of the input does.
  ///
  /// It hears `SERVICE.asked` and, when a request ends without its answer, `SERVICE.dropped`, each with the request and
  /// the input.
  package private(set) var instance: Name?
  /// What a success says that is asked for by name alone, when the definition answers something else.
  package var example = Value.null
  let answer: @Sendable (Value) -> ServiceAnswer

  /// Makes a service that answers as a pure function of the input says.
  package init(
    _ name: Name, delay: Int, timeout: (delay: Int, message: String)? = nil,
    answering answer: @escaping @Sendable (Value) -> ServiceAnswer
  ) {
    self.name = name
    self.delay = delay
    self.timeout = timeout
    self.answer = answer
  }

  /// Makes a service whose answer has an outcome and a value.
  package init(
    _ name: Name, delay: Int, timeout: (delay: Int, message: String)? = nil,
    _ answer: @escaping @Sendable (Value) -> (Outcome, Value)
  ) {
    self.init(name, delay: delay, timeout: timeout) { input in
      let (outcome, value) = answer(input)
      return ServiceAnswer(outcome, value)
    }
  }

  /// Returns the service as one that an instance answers, which has a state; its own answer is not asked for.
  ///
  /// - Parameter instance: The name of its template, and its path.
  package func answered(by instance: Name) -> ServiceDefinition {
    var copy = self
    copy.instance = instance
    return copy
  }

  /// Returns what an answer says when only its outcome is given: the definition's value if it fits, else the example
  /// of a success, or the outcome's name.
  package func value(of outcome: Outcome, for input: Value) -> Value {
    let defined = answer(input)
    if defined.outcome == outcome { return defined.value }
    return outcome == .ok ? example : .string(outcome.rawValue)
  }
}

/// What a service answers to one request: when, and with what.
@usableFromInline
package struct ServiceAnswer: Hashable, Sendable {
  /// How it answers; `nil` when it never does.
  package var outcome: Outcome?
  package var value: Value
  /// The time to the answer in milliseconds; `nil` is the service's.
  package var delay: Int?
  /// Whether it comes a second time at the same instant.
  package var isTwice = false
  /// Whether it comes even when nobody waits for it any more: after a cancel, or after the time-out.
  package var isLate = false

  package init(_ outcome: Outcome?, _ value: Value = .null) {
    self.outcome = outcome
    self.value = value
  }
}

/// What the instance hears that answers for a service.
package enum ServiceQuestion: String, Sendable {
  /// A request began.
  case asked
  /// A request ended that it has not answered: it was cancelled, timed out, or answered by hand.
  case dropped

  /// The event's name: `photo.asked`.
  package func event(of service: Name) -> Name { "\(service).\(rawValue)" }
}
