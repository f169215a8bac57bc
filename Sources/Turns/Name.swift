/// The name of a field, a state, an event, a service, a machine or another thing that is found by name.
///
/// Names are equal when their UTF-8 bytes are, and they are ordered by them. `String` compares, hashes and orders canonically
/// equivalent spellings as one: `é` as one scalar equals `é` as two. A definition that has both would lose one of them.
public struct Name: Hashable, Sendable {
  /// The name as text, for output and for what looks inside it.
  public let text: String

  /// Makes a name of a text, every byte of which belongs to it.
  @inlinable
  public init(_ text: String) {
    self.text = text
  }

  @inlinable
  public static func == (left: Name, right: Name) -> Bool { left.text.hasBytes(of: right.text) }

  public func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: text) }

  /// Whether a name has the bytes of a text that somebody wrote.
  @inlinable
  public static func == (left: Name, right: String) -> Bool { left.text.hasBytes(of: right) }

  /// Whether a name has other bytes than a text.
  @inlinable
  public static func != (left: Name, right: String) -> Bool { !left.text.hasBytes(of: right) }

  /// Matches a name by a text: `case .output(login.name, _)`.
  @inlinable
  public static func ~= (pattern: String, name: Name) -> Bool { name.text.hasBytes(of: pattern) }

  /// Whether there is no byte in it.
  @inlinable package var isEmpty: Bool { text.isEmpty }

  /// Its bytes.
  @inlinable package var utf8: String.UTF8View { text.utf8 }
}

extension Name: Comparable {
  public static func < (left: Name, right: Name) -> Bool { left.text.utf8.lexicographicallyPrecedes(right.text.utf8) }
}

extension Name: ExpressibleByStringInterpolation {
  @inlinable
  public init(stringLiteral value: String) { self.init(value) }
}

extension Name: CustomStringConvertible, CustomDebugStringConvertible {
  /// The name as text.
  public var description: String { text }
  public var debugDescription: String { text.debugDescription }
}

extension Hasher {
  /// Hashes text by its UTF-8 bytes; `String`'s own hash merges canonically equivalent spellings.
  package mutating func combine(bytesOf text: String) {
    var text = text
    text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
    combine(UInt8(0xFF))
  }
}

extension Sequence<String> {
  /// The texts as names.
  package var names: [Name] { map { Name($0) } }

  /// Whether a name is among them.
  @inlinable package func contains(_ name: Name) -> Bool { contains { name == $0 } }
}

extension Sequence<Name> {
  /// The names as text.
  package var texts: [String] { map(\.text) }

  /// The names in one text, in their order.
  package func joined(separator: String = "") -> String { texts.joined(separator: separator) }
}
