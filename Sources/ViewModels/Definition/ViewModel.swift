import Statecharts

/// The stored properties of a view model. All of them are fields, under their own names.
public protocol ModelType: Sendable {
  /// A model as an instance begins with it: every stored property needs an initial value.
  init()
}

/// A view model: a struct of tokens, its model, what it does and what shows it.
///
/// One instance of it is made for all machines, when the first one that uses it is made. A token from outside is named by the
/// type: `HomeRow.totalNumber`.
@dynamicMemberLookup
public protocol ViewModel: ScreenWords, Sendable {
  /// What an instance of it holds.
  associatedtype Model: ModelType
  /// Makes its tokens: every stored property needs an initial value.
  init()
  /// What it does: its regions, observers, wirings and set-up. Documentation/Semantics.md has the rules of charts.
  @Parts<Self> var chart: Chart { get }
  /// What it is held to: *Properties* in Documentation/Semantics.md.
  @Parts<Self> var laws: Chart { get }
  /// The simulated view. Only the view models that stand behind pages need one; of a page without one searches send the inputs.
  var screen: Screen { get }
  /// Unique among the view models of one machine; the type's name if nothing else is said.
  static var templateName: String { get }
}

/// A view model that traces leave out: the view's own bookkeeping, or a part of the plumbing.
public protocol InternalViewModel: ViewModel {}

extension ViewModel {
  /// The parts of a chart, of laws, or of a part of them.
  public typealias Chart = [Part<Self>]
  /// The builder of `chart` and `laws`, for a property of one's own: `@Laws var more: Chart`.
  public typealias Laws = Parts<Self>
  /// What an action is given: `func show(_ me: borrowing Me, _ rows: [Int])`.
  public typealias Me = Handle<Self>

  /// A field: `let name = Field(\.name)`.
  public typealias Field<T: ValueConvertible> = FieldToken<Self, T>
  /// An input: `let login = Input()`, or with a value `let pick = Input<Int>()`.
  public typealias Input<Payload> = InputToken<Self, Payload>
  /// An event that nobody outside can call: `let loaded = Event<Int>()`.
  public typealias Event<Payload> = EventToken<Self, Payload>
  /// A subject: `let success = Subject<String>()`.
  public typealias Subject<Payload> = SubjectToken<Self, Payload>
  /// A guard: `let isFree = Guard("nothing is under way") { !$0.isBusy }`.
  public typealias Guard = GuardToken<Self>
  /// A service: `let search = Service<String, [Row]>(after: .seconds(1)) { .ok(rows($0)) }`.
  public typealias Service<I: ValueConvertible, O: ValueConvertible> = ServiceToken<Self, I, O>
  /// A command: `let search = Command<String, [Row]>(after: .seconds(1)) { .ok(rows($0)) }`.
  public typealias Command<I: ValueConvertible, O: ValueConvertible> = CommandToken<Self, I, O>
  /// A handler: `let tick = Handler { me in me.count += 1 }`.
  public typealias Handler<each P: ValueConvertible> = HandlerToken<Self, repeat each P>
  /// A subscription by name: `let follow = Wiring<Ref<Row>> { me, row in … }`.
  public typealias Wiring<each C: ValueConvertible> = WiringToken<Self, repeat each C>
  /// A signal by name: `let work = NamedSignal<String, Int> { me, page in … }`.
  public typealias NamedSignal<Element: ValueConvertible, each C: ValueConvertible> = SignalToken<
    Self, Element, repeat each C
  >
  /// A child: `let table = Child<Table>()`.
  public typealias Child<W: ViewModel> = ChildToken<Self, W>
  /// Events that no token names, by SCXML's descriptors: `Events("error")`, `Events.done("paid")`.
  public typealias Events = EventsTrigger<Self>

  public var chart: Chart { [] }
  public var laws: Chart { [] }
  public var screen: Screen { Screen("") {} }
  public static var templateName: String { String(String(describing: Self.self).prefix { $0 != "<" }) }

  /// What the view model is made of. Made when it is first asked for, and kept; the machine does so.
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
  static func fieldName(of path: AnyKeyPath) -> Name? { Tokens.table(of: Self.self).fieldName(of: path) }

  /// The port of the field over the property of a type that lies at an offset; below 0 when there is none.
  @usableFromInline
  static func fieldPort(at offset: Int, _ type: ObjectIdentifier) -> Int {
    Tokens.table(of: Self.self).port(at: offset, type) ?? -1
  }

  /// The port of the field over a property; below 0 when there is none.
  @usableFromInline
  static func fieldPort(of path: AnyKeyPath) -> Int { Tokens.table(of: Self.self).port(of: path) ?? -1 }
}

/// How the words become a chart.
extension ViewModel {
  /// A state with the services and view models that its states invoke.
  static func region(_ name: Name, _ kind: ChartDefinition.State.Kind?, _ parts: [Part<Self>]) -> Part<Self> {
    let services = parts.flatMap(\.kinds).filter { kind in
      switch kind {
      case .service, .child, .hears: true
      default: false
      }
    }
    return Part(kinds: [.region(state(name, kind, parts))] + services)
  }

  private static func state(_ name: Name, _ kind: ChartDefinition.State.Kind?, _ parts: [Part<Self>])
    -> ChartDefinition.State
  {
    var children: [ChartDefinition.State] = []
    for case .region(let child) in parts.flatMap(\.kinds) { children.append(child) }
    var state = ChartDefinition.State(name, kind, children: children)
    for part in parts.flatMap(\.kinds) {
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
