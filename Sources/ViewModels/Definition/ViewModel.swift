import Statecharts

/// The stored properties of a view model; each is a field.
public protocol ModelType: Sendable {
  /// Makes the initial model.
  init()
}

/// A struct of tokens with a model, behaviour and a screen.
///
/// Signalbox makes one value of it, on first use. Other view models name its tokens by type: `HomeRow.totalNumber`.
@dynamicMemberLookup
public protocol ViewModel: ScreenWords, Sendable {
  /// The state of an instance.
  associatedtype Model: ModelType
  /// Every stored property needs an initial value.
  init()
  /// Regions, observers, wirings and set-up; see Documentation/Semantics.md.
  @Parts<Self> var chart: Chart { get }
  /// The properties of every instance; see *Properties* in Documentation/Semantics.md.
  @Parts<Self> var laws: Chart { get }
  /// The simulated view. Without one, searches send the inputs.
  var screen: Screen { get }
  /// Unique in a machine; the type's name by default.
  static var templateName: String { get }
}

/// A view model that traces omit.
public protocol InternalViewModel: ViewModel {}

extension ViewModel {
  /// Parts of a chart or of laws.
  public typealias Chart = [Part<Self>]
  /// Declares properties of your own: `@Laws var more: Chart`.
  public typealias Laws = Parts<Self>
  /// An action's argument: `func show(_ me: borrowing Me, _ rows: [Int])`.
  public typealias Me = Handle<Self>

  /// `let name = Field(\.name)`
  public typealias Field<T: ValueConvertible> = FieldToken<Self, T>
  /// `let login = Input()`, or with a value `let pick = Input<Int>()`
  public typealias Input<Payload> = InputToken<Self, Payload>
  /// An internal event: `let loaded = Event<Int>()`
  public typealias Event<Payload> = EventToken<Self, Payload>
  /// `let success = Subject<String>()`
  public typealias Subject<Payload> = SubjectToken<Self, Payload>
  /// `let isFree = Guard("nothing is under way") { !$0.isBusy }`
  public typealias Guard = GuardToken<Self>
  /// `let search = Service<String, [Row]>(after: .seconds(1)) { .ok(rows($0)) }`
  public typealias Service<I: ValueConvertible, O: ValueConvertible> = ServiceToken<Self, I, O>
  /// `let search = Command<String, [Row]>(after: .seconds(1)) { .ok(rows($0)) }`
  public typealias Command<I: ValueConvertible, O: ValueConvertible> = CommandToken<Self, I, O>
  /// `let tick = Handler { me in me.count += 1 }`
  public typealias Handler<each P: ValueConvertible> = HandlerToken<Self, repeat each P>
  /// A named subscription: `let follow = Wiring<Ref<Row>> { me, row in … }`
  public typealias Wiring<each C: ValueConvertible> = WiringToken<Self, repeat each C>
  /// `let work = NamedSignal<String, Int> { me, page in … }`
  public typealias NamedSignal<Element: ValueConvertible, each C: ValueConvertible> = SignalToken<
    Self, Element, repeat each C
  >
  /// `let table = Child<Table>()`
  public typealias Child<W: ViewModel> = ChildToken<Self, W>
  /// Events by SCXML descriptors: `Events("error")`, `Events.done("paid")`
  public typealias Events = EventsTrigger<Self>

  public var chart: Chart { [] }
  public var laws: Chart { [] }
  public var screen: Screen { Screen("") {} }
  public static var templateName: String { String(String(describing: Self.self).prefix { $0 != "<" }) }

  /// The compiled view model.
  public static var definition: Definition<Self> { Tokens.definition(of: Self.self) }
  package static var screen: Screen { tokens.screen }

  package static var tokens: Self { Tokens.table(of: Self.self).tokens }
  /// A token by type: `HomeRow.totalNumber`. Costs about 100 ns.
  public static subscript<T>(dynamicMember token: KeyPath<Self, T>) -> T { tokens[keyPath: token] }
}

extension ViewModel {
  @usableFromInline
  static func fieldName(of path: AnyKeyPath) -> Name? { Tokens.table(of: Self.self).fieldName(of: path) }

  /// Negative without such a field.
  @usableFromInline
  static func fieldPort(at offset: Int, _ type: ObjectIdentifier) -> Int {
    Tokens.table(of: Self.self).port(at: offset, type) ?? -1
  }

  /// Negative without such a field.
  @usableFromInline
  static func fieldPort(of path: AnyKeyPath) -> Int { Tokens.table(of: Self.self).port(of: path) ?? -1 }
}

extension ViewModel {
  static func region(_ name: Name, _ kind: ChartDefinition.State.Kind?, _ parts: [Part<Self>]) -> Part<Self> {
    let services = parts.flatMap(\.kinds).filter { kind in
      switch kind {
      case .service, .child, .hears: true
      default: false
      }
    }
    return Part(kinds: [.region(state(name, kind, parts))] + services)
  }

  private static func state(
    _ name: Name, _ kind: ChartDefinition.State.Kind?, _ parts: [Part<Self>]
  ) -> ChartDefinition.State {
    let kinds = parts.flatMap(\.kinds)
    let children = kinds.compactMap { if case .region(let child) = $0 { child } else { nil } }
    var state = ChartDefinition.State(name, kind, children: children)
    for part in kinds {
      switch part {
      case .transition(var transition):
        transition.isInternal = transition.isInternal || kind == .compound
        state.transitions.append(transition)
      case .invocation(let invocation): state.invocations.append(invocation)
      case .onEntry(let code): state.onEntry.append(code)
      case .onExit(let code): state.onExit.append(code)
      case .initial(let targets, let code):
        state.initial = targets.map(\.name)
        state.initialActions = code.map { [$0] } ?? []
      case .doneData(let output): state.doneData = output
      case .region, .service, .child, .hears: break
      case .observer, .setter, .setUp, .uses, .property, .accepts:
        preconditionFailure(
          "state '\(name)': observers, setters, set-up, uses, properties and acceptances belong beside regions, not in them"
        )
      }
    }
    return state
  }
}
