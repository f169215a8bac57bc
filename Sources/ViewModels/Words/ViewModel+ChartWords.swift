import Statecharts

extension ViewModel {
  /// Code with a payload.
  public typealias Action<Payload> = @Sendable (_ me: borrowing Handle<Self>, _ payload: Payload) -> Void
  /// Code without a payload.
  public typealias Body = @Sendable (_ me: borrowing Handle<Self>) -> Void

  /// A region of the chart, parallel to the others; its first state is initial. Its own transitions apply in all
  /// its states and do not leave it (SCXML internal).
  public func Region(_ name: Name, @Parts<Self> _ states: () -> Chart) -> Part<Self> {
    Self.region(name, .compound, states())
  }

  /// A state. With substates, the first one is initial.
  public func State(_ id: StateID, @Parts<Self> _ parts: () -> Chart) -> Part<Self> {
    Self.region(id.name, nil, parts())
  }

  /// A state without transitions or actions.
  public func State(_ id: StateID) -> Part<Self> { Self.region(id.name, nil, []) }

  /// A state whose substates are active in parallel.
  public func Parallel(_ id: StateID, @Parts<Self> _ parts: () -> Chart) -> Part<Self> {
    Self.region(id.name, .parallel, parts())
  }

  /// A transition on an event.
  public func On<T: Trigger<Self>>(
    _ trigger: T, to target: StateID? = nil, when condition: (any Condition<Self>)? = nil
  ) -> Part<Self> {
    Self.on(trigger.name, isHeard: trigger.isHeard, target, condition, nil)
  }

  /// A transition on an event, with an action.
  @inlinable
  public func On<T: Trigger<Self>>(
    _ trigger: T, to target: StateID? = nil, when condition: (any Condition<Self>)? = nil,
    _ action: @escaping Action<T.Payload>
  ) -> Part<Self> {
    Self.on(
      trigger.name, isHeard: trigger.isHeard, target, condition,
      ChartDefinition.Action(Self.code(of: trigger, action)))
  }

  /// A transition on an event, with an action that ignores the payload.
  @inlinable
  public func On<T: Trigger<Self>>(
    _ trigger: T, to target: StateID? = nil, when condition: (any Condition<Self>)? = nil, _ action: @escaping Body
  ) -> Part<Self> {
    Self.on(trigger.name, isHeard: trigger.isHeard, target, condition, ChartDefinition.Action(Self.code(action)))
  }

  /// A transition that sends the payload by a subject.
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

  /// A transition taken as soon as its guard holds, without an event.
  public func Always(
    to target: StateID, when condition: (any Condition<Self>)? = nil, _ action: Body? = nil
  ) -> Part<Self> {
    Part(.transition(Self.move(.always, target, condition, action.map { ChartDefinition.Action(Self.code($0)) })))
  }

  /// A transition without an event that sends by a subject.
  public func Always(
    to target: StateID, when condition: (any Condition<Self>)? = nil, emit subject: Subject<Void>
  ) -> Part<Self> {
    Always(to: target, when: condition) { $0.emit(subject) }
  }

  /// A transition after a time in its state, in whole milliseconds.
  public func After(
    _ delay: Duration, to target: StateID? = nil, when condition: (any Condition<Self>)? = nil, _ action: Body? = nil
  ) -> Part<Self> {
    Part(
      .transition(
        Self.move(
          .after(delay.milliseconds), target, condition, action.map { ChartDefinition.Action(Self.code($0)) })))
  }

  /// A service request while the state is active; leaving the state cancels it.
  public func Invoke<I, O>(_ service: Service<I, O>, _ input: @escaping @Sendable (Model) -> I) -> Part<Self> {
    Invoke(service) { model, _ in input(model) }
  }

  /// A service request while the state is active; its input may read other instances: `Invoke(load) { model, rows
  /// in rows[model.queue[0]].id }`.
  public func Invoke<I, O>(
    _ service: Service<I, O>, _ input: @escaping @Sendable (Model, borrowing Rows) -> I
  ) -> Part<Self> {
    let invocation = ChartDefinition.Invocation(service.name) { turn, me in
      input(turn.model(of: Ref<Self>(me)), Rows(turn)).value
    }
    let facts = service.facts
    return Part(kinds: [.invocation(invocation), .service(facts)] + (facts.answerer.map { [.child($0)] } ?? []))
  }

  /// Runs when the state is entered.
  public func OnEntry(_ body: @escaping Body) -> Part<Self> { Part(.onEntry(Self.code(body))) }
  /// Runs when the state is left.
  public func OnExit(_ body: @escaping Body) -> Part<Self> { Part(.onExit(Self.code(body))) }

  /// Runs after each assignment of a field, even of an equal value.
  @inlinable
  public func Observe<T>(_ field: Field<T>, _ body: @escaping Action<T>) -> Part<Self> {
    Self.observer(of: field, Self.typed(body))
  }

  /// Runs immediately when a row of a list sends by a subject.
  public func Observe<Row, T>(
    _ rows: RowTrigger<Self, Row, T>, _ body: @escaping Action<FromRow<Row, T>>
  ) -> Part<Self> {
    Part(.hears(rows.name, Self.code(of: rows, body)))
  }

  /// Runs after the store and before the observers.
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

  /// Runs when an instance is made, before its chart is entered.
  public func SetUp(_ body: @escaping Body) -> Part<Self> { Part(.setUp(Self.code(body))) }

  /// A subscription from set-up on, in the order of the parts; `build` receives the children.
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

  /// A subscription that receives a field's value at set-up, such as a command.
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

  /// Declares view models that this one makes without a field or child of the type.
  public func Uses<each W: ViewModel>(_ types: repeat (each W).Type) -> [Part<Self>] {
    var parts: [Part<Self>] = []
    for type in repeat each types { parts.append(Part(.child(TemplateSource.of(type)))) }
    return parts
  }

  /// Declares that code reads the machine's clock.
  public func Uses(_ clock: Clock) -> Part<Self> { Part(.uses([.clock])) }

  // MARK: Code

  // Inlinable, so that they are compiled for the view model's types.

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
