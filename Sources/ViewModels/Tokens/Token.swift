import Statecharts

/// A named part of a view model, stored as a property whose label is its default name.
public protocol Token: Sendable {
  /// The name in traces and transcripts.
  var name: Name { get }
}

package protocol TableToken: Token {
  var declaration: TokenDeclaration { get }
  static var kind: TokenKind { get }
}

extension TableToken {
  public var name: Name { declaration.name }
}

package enum TokenKind: String, Sendable {
  case field, input, event, subject, condition = "guard", service, handler, wiring, signal, child
}

/// Made once and never freed, so that a token is a pointer without reference counting.
@usableFromInline
package class TokenDeclaration: @unchecked Sendable {
  // Written only while tokens are named, before other threads can read it.

  @exclusivity(unchecked) package final var name: Name
  /// The port of a field or subject, or the index of a child; negative for others and before naming.
  @usableFromInline @exclusivity(unchecked) package final var port = -1
  final var owner: Name?
  final let isNamed: Bool
  final let place: String

  init(_ name: Name?, _ file: StaticString, _ line: Int) {
    self.name = name ?? ""
    isNamed = name != nil
    place = "\(file):\(line)"
  }

  package static func ofToken(_ name: Name?, _ file: StaticString, _ line: Int) -> TokenDeclaration {
    TokenDeclaration(name, file, line)
  }
}

/// A reusable group of tokens, each named by its own label.
public protocol TokenGroup: Sendable {
  /// The view model.
  associatedtype Owner: ViewModel
}

protocol NamingTokenGroup: TokenGroup {
  func members(of label: Name) -> [(name: Name, token: any TableToken)]
}

extension TokenGroup {
  /// A field.
  public typealias Field<T: ValueConvertible> = FieldToken<Owner, T>
  /// An input.
  public typealias Input<Payload> = InputToken<Owner, Payload>
  /// An event.
  public typealias Event<Payload> = EventToken<Owner, Payload>
  /// A subject.
  public typealias Subject<Payload> = SubjectToken<Owner, Payload>
  /// A guard.
  public typealias Guard = GuardToken<Owner>
  /// A service.
  public typealias Service<I: ValueConvertible, O: ValueConvertible> = ServiceToken<Owner, I, O>
  /// A handler.
  public typealias Handler<each P: ValueConvertible> = HandlerToken<Owner, repeat each P>
  /// A named subscription.
  public typealias Wiring<each C: ValueConvertible> = WiringToken<Owner, repeat each C>
  /// A named signal.
  public typealias NamedSignal<Element: ValueConvertible, each C: ValueConvertible> = SignalToken<
    Owner, Element, repeat each C
  >
}

enum Reflection {
  static func tokens(of holder: some Any) -> [(name: Name, token: any TableToken)] {
    Mirror(reflecting: holder).children.flatMap { label, value -> [(name: Name, token: any TableToken)] in
      let label = Name(label ?? "")
      return switch value {
      case let token as any TableToken: [(label, token)]
      case let group as any NamingTokenGroup: group.members(of: label)
      case let group as any TokenGroup: tokens(of: group)
      default: []
      }
    }
  }
}
