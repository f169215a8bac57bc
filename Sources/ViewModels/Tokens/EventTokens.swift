import Statecharts

/// The trigger of a transition.
public protocol Trigger<Owner>: Sendable {
  /// The view model.
  associatedtype Owner: ViewModel
  /// The payload.
  associatedtype Payload
  /// The event's name in the chart: `login`, `register.ok`.
  var name: Name { get }
  /// Decodes a payload.
  func payload(_ value: Value) -> Payload?
  /// Whether other instances raise it, such as rows of a list.
  var isHeard: Bool { get }
}

extension Trigger {
  public var isHeard: Bool { false }
}

/// An input or event that code may raise.
public protocol RaisedTrigger<Owner>: Trigger {
  /// Encodes a payload.
  func encode(_ payload: Payload) -> Value
}

/// An operation that the view or the program may call.
public struct InputToken<V: ViewModel, Payload>: TableToken, RaisedTrigger {
  public typealias Owner = V
  package static var kind: TokenKind { .input }

  let declared: Unmanaged<DeclaredPayload<Payload>>

  /// Makes an input.
  public init(_ name: Name? = nil, file: StaticString = #fileID, line: Int = #line) where Payload == Void {
    declared = .passRetained(DeclaredPayload(name, file, line))
  }

  /// Makes an input with a value; `samples` are for transcripts and searches.
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

/// An event that no outside caller can raise.
public struct EventToken<V: ViewModel, Payload>: TableToken, RaisedTrigger {
  public typealias Owner = V
  package static var kind: TokenKind { .event }

  let declared: Unmanaged<DeclaredPayload<Payload>>

  /// Makes an event.
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

/// A named output that sends any number of values and never ends.
public struct SubjectToken<V: ViewModel, Payload>: TableToken {
  package static var kind: TokenKind { .subject }

  let declared: Unmanaged<DeclaredPayload<Payload>>

  /// Makes a subject.
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
  package func decode(_ value: Value) -> Payload? { declared._withUnsafeGuaranteedRef { $0.decode(value) } }
}

final class DeclaredPayload<Payload>: TokenDeclaration, AnyDeclaredPayload, @unchecked Sendable {
  let decode: @Sendable (Value) -> Payload?
  let encode: @Sendable (Payload) -> Value
  let type: RecipientType
  let samples: [(name: String, value: Value)]

  init(_ name: Name?, _ file: StaticString, _ line: Int) where Payload == Void {
    decode = { _ in () }
    encode = { _ in .null }
    // A value typed for `void` is hidden, because it may have been meant for anything.
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

protocol AnyDeclaredPayload: TokenDeclaration {
  var type: RecipientType { get }
  var samples: [(name: String, value: Value)] { get }
}

/// Events by SCXML descriptors, separated by spaces: `error` matches `error` and `error.execution`; `*` matches
/// all.
public struct EventsTrigger<Owner: ViewModel>: Trigger {
  /// Event descriptors, separated by blanks.
  public let name: Name

  /// Makes a trigger.
  public init(_ descriptors: String) {
    name = Name(descriptors)
  }

  /// A compound state entered a final state, or a parallel state did in all regions; with the final state's data.
  public static func done(_ state: StateID) -> EventsTrigger { EventsTrigger("done.state.\(state.name)") }
  /// The chart of an invoked view model finished; with its final state's data.
  public static func done<W: ViewModel>(_ type: W.Type) -> EventsTrigger {
    EventsTrigger("done.invoke.\(W.definition.name)")
  }

  public func payload(_ value: Value) -> Value? { value }
}

/// An event from a row's subject, such as `items.selected`, for its parent's chart.
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

/// A row's value.
public struct FromRow<Row: ViewModel, Payload> {
  /// The row.
  public let row: Ref<Row>
  /// The row's index when it sent.
  public let index: Int
  /// The value.
  public let value: Payload
}
