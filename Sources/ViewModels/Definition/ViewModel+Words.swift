import Statecharts

/// The words of the view-model language.
extension ViewModel {
  /// What an action is given.
  public typealias Action<Payload> = @Sendable (_ me: borrowing Handle<Self>, _ payload: Payload) -> Void
  /// What code without a payload is given.
  public typealias Body = @Sendable (_ me: borrowing Handle<Self>) -> Void

  /// A region of the chart: several regions are active side by side. The first state is its initial one. What stands in the
  /// region itself is taken in whatever state it is, and stays inside it (an internal transition of SCXML).
  public static func Region(_ name: String, @Parts<Self> _ states: () -> [Part<Self>]) -> Part<Self> {
    region(name, .compound, states())
  }

  /// A state; with states in it a compound one, whose first state is its initial one.
  public static func State(_ id: StateID, @Parts<Self> _ parts: () -> [Part<Self>]) -> Part<Self> {
    region(id.name, nil, parts())
  }

  /// A state that nothing leaves or does anything.
  public static func State(_ id: StateID) -> Part<Self> { State(id) {} }

  /// A state whose states are active side by side.
  public static func Parallel(_ id: StateID, @Parts<Self> _ parts: () -> [Part<Self>]) -> Part<Self> {
    region(id.name, .parallel, parts())
  }

  /// A transition that an event triggers.
  public static func On<E: Event>(
    _ event: E, to target: StateID? = nil, when condition: Guard<Model>? = nil
  ) -> Part<Self> {
    on(event.name, isHeard: event.isHeard, target, condition, nil)
  }

  /// A transition that an event triggers, with code that runs when it is taken.
  @inlinable
  public static func On<E: Event>(
    _ event: E, to target: StateID? = nil, when condition: Guard<Model>? = nil, _ action: @escaping Action<E.Payload>
  ) -> Part<Self> {
    on(event.name, isHeard: event.isHeard, target, condition, ChartDefinition.Action(code(event, action)))
  }

  /// A transition that an event without a payload triggers, with code that runs when it is taken.
  @inlinable
  public static func On(
    _ event: Input<Void>, to target: StateID? = nil, when condition: Guard<Model>? = nil,
    _ action: @escaping Action<Void>
  ) -> Part<Self> {
    on(event.name, isHeard: false, target, condition, ChartDefinition.Action(code { action($0, ()) }))
  }

  @usableFromInline
  static func on(
    _ event: String, isHeard: Bool, _ target: StateID?, _ condition: Guard<Model>?, _ action: ChartDefinition.Action?
  ) -> Part<Self> {
    let transition = transition(.event(event), target, condition, action)
    return Part(kinds: [.transition(transition)] + (isHeard ? [.hears(event, nil)] : []))
  }

  /// A transition without an event: taken as soon as its guard holds.
  public static func Always(
    to target: StateID, when condition: Guard<Model>? = nil, _ action: Body? = nil
  ) -> Part<Self> {
    Part(.transition(transition(.always, target, condition, action.map { ChartDefinition.Action(code($0)) })))
  }

  /// A transition that is taken some time after its state was entered; leaving the state cancels it.
  public static func After(
    _ delay: Duration, to target: StateID? = nil, when condition: Guard<Model>? = nil, _ action: Body? = nil
  ) -> Part<Self> {
    Part(
      .transition(
        transition(.after(delay.milliseconds), target, condition, action.map { ChartDefinition.Action(code($0)) })))
  }

  /// A service that is asked when the state was entered and stays; leaving the state cancels the request.
  public static func Invoke<I, O>(
    _ service: Service<I, O>, _ input: @escaping @Sendable (Model) -> I
  ) -> Part<Self> {
    let invocation = ChartDefinition.Invocation(service.name) { turn, me in input(turn.model(of: Ref<Self>(me))).value }
    return Part(
      kinds: [.invocation(invocation), .service(service.facts)] + (service.answerer.map { [.child($0)] } ?? []))
  }

  /// Code that runs when the state is entered.
  public static func OnEntry(_ body: @escaping Body) -> Part<Self> { Part(.onEntry(code(body))) }
  /// Code that runs when the state is left.
  public static func OnExit(_ body: @escaping Body) -> Part<Self> { Part(.onExit(code(body))) }

  /// Code that runs after each assignment of a field, be it equal; it is given the value read again.
  public static func Observe<T>(_ field: Field<Model, T>, _ body: @escaping Action<T>) -> Part<Self> {
    Part(.observer(field: field.name, code(of: field, body)))
  }

  /// Code that runs when a row of a list sends by a subject, at once: the row, where it stands, and the value.
  public static func Observe<Row: ViewModel, T>(
    _ rows: Field<Model, [Ref<Row>]>, _ subject: Subject<T>, _ body: @escaping Action<FromRow<Row, T>>
  ) -> Part<Self> {
    let event = RowEvent(rows, subject)
    return Part(.hears(event.name, code(event, body)))
  }

  /// The setter's own body: it runs after the store, before the observers are told.
  public static func Setter<T>(_ field: Field<Model, T>, _ body: @escaping Action<T>) -> Part<Self> {
    Part(.setter(field: field.name, code(of: field, body)))
  }

  /// Code that runs when an instance was made, before its chart is entered.
  public static func SetUp(_ body: @escaping Body) -> Part<Self> { Part(.setUp(code(body))) }

  /// The wirings and handlers that snapshots of this view model may mention.
  public static func Uses(_ declarations: any Declaration...) -> Part<Self> {
    Part(.uses(declarations.map(\.declared)))
  }

  /// Another view model whose instances this one makes.
  public static func Uses<W: ViewModel>(_ type: W.Type) -> Part<Self> {
    Part(.child(TemplateSource { W.definition.node }))
  }

  // MARK: Code

  // Inlined where a view model is written, so that they are compiled for its types.

  @inlinable
  static func code(_ body: @escaping Body) -> Code {
    { turn, me, _ in body(Handle(turn: TurnContext(sharing: turn), me: Ref(me))) }
  }

  @inlinable
  static func code<E: Event>(_ event: E, _ action: @escaping Action<E.Payload>) -> Code {
    { turn, me, value in
      guard let payload = event.payload(value) else {
        return turn.fault("'\(event.name)' came with a payload that does not fit")
      }
      action(Handle(turn: TurnContext(sharing: turn), me: Ref(me)), payload)
    }
  }

  static func code<T>(of field: Field<Model, T>, _ action: @escaping Action<T>) -> Code {
    { turn, me, value in
      guard let typed = T(value) else { return }
      action(Handle(turn: TurnContext(sharing: turn), me: Ref(me)), typed)
    }
  }
}
