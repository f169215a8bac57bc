import Statecharts

/// The stored properties of a view model. All of them are fields, under their own names.
public protocol ModelType: Sendable {
  init()
}

/// A view model: a struct of tokens, its model, what it does and what shows it.
///
/// One instance of it is made for all machines, when the first one that uses it is made. A token from outside is named by the
/// type: `HomeRow.totalNumber`.
@dynamicMemberLookup
public protocol ViewModel: Sendable {
  associatedtype Model: ModelType
  init()
  /// What it does: its regions, observers, wirings and set-up.
  @Parts<Self> var chart: Chart { get }
  /// What it is held to.
  @Parts<Self> var laws: Chart { get }
  /// The simulated view. Only the view models that stand behind pages need one.
  var screen: Screen { get }
  /// Unique among the view models of one machine; the type's name if nothing else is said.
  static var templateName: String { get }
}

/// A view model that traces leave out: the view's own bookkeeping, or a part of the plumbing.
public protocol InternalViewModel: ViewModel {}

extension ViewModel {
  public typealias Chart = [Part<Self>]
  public typealias Laws = Parts<Self>
  public typealias Me = Handle<Self>

  public typealias Field<T: ValueConvertible> = FieldToken<Self, T>
  public typealias Input<Payload> = InputToken<Self, Payload>
  public typealias Event<Payload> = EventToken<Self, Payload>
  public typealias Subject<Payload> = SubjectToken<Self, Payload>
  public typealias Guard = GuardToken<Self>
  public typealias Service<I: ValueConvertible, O: ValueConvertible> = ServiceToken<Self, I, O>
  public typealias Command<I: ValueConvertible, O: ValueConvertible> = CommandToken<Self, I, O>
  public typealias Handler<each P: ValueConvertible> = HandlerToken<Self, repeat each P>
  public typealias Wiring<each C: ValueConvertible> = WiringToken<Self, repeat each C>
  public typealias NamedSignal<Element: ValueConvertible, each C: ValueConvertible> = SignalToken<
    Self, Element, repeat each C
  >
  public typealias Child<W: ViewModel> = ChildToken<Self, W>
  public typealias Events = EventsTrigger<Self>

  public var chart: Chart { [] }
  public var laws: Chart { [] }
  public var screen: Screen { Screen("") {} }
  public static var templateName: String { String(describing: Self.self) }

  public static var definition: Definition<Self> { Tokens.definition(of: Self.self) }
  package static var screen: Screen { tokens.screen }

  /// The tokens with their names.
  package static var tokens: Self { Tokens.table(of: Self.self).tokens }
  /// A token from outside: `HomeRow.totalNumber`. It is looked up each time, for some 100 ns.
  public static subscript<T>(dynamicMember token: KeyPath<Self, T>) -> T { tokens[keyPath: token] }
}

extension ViewModel {
  /// The name of the field over a property; `nil` when there is none.
  @usableFromInline
  static func fieldName(of path: AnyKeyPath) -> String? { Tokens.table(of: Self.self).fieldName(of: path) }

  /// The port of the field over the property of a type that lies at an offset; below 0 when there is none.
  @usableFromInline
  static func fieldPort(at offset: Int, _ type: ObjectIdentifier) -> Int {
    Tokens.table(of: Self.self).port(at: offset, type) ?? -1
  }

  /// The port of the field over a property; below 0 when there is none.
  @usableFromInline
  static func fieldPort(of path: AnyKeyPath) -> Int { Tokens.table(of: Self.self).port(of: path) ?? -1 }
}
