/// What crosses an instance's border: payloads, captures, requests, outputs and the fields of a model as they are
/// printed, compared and saved.
///
/// Two values are equal when their canonical bytes are: text is compared by UTF-8 (NFC is not NFD), numbers by bit
/// pattern (`nan` equals itself, `0.0` is not `-0.0`): *Values and identity* in Documentation/Semantics.md.
public enum Value: Sendable {
  /// No value; printed `nil`.
  case null
  /// Printed `true` or `false`.
  case bool(Bool)
  /// A whole number; it does not equal the double of the same size.
  case int(Int)
  /// A floating-point number, printed in its shortest form.
  case double(Double)
  /// A text, known by its UTF-8.
  case string(String)
  /// Values in their order.
  case list([Value])
  /// A structure (members in order of declaration) or a dictionary (members sorted by the UTF-8 bytes of their names).
  case record([Member])
  /// A case of an enumeration with its associated values; a label may be empty.
  case enumeration(String, [Member])
  /// A value that is never printed.
  indirect case secret(Value)
  /// An instance, kept alive by whoever holds this value.
  case reference(InstanceID)
  /// An instance that this value does not keep alive; `nil` once it is gone.
  case weak(InstanceID?)
  /// A signal that travels through a signal.
  case signal(SignalValue)
}

/// A named part of a record, an enumeration's payload, or a set of fields.
public struct Member: Hashable, Sendable {
  /// What it is called; empty for a payload without a label.
  public var name: Name
  /// What it holds.
  public var value: Value

  /// Makes a member.
  @inlinable
  public init(_ name: Name, _ value: Value) {
    self.name = name
    self.value = value
  }

  /// Makes a member of a text.
  @inlinable
  public init(_ name: String, _ value: Value) {
    self.init(Name(name), value)
  }
}

extension Value: Hashable {
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left.identity == right.identity
    case (.string(let left), .string(let right)): left.hasBytes(of: right)
    case (.list(let left), .list(let right)): left == right
    case (.record(let left), .record(let right)): left == right
    case (.enumeration(let left, let leftMembers), .enumeration(let right, let rightMembers)):
      left.hasBytes(of: right) && leftMembers == rightMembers
    case (.secret(let left), .secret(let right)): left == right
    case (.reference(let left), .reference(let right)): left == right
    case (.weak(let left), .weak(let right)): left == right
    case (.signal(let left), .signal(let right)): left == right
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value.identity)
    case .string(let value): hasher.combine(bytesOf: value)
    case .list(let values): hasher.combine(values)
    case .record(let members): hasher.combine(members)
    case .enumeration(let name, let members):
      hasher.combine(bytesOf: name)
      hasher.combine(members)
    case .secret(let value): hasher.combine(value)
    case .reference(let id): hasher.combine(id)
    case .weak(let id): hasher.combine(id)
    case .signal(let signal): hasher.combine(signal)
    }
  }
}

extension Double {
  /// The bits by which it is known. Every nan is one: its sign and payload differ between processors, and no text of it
  /// tells them.
  package var identity: UInt64 { isNaN ? Double.nan.bitPattern : bitPattern }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .int(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: Value...) { self = .list(elements) }
  /// Makes a record; the members keep the order in which they are written.
  public init(dictionaryLiteral elements: (String, Value)...) { self = .record(elements.map { Member($0.0, $0.1) }) }
}

extension Value {
  /// The member of a record by name; `nil` for any other value and for a name that it does not have.
  public subscript(name: String) -> Value? {
    guard case .record(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The value made secret; one that is secret already stays as it is.
  public var hidden: Value {
    if case .secret = self { return self }
    return .secret(self)
  }
}

extension Value {
  /// An error that says that the business refused, not that the transport broke: yellow instead of red.
  public static func failure(_ reason: Value) -> Value { .enumeration("failed", [Member("", reason)]) }

  /// What the business said; `nil` for any other error.
  public var failureReason: Value? {
    guard case .enumeration("failed", let members) = self, members.count == 1 else { return nil }
    return members[0].value
  }
}

/// A signal as data: closures live in the definition and are found by name, captures are values.
public indirect enum SignalValue: Hashable, Sendable {
  /// A wiring and what it captured.
  case wiring(Name, [Value])
  /// What an execution of a command sends: its log first, then live.
  case execution(InstanceID)
  /// The same with its error turned into completion, as `executionSignals` passes it on.
  case executionCatchingErrors(InstanceID)
  /// An error at once.
  case failing(Value)
}
