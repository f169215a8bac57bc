import Statecharts

/// The words of a view model's chart.
extension ViewModel {
  /// What an action is given.
  public typealias Action<Payload> = @Sendable (_ me: borrowing Handle<Self>, _ payload: Payload) -> Void
  /// What code without a payload is given.
  public typealias Body = @Sendable (_ me: borrowing Handle<Self>) -> Void

  /// A region of the chart: several regions are active side by side. The first state is its initial one. What stands in the
  /// region itself is taken in whatever state it is, and stays inside it (an internal transition of SCXML).
  public func Region(_ name: Name, @Parts<Self> _ states: () -> Chart) -> Part<Self> {
    Self.region(name, .compound, states())
  }

  /// A state; with states in it a compound one, whose first state is its initial one.
  public func State(_ id: StateID, @Parts<Self> _ parts: () -> Chart) -> Part<Self> {
    Self.region(id.name, nil, parts())
  }

  /// A state that nothing leaves or does anything.
  public func State(_ id: StateID) -> Part<Self> { Self.region(id.name, nil, []) }

  /// A state whose states are active side by side.
  public func Parallel(_ id: StateID, @Parts<Self> _ parts: () -> Chart) -> Part<Self> {
    Self.region(id.name, .parallel, parts())
  }

  /// A transition that an event triggers.
  public func On<T: Trigger<Self>>(
    _ trigger: T, to target: StateID? = nil, when condition: (any Condition<Self>)? = nil
  ) -> Part<Self> {
    Self.on(trigger.name, isHeard: trigger.isHeard, target, condition, nil)
  }

  /// A transition with code that is given what came.
  @inlinable
  public func On<T: Trigger<Self>>(
    _ trigger: T, to target: StateID? = nil, when condition: (any Condition<Self>)? = nil,
    _ action: @escaping Action<T.Payload>
  ) -> Part<Self> {
    Self.on(
      trigger.name, isHeard: trigger.isHeard, target, condition,
      ChartDefinition.Action(Self.code(of: trigger, action)))
  }

  /// A transition with code that does not ask what came.
  @inlinable
  public func On<T: Trigger<Self>>(
    _ trigger: T, to target: StateID? = nil, when condition: (any Condition<Self>)? = nil, _ action: @escaping Body
  ) -> Part<Self> {
    Self.on(trigger.name, isHeard: trigger.isHeard, target, condition, ChartDefinition.Action(Self.code(action)))
  }

  /// A transition that hands what came to a subject.
  @inlinable
  public func On<T: Trigger<Self>>(
    _ trigger: T, to target: StateID? = nil, when condition: (any Condition<Self>)? = nil,
    emit subject: Subject<T.Payload>
  ) -> Part<Self> {
    On(trigger, to: target, when: condition) { me, payload in me.emit(subject, payload) }
  }

  @usableFromInline
  static func on(
    _ event: Name, isHeard: Bool, _ target: StateID?, _ condition: (any Condition<Self>)?,
    _ action: ChartDefinition.Action?
  ) -> Part<Self> {
    let transition = move(.event(event.text), target, condition, action)
    return Part(kinds: [.transition(transition)] + (isHeard ? [.hears(event, nil)] : []))
  }

  static func move(
    _ trigger: ChartDefinition.Trigger, _ target: StateID?, _ condition: (any Condition<Self>)?,
    _ action: ChartDefinition.Action?
  ) -> ChartDefinition.Transition {
    ChartDefinition.Transition(
      trigger, to: target.map { [$0.name] } ?? [], when: condition?.guardCondition,
      running: action.map { [$0] } ?? [])
  }

  /// A transition without an event: taken as soon as its guard holds.
  public func Always(
    to target: StateID, when condition: (any Condition<Self>)? = nil, _ action: Body? = nil
  ) -> Part<Self> {
    Part(.transition(Self.move(.always, target, condition, action.map { ChartDefinition.Action(Self.code($0)) })))
  }

  /// A transition without an event that tells a subject.
  public func Always(
    to target: StateID, when condition: (any Condition<Self>)? = nil, emit subject: Subject<Void>
  ) -> Part<Self> {
    Always(to: target, when: condition) { $0.emit(subject) }
  }

  /// A transition that is taken some time after its state was entered, of which whole milliseconds count; leaving the state
  /// cancels it.
  public func After(
    _ delay: Duration, to target: StateID? = nil, when condition: (any Condition<Self>)? = nil, _ action: Body? = nil
  ) -> Part<Self> {
    Part(
      .transition(
        Self.move(
          .after(delay.milliseconds), target, condition, action.map { ChartDefinition.Action(Self.code($0)) })))
  }

  /// A service that is asked when the state was entered and stays; leaving the state cancels the request.
  public func Invoke<I, O>(_ service: Service<I, O>, _ input: @escaping @Sendable (Model) -> I) -> Part<Self> {
    Invoke(service) { model, _ in input(model) }
  }

  /// The same with an input that also reads rows and other instances: `Invoke(load) { model, rows in rows[model.queue[0]].id }`.
  public func Invoke<I, O>(
    _ service: Service<I, O>, _ input: @escaping @Sendable (Model, borrowing Rows) -> I
  ) -> Part<Self> {
    let invocation = ChartDefinition.Invocation(service.name) { turn, me in
      input(turn.model(of: Ref<Self>(me)), Rows(turn)).value
    }
    let facts = service.facts
    return Part(kinds: [.invocation(invocation), .service(facts)] + (facts.answerer.map { [.child($0)] } ?? []))
  }

  /// Code that runs when the state is entered.
  public func OnEntry(_ body: @escaping Body) -> Part<Self> { Part(.onEntry(Self.code(body))) }
  /// Code that runs when the state is left.
  public func OnExit(_ body: @escaping Body) -> Part<Self> { Part(.onExit(Self.code(body))) }

  /// Code that runs after each assignment of a field, be it equal; it is given the value read again.
  @inlinable
  public func Observe<T>(_ field: Field<T>, _ body: @escaping Action<T>) -> Part<Self> {
    Self.observer(of: field, Self.typed(body))
  }

  /// Code that runs when a row of a list sends by a subject, at once: the row, where it stands, and the value.
  public func Observe<Row, T>(
    _ rows: RowTrigger<Self, Row, T>, _ body: @escaping Action<FromRow<Row, T>>
  ) -> Part<Self> {
    Part(.hears(rows.name, Self.code(of: rows, body)))
  }

  /// The setter's own body: it runs after the store, before the observers are told.
  @inlinable
  public func Setter<T>(_ field: Field<T>, _ body: @escaping Action<T>) -> Part<Self> {
    Self.setter(of: field, Self.typed(body))
  }

  @usableFromInline
  static func observer<T>(of field: Field<T>, _ code: @escaping Code) -> Part<Self> {
    Part(.observer(field: field.name, code))
  }

  @usableFromInline
  static func setter<T>(of field: Field<T>, _ code: @escaping Code) -> Part<Self> {
    Part(.setter(field: field.name, code))
  }

  /// Code that runs when an instance was made, before its chart is entered.
  public func SetUp(_ body: @escaping Body) -> Part<Self> { Part(.setUp(Self.code(body))) }

  /// A subscription that begins at set-up, in the order of the parts; with children, it is given these.
  public func Wire<each W>(
    _ name: Name, _ children: repeat Child<each W>,
    build: @escaping @Sendable (Ref<Self>, repeat Ref<each W>) -> Link
  ) -> Chart {
    wire(WiringDefinition(name, of: build)) { turn, me in
      var given: [Value] = []
      for child in repeat each children { given.append(turn.child(child, of: me).value) }
      return given
    }
  }

  /// A subscription that is given what a field holds by then, such as a command.
  public func Wire<T>(
    _ name: Name, _ field: Field<T>, build: @escaping @Sendable (Ref<Self>, T) -> Link
  ) -> Chart {
    wire(WiringDefinition(name, of: build)) { turn, me in [turn.value(of: me, field).value] }
  }

  private func wire(
    _ wiring: WiringDefinition, _ given: @escaping @Sendable (borrowing TurnContext, Ref<Self>) -> [Value]
  ) -> Chart {
    let name = wiring.name
    return [
      Part(.uses([.wiring(wiring)])),
      Part(.setUp { turn, me, _ in turn.start(name, [.reference(me)] + given(turn, Ref(me))) }),
    ]
  }

  /// Other view models whose instances this one makes and no field or child names.
  public func Uses<each W: ViewModel>(_ types: repeat (each W).Type) -> [Part<Self>] {
    var parts: [Part<Self>] = []
    for type in repeat each types { parts.append(Part(.child(TemplateSource.of(type)))) }
    return parts
  }

  /// The clock of the machine, for code that needs to know how late it is.
  public func Uses(_ clock: Clock) -> Part<Self> { Part(.uses([.clock])) }

  // MARK: Code

  // Inlined where a view model is written, so that they are compiled for its types.

  @inlinable
  static func code(_ body: @escaping Body) -> Code {
    { turn, me, _ in body(Handle(turn: TurnContext(sharing: turn), me: Ref(me))) }
  }

  @inlinable
  static func code<T: Trigger>(of trigger: T, _ action: @escaping Action<T.Payload>) -> Code {
    { turn, me, value in
      guard let payload = trigger.payload(value) else { return turn.faultOfPayload(of: trigger.name) }
      action(Handle(turn: TurnContext(sharing: turn), me: Ref(me)), payload)
    }
  }

  @inlinable
  static func typed<T: ValueConvertible>(_ action: @escaping Action<T>) -> Code {
    { turn, me, value in
      guard let typed = T(value) else { return }
      action(Handle(turn: TurnContext(sharing: turn), me: Ref(me)), typed)
    }
  }
}

extension TurnContext {
  @usableFromInline
  func faultOfPayload(of event: Name) { fault(.unfittingPayload(event: event)) }
}
