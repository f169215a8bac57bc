import Statecharts

/// What a transition waits for.
public protocol Event: Sendable {
  associatedtype Payload
  var name: String { get }
  /// Returns the payload that a value stands for; `nil` when it does not fit.
  func payload(_ value: Value) -> Payload?
  /// Whether other instances raise it: rows of a list, or requests of a service that it answers.
  var isHeard: Bool { get }
}

extension Event {
  public var isHeard: Bool { false }
}

/// An operation that the view or the program may call on a view model.
public struct Input<Payload>: Event {
  public let name: String
  public let shape: Shape
  /// Values by name, for transcripts and exploration.
  public let samples: [(name: String, value: Value)]
  @usableFromInline let decode: @Sendable (Value) -> Payload?

  @inlinable
  public func payload(_ value: Value) -> Payload? { decode(value) }

  public func accepts(_ value: Value) -> Bool { decode(value) != nil }
}

extension Input where Payload == Void {
  public init(_ name: String) {
    self.init(name: name, shape: .void, samples: [], decode: { _ in () })
  }
}

extension Input where Payload: ValueConvertible {
  /// Makes an input that is given a value.
  ///
  /// - Parameter samples: Values by name, for transcripts and exploration.
  public init(_ name: String, samples: KeyValuePairs<String, Payload> = [:]) {
    self.init(
      name: name, shape: Payload.shape, samples: samples.map { ($0.key, $0.value.value) }, decode: { Payload($0) })
  }
}

/// An answer of a service.
public struct ServiceEvent<Payload: ValueConvertible>: Event {
  public let name: String

  public func payload(_ value: Value) -> Payload? { Payload(value) }
}

/// A named output. Its values are never terminal: a later attempt sends again.
public struct Subject<Payload>: Sendable {
  public let name: String
  let encode: @Sendable (Payload) -> Value
  /// Returns the payload that a value stands for; `nil` when it does not fit.
  let decode: @Sendable (Value) -> Payload?
}

extension Subject where Payload == Void {
  public init(_ name: String) {
    self.init(name: name, encode: { _ in .null }, decode: { _ in () })
  }
}

extension Subject where Payload: ValueConvertible {
  public init(_ name: String) {
    self.init(name: name, encode: { $0.value }, decode: { Payload($0) })
  }
}

/// Events by SCXML's descriptors, separated by blanks: `error` is `error` and `error.execution`, `*` is every event.
public struct Events: Event {
  public let name: String

  public init(_ descriptors: String) {
    name = descriptors
  }

  /// A compound state has entered a final state, or a parallel one has in all its regions; the payload is the final
  /// state's data.
  public static func done(_ state: StateID) -> Events { Events("done.state.\(state.name)") }
  /// The chart of an invoked view model has finished; the payload is its final state's data.
  public static func done<W: ViewModel>(_ type: W.Type) -> Events { Events("done.invoke.\(W.definition.name)") }

  public func payload(_ value: Value) -> Value? { value }
}
