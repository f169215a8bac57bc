/// Data that is printed, compared and saved: payloads, captures, requests, outputs and fields.
///
/// Equality is by bytes: text by UTF-8 (NFC is not NFD), numbers by bit pattern (`nan` equals itself, `0.0` is not
/// `-0.0`). See *Values and identity* in Documentation/Semantics.md.
public enum Value: Sendable {
  /// No value; printed `nil`.
  case null
  /// Printed `true` or `false`.
  case bool(Bool)
  /// An integer; never equal to a double.
  case int(Int)
  /// A floating-point number, printed in its shortest form.
  case double(Double)
  /// A text, compared by UTF-8.
  case string(String)
  /// An ordered list.
  case list([Value])
  /// A structure (members in order of declaration) or a dictionary (sorted by UTF-8).
  case record([Member])
  /// An enumeration's case with associated values; labels may be empty.
  case enumeration(String, [Member])
  /// A value that is never printed.
  indirect case secret(Value)
  /// A strong reference to an instance.
  case reference(InstanceID)
  /// A weak reference; `nil` once the instance is gone.
  case weak(InstanceID?)
  /// A signal sent as a value.
  case signal(SignalValue)
}

/// A named part of a record, a payload, or a set of fields.
public struct Member: Hashable, Sendable {
  /// Empty for a payload without a label.
  public var name: Name
  /// The member's value.
  public var value: Value

  /// Makes a member.
  @inlinable
  public init(_ name: Name, _ value: Value) {
    self.name = name
    self.value = value
  }

  /// Makes a member from a text.
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
  /// All NaNs have one identity, because sign and payload differ between processors and are not printed.
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
  /// Makes a record; members keep their order.
  public init(dictionaryLiteral elements: (String, Value)...) { self = .record(elements.map { Member($0.0, $0.1) }) }
}

extension Value {
  /// A record's member; `nil` if there is none.
  public subscript(name: String) -> Value? {
    guard case .record(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The value as a secret.
  public var hidden: Value {
    if case .secret = self { return self }
    return .secret(self)
  }

  /// The value without its secret wrappers.
  package var revealed: Value {
    if case .secret(let value) = self { value.revealed } else { self }
  }
}

extension Value {
  /// An error that the business refused (yellow), not a transport failure (red).
  public static func failure(_ reason: Value) -> Value { .enumeration("failed", [Member("", reason)]) }

  /// The reason of a business failure, else `nil`.
  public var failureReason: Value? {
    guard case .enumeration("failed", let members) = self, members.count == 1 else { return nil }
    return members[0].value
  }
}

/// A signal as data: the definition has its closures by name; captures are values.
public indirect enum SignalValue: Hashable, Sendable {
  /// A wiring and its captures.
  case wiring(Name, [Value])
  /// A command's execution: its log, then live values.
  case execution(InstanceID)
  /// A command's execution whose error becomes a completion, as in `executionSignals`.
  case executionCatchingErrors(InstanceID)
  /// An immediate error.
  case failing(Value)
}
