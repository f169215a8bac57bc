import Statecharts

/// A name that the words of a view model use: a field, an input, a subject, a guard, a service. A stored property of the view
/// model; its label is its name unless it is given another one.
public protocol Token: Sendable {
  /// What traces and transcripts call it.
  var name: Name { get }
}

/// A token as the table of its view model takes it.
package protocol TableToken: Token {
  var declaration: TokenDeclaration { get }
  static var kind: TokenKind { get }
}

extension TableToken {
  public var name: Name { declaration.name }
}

/// What a token stands for.
package enum TokenKind: String, Sendable {
  case field, input, event, subject, condition = "guard", service, handler, wiring, signal, child
}

/// What a token declares: made once and never freed, so a token is a pointer that nobody counts.
@usableFromInline
package class TokenDeclaration: @unchecked Sendable {
  // Written when the tokens of a view model are named, before anybody else sees them.

  package final var name: Name
  /// Where it is found in a turn: the port of a field or subject, the place of a child among the children; below 0 for
  /// everything else, and before it was named.
  @usableFromInline package final var port = -1
  final var owner: Name?
  final let isNamed: Bool
  /// Where it is written.
  final let place: String

  init(_ name: Name?, _ file: StaticString, _ line: Int) {
    self.name = name ?? ""
    isNamed = name != nil
    place = "\(file):\(line)"
  }

  /// Makes what a token of another module declares.
  package static func ofToken(_ name: Name?, _ file: StaticString, _ line: Int) -> TokenDeclaration {
    TokenDeclaration(name, file, line)
  }
}

/// Several tokens that a view model holds together, and that others may hold too; they go by their own labels.
public protocol TokenGroup: Sendable {
  /// The view model that holds it.
  associatedtype Owner: ViewModel
}

/// A group whose tokens go by other names than their labels.
protocol NamingTokenGroup: TokenGroup {
  /// The tokens with their names, of a group that a view model holds under a label.
  func members(of label: Name) -> [(name: Name, token: any TableToken)]
}

extension TokenGroup {
  /// A field of the view model that holds the group.
  public typealias Field<T: ValueConvertible> = FieldToken<Owner, T>
  /// An input of it.
  public typealias Input<Payload> = InputToken<Owner, Payload>
  /// An event of its own.
  public typealias Event<Payload> = EventToken<Owner, Payload>
  /// A subject of it.
  public typealias Subject<Payload> = SubjectToken<Owner, Payload>
  /// A guard over its model.
  public typealias Guard = GuardToken<Owner>
  /// A service that it asks.
  public typealias Service<I: ValueConvertible, O: ValueConvertible> = ServiceToken<Owner, I, O>
  /// A handler of it.
  public typealias Handler<each P: ValueConvertible> = HandlerToken<Owner, repeat each P>
  /// A subscription by name.
  public typealias Wiring<each C: ValueConvertible> = WiringToken<Owner, repeat each C>
  /// A signal by name.
  public typealias NamedSignal<Element: ValueConvertible, each C: ValueConvertible> = SignalToken<
    Owner, Element, repeat each C
  >
}

/// What reflection tells of tokens and models.
enum Reflection {
  /// The tokens that a view model or a group holds.
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
