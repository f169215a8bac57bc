/// The name of a field, state, event, service, machine or other thing, compared by UTF-8 bytes. `String` merges
/// canonically equivalent spellings, so a definition with both would lose one.
public struct Name: Hashable, Sendable {
  /// The name as text.
  public let text: String

  /// Makes a name of all bytes of a text.
  @inlinable
  public init(_ text: String) {
    self.text = text
  }

  @inlinable
  public static func == (left: Name, right: Name) -> Bool { left.text.hasBytes(of: right.text) }

  public func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: text) }

  /// Whether the bytes are equal.
  @inlinable
  public static func == (left: Name, right: String) -> Bool { left.text.hasBytes(of: right) }

  /// Whether the bytes differ.
  @inlinable
  public static func != (left: Name, right: String) -> Bool { !left.text.hasBytes(of: right) }

  /// Matches a name by a text: `case .output(login.name, _)`.
  @inlinable
  public static func ~= (pattern: String, name: Name) -> Bool { name.text.hasBytes(of: pattern) }

  @inlinable package var isEmpty: Bool { text.isEmpty }

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
  /// `String`'s own hash merges canonically equivalent spellings.
  package mutating func combine(bytesOf text: String) {
    var text = text
    text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
    combine(UInt8(0xFF))
  }
}

extension Sequence<String> {
  package var names: [Name] { map { Name($0) } }

  @inlinable package func contains(_ name: Name) -> Bool { contains { name == $0 } }
}

extension Sequence<Name> {
  package var texts: [String] { map(\.text) }

  package func joined(separator: String = "") -> String { texts.joined(separator: separator) }
}
