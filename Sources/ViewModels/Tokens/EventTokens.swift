import Statecharts

/// What a transition waits for.
public protocol Trigger<Owner>: Sendable {
  /// The view model whose chart may wait for it.
  associatedtype Owner: ViewModel
  /// What comes with it.
  associatedtype Payload
  /// The event, as the chart knows it: `login`, `register.ok`.
  var name: Name { get }
  /// Returns the payload that a value stands for; `nil` when it does not fit.
  func payload(_ value: Value) -> Payload?
  /// Whether other instances raise it: rows of a list, or requests of a service that it answers.
  var isHeard: Bool { get }
}

extension Trigger {
  public var isHeard: Bool { false }
}

/// What code may raise: an input, or an event of the view model's own.
public protocol RaisedTrigger<Owner>: Trigger {
  /// The value that a payload is sent as.
  func encode(_ payload: Payload) -> Value
}

/// An operation that the view or the program may call on a view model.
public struct InputToken<V: ViewModel, Payload>: TableToken, RaisedTrigger {
  public typealias Owner = V
  package static var kind: TokenKind { .input }

  let declared: Unmanaged<DeclaredPayload<Payload>>

  /// Makes an input.
  ///
  /// - Parameter name: What it is called, if not what the token is called.
  public init(_ name: Name? = nil, file: StaticString = #fileID, line: Int = #line) where Payload == Void {
    declared = .passRetained(DeclaredPayload(name, file, line))
  }

  /// Makes an input that is given a value.
  ///
  /// - Parameter samples: Values by name, for transcripts and exploration.
  public init(
    _ name: Name? = nil, samples: KeyValuePairs<String, Payload> = [:], file: StaticString = #fileID,
    line: Int = #line
  ) where Payload: ValueConvertible {
    declared = .passRetained(DeclaredPayload(name, samples.map { ($0.key, $0.value.value) }, file, line))
  }

  package var declaration: TokenDeclaration { declared._withUnsafeGuaranteedRef { $0 } }
  public func payload(_ value: Value) -> Payload? { declared._withUnsafeGuaranteedRef { $0.decode(value) } }
  public func encode(_ payload: Payload) -> Value { declared._withUnsafeGuaranteedRef { $0.encode(payload) } }
  var shape: Shape { declared._withUnsafeGuaranteedRef { $0.type.shape } }
}

/// An event that the view model or what works for it raises, and that nobody outside can call.
public struct EventToken<V: ViewModel, Payload>: TableToken, RaisedTrigger {
  public typealias Owner = V
  package static var kind: TokenKind { .event }

  let declared: Unmanaged<DeclaredPayload<Payload>>

  /// Makes an event.
  ///
  /// - Parameter name: What it is called, if not what the token is called.
  public init(_ name: Name? = nil, file: StaticString = #fileID, line: Int = #line) where Payload == Void {
    declared = .passRetained(DeclaredPayload(name, file, line))
  }

  public init(
    _ name: Name? = nil, file: StaticString = #fileID, line: Int = #line
  ) where Payload: ValueConvertible {
    declared = .passRetained(DeclaredPayload(name, [], file, line))
  }

  package var declaration: TokenDeclaration { declared._withUnsafeGuaranteedRef { $0 } }
  public func payload(_ value: Value) -> Payload? { declared._withUnsafeGuaranteedRef { $0.decode(value) } }
  public func encode(_ payload: Payload) -> Value { declared._withUnsafeGuaranteedRef { $0.encode(payload) } }
}

/// A named output. Its values are never terminal: a later attempt sends again.
public struct SubjectToken<V: ViewModel, Payload>: TableToken {
  package static var kind: TokenKind { .subject }

  let declared: Unmanaged<DeclaredPayload<Payload>>

  /// Makes a subject.
  ///
  /// - Parameter name: What it is called, if not what the token is called.
  public init(_ name: Name? = nil, file: StaticString = #fileID, line: Int = #line) where Payload == Void {
    declared = .passRetained(DeclaredPayload(name, file, line))
  }

  public init(
    _ name: Name? = nil, file: StaticString = #fileID, line: Int = #line
  ) where Payload: ValueConvertible {
    declared = .passRetained(DeclaredPayload(name, [], file, line))
  }

  package var declaration: TokenDeclaration { declared._withUnsafeGuaranteedRef { $0 } }
  var port: Int { declared._withUnsafeGuaranteedRef { $0.port } }
  func encode(_ payload: Payload) -> Value { declared._withUnsafeGuaranteedRef { $0.encode(payload) } }
  func decode(_ value: Value) -> Payload? { declared._withUnsafeGuaranteedRef { $0.decode(value) } }
}

/// What carries a payload declares.
final class DeclaredPayload<Payload>: TokenDeclaration, AnyDeclaredPayload, @unchecked Sendable {
  let decode: @Sendable (Value) -> Payload?
  let encode: @Sendable (Payload) -> Value
  let type: RecipientType
  let samples: [(name: String, value: Value)]

  init(_ name: Name?, _ file: StaticString, _ line: Int) where Payload == Void {
    decode = { _ in () }
    encode = { _ in .null }
    // Nothing takes no value: what is typed for it may have been meant for anything.
    type = RecipientType(shape: .void, told: { $0.hidden }, accepts: { _ in true })
    samples = []
    super.init(name, file, line)
  }

  init(
    _ name: Name?, _ samples: [(name: String, value: Value)], _ file: StaticString, _ line: Int
  ) where Payload: ValueConvertible {
    decode = { Payload($0) }
    encode = { $0.value }
    type = RecipientType(Payload.self)
    self.samples = samples
    super.init(name, file, line)
  }
}

/// What carries a payload declares, with its type erased.
protocol AnyDeclaredPayload: TokenDeclaration {
  var type: RecipientType { get }
  var samples: [(name: String, value: Value)] { get }
}

/// Events by SCXML's descriptors, separated by blanks: `error` is `error` and `error.execution`, `*` is every event.
public struct EventsTrigger<Owner: ViewModel>: Trigger {
  /// The descriptors, separated by blanks.
  public let name: Name

  /// Makes a trigger of descriptors. One that names nothing that anybody raises is never taken.
  public init(_ descriptors: String) {
    name = Name(descriptors)
  }

  /// A compound state has entered a final state, or a parallel one has in all its regions; the payload is the final
  /// state's data.
  public static func done(_ state: StateID) -> EventsTrigger { EventsTrigger("done.state.\(state.name)") }
  /// The chart of an invoked view model has finished; the payload is its final state's data.
  public static func done<W: ViewModel>(_ type: W.Type) -> EventsTrigger {
    EventsTrigger("done.invoke.\(W.definition.name)")
  }

  public func payload(_ value: Value) -> Value? { value }
}

/// What a row of a list sends by a subject, as its parent's chart waits for it: the event `items.selected`.
public struct RowTrigger<Owner: ViewModel, Row: ViewModel, Payload>: Trigger {
  public let name: Name
  private let decode: @Sendable (Value) -> Payload?

  init(_ rows: Name, _ subject: SubjectToken<Row, Payload>) {
    name = "\(rows).\(subject.name)"
    decode = { subject.decode($0) }
  }

  public var isHeard: Bool { true }

  public func payload(_ value: Value) -> FromRow<Row, Payload>? {
    guard case .list(let parts) = value, parts.count == 3, let row = Ref<Row>(parts[0]), let index = Int(parts[1]),
      let value = decode(parts[2])
    else { return nil }
    return FromRow(row: row, index: index, value: value)
  }
}

/// A value that a row sent.
public struct FromRow<Row: ViewModel, Payload> {
  /// The row.
  public let row: Ref<Row>
  /// Where it stood in its list when it sent.
  public let index: Int
  /// What it sent.
  public let value: Payload
}
