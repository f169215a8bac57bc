import Statecharts

/// The operations of an action, an observer or a setter on its view model, valid during a turn. Assignments notify
/// immediately, depth first; see *Code nests* in Documentation/Semantics.md.
@dynamicMemberLookup
public struct Handle<V: ViewModel>: ~Copyable {
  /// The turn, for APIs without a view model's type: `work.done(me.turn, content: rows)`.
  public let turn: TurnContext
  @usableFromInline package let me: Ref<V>

  @inlinable
  init(turn: consuming TurnContext, me: Ref<V>) {
    self.turn = turn
    self.me = me
  }

  /// Whether a state is active in any region; the name may be the end of its path. An unknown name is a fault.
  public func isIn(_ state: StateID) -> Bool { turn.isInKnown(state.name, of: me.id) }

  /// Makes an instance; `path` prefixes its fields' paths, relative to this view model.
  public func make<W: ViewModel>(_ type: W.Type, at path: String) -> Ref<W> {
    Ref(turn.make(W.definition.name, below: me.id, at: path))
  }

  /// Makes an instance that is named by the field that then holds it, such as a row. `prepare` sets initial values,
  /// which are not reported.
  public func make<W: ViewModel>(_ type: W.Type, _ prepare: (borrowing Handle<W>) -> Void = { _ in }) -> Ref<W> {
    let ref = Ref<W>(turn.make(W.definition.name))
    prepare(turn.handle(of: ref))
    return ref
  }

  /// Calls a handler in its own turn, one main-queue hop later, after all due work.
  public func post<each P>(_ handler: HandlerToken<V, repeat each P>, _ captures: repeat each P) {
    turn.post(handler.value(of: me, repeat each captures))
  }
  /// Calls a handler after a delay in whole milliseconds; a negative one counts as zero. A fault beyond the end of
  /// virtual time.
  public func after<each P>(
    _ delay: Duration, _ handler: HandlerToken<V, repeat each P>, _ captures: repeat each P
  ) {
    turn.after(delay.milliseconds, handler.value(of: me, repeat each captures))
  }
  /// Calls a handler repeatedly until cancelled. An interval below one millisecond is a fault.
  public func every<each P>(
    _ interval: Duration, _ handler: HandlerToken<V, repeat each P>, _ captures: repeat each P
  ) {
    turn.every(interval.milliseconds, handler.value(of: me, repeat each captures))
  }
  /// Cancels the waiting calls of a handler with exactly these captures.
  public func cancel<each P>(_ handler: HandlerToken<V, repeat each P>, _ captures: repeat each P) {
    turn.cancel(handler.value(of: me, repeat each captures))
  }

  /// Ends the turn as a crash of the model, unless the chart handles `error.execution`; see *Faults and limits* in
  /// Documentation/Semantics.md.
  public func crash(_ reason: String) { turn.fault(reason) }
}

extension TurnContext {
  // Out of line, so that a set without observers stays short when inlined.

  @inlinable
  @inline(never)
  func set<T: ValueConvertible>(
    _ place: UnsafeMutablePointer<T>, _ value: T, _ instance: InstanceID, telling port: Int32
  ) {
    let old = place.pointee.value
    place.pointee = value
    tell(instance, port: port, old, value.value)
  }

  /// The handle of an instance.
  public func handle<V: ViewModel>(of ref: Ref<V>) -> Handle<V> { Handle(turn: TurnContext(sharing: self), me: ref) }

  /// The current model. If the instance is gone or of another view model, this is the initial model and a fault.
  @inlinable
  package func model<V: ViewModel>(of ref: Ref<V>) -> V.Model {
    model(of: ref.id, as: V.Model.self) ?? faultOfUse(ref)
  }

  @usableFromInline
  func faultOfUse<V: ViewModel>(_ ref: Ref<V>) -> V.Model {
    fault(.instanceGone(of: "\(V.self)"))
    return V.definition.initialModel
  }
}

extension Handle {
  /// Sends a value by a subject.
  public func emit<T>(_ subject: SubjectToken<V, T>, _ value: T) {
    turn.send(subject.encode(value), by: me.id, port: subject.port)
  }
  /// Sends without a value.
  public func emit(_ subject: SubjectToken<V, Void>) { emit(subject, ()) }

  /// Queues an input or event in the turn; its transitions are taken after the running code.
  public func raise<T: RaisedTrigger<V>>(_ trigger: T) where T.Payload == Void { turn.raise(trigger.name, for: me.id) }
  /// Queues an input or event with a value.
  public func raise<T: RaisedTrigger<V>>(_ trigger: T, _ payload: T.Payload) {
    turn.raise(trigger.name, trigger.encode(payload), for: me.id)
  }

  /// Sends an input or event to this instance after a delay. Unlike `After`, leaving a state does not cancel it.
  ///
  /// - Parameter id: The name for `cancel`, `timers` and `fire`; the input's name by default.
  public func send<T: RaisedTrigger<V>>(_ trigger: T, after delay: Duration, id: Name? = nil)
  where T.Payload == Void {
    turn.send(trigger.name, to: me.id, after: delay.milliseconds, id: id)
  }
  /// Sends an input or event with a value after a delay.
  public func send<T: RaisedTrigger<V>>(
    _ trigger: T, _ payload: T.Payload, after delay: Duration, id: Name? = nil
  ) {
    turn.send(trigger.name, trigger.encode(payload), to: me.id, after: delay.milliseconds, id: id)
  }
  /// Cancels a delayed send by its id.
  public func cancel(_ id: Name) { turn.cancel(id, to: me.id) }
  /// Cancels the delayed sends without an id.
  public func cancel<T: RaisedTrigger<V>>(_ trigger: T) { turn.cancel(trigger.name, to: me.id) }

  /// Sends an input to the view model that invoked this one, if any.
  public func sendToInvoker<T: RaisedTrigger>(_ trigger: T) where T.Payload == Void {
    if let invoker = turn.invoker(of: me.id) { turn.send(trigger.name, to: invoker) }
  }
  /// Sends an input with a value to the view model that invoked this one, if any.
  public func sendToInvoker<T: RaisedTrigger>(_ trigger: T, _ payload: T.Payload) {
    if let invoker = turn.invoker(of: me.id) { turn.send(trigger.name, trigger.encode(payload), to: invoker) }
  }
}

extension Handle {
  /// Answers a request, now or later, in a turn of its own.
  ///
  /// Only the first answer counts. If the request ended otherwise, an answer arrives only if it or the service is
  /// `late`.
  public func answer<I, O>(_ asked: Asked<I, O>, _ answer: Answer<O>) { turn.answer(asked.request, answer.answer) }

  /// The instance that answers services; a fault if there is none.
  public func service<W: ViewModel>(_ type: W.Type) -> Ref<W> {
    if let id = turn.machine(at: W.definition.name.text) { return Ref(id) }
    turn.fault(.noAnswerer(W.definition.name))
    return Ref(me.id)
  }
}

extension Handle {
  /// Subscribes a wiring.
  @discardableResult
  public func start<each C>(_ wiring: WiringToken<V, repeat each C>, _ captures: repeat each C) -> Subscription {
    Subscription(turn.start(wiring.name, me.capturing(repeat each captures)) ?? me.id)
  }

  /// Subscribes handlers to a signal received as a value.
  @discardableResult
  public func subscribe<T>(
    to signal: SignalRef<T>, next: HandlerToken<V, T>? = nil, error: HandlerToken<V, Value>? = nil,
    completed: HandlerToken<V>? = nil
  ) -> Subscription {
    let handlers = Sink.handlers(
      next: next?.value(of: me), error: error?.value(of: me), completed: completed?.value(of: me))
    return Subscription(turn.subscribe(signal.signalValue, handlers) ?? me.id)
  }

  /// Ends a subscription, an observation or a two-way binding, and drops its waiting work.
  public func dispose(_ subscription: Subscription) {
    if subscription.id != me.id { turn.dispose(subscription.id) }
  }

  /// Makes a hot subject without replay (`RACSubject`). Its error or completion ends only the current
  /// subscriptions.
  public func makeSubject<T>(of type: T.Type) -> SubjectRef<T> { SubjectRef(turn.makeSubject()) }

  /// Makes a subject that replays its last values and its end (`RACReplaySubject`).
  public func makeReplaySubject<T>(of type: T.Type, capacity: Int = .max) -> SubjectRef<T> {
    SubjectRef(turn.makeSubject(replaying: capacity))
  }

  /// Sends a value.
  public func send<T>(_ element: T, by subject: SubjectRef<T>) { turn.send(.next(element.value), by: subject.id) }
  /// Completes the subscriptions.
  public func complete<T>(_ subject: SubjectRef<T>) { turn.send(.completed, by: subject.id) }
  /// Ends the subscriptions with an error.
  public func fail<T>(_ subject: SubjectRef<T>, _ error: Value) { turn.send(.error(error), by: subject.id) }

  /// Subscribes to a signal once and relays it by the subject (`-multicast:`, `-publish` and `connect`).
  @discardableResult
  public func connect<T>(_ signal: SignalRef<T>, to subject: SubjectRef<T>) -> Subscription {
    Subscription(turn.subscribe(signal.signalValue, .relay(subject.id)) ?? me.id)
  }

  /// Subscribes to a signal now, and replays its last value and end (`-replayLast`).
  public func replayLast<T>(_ signal: SignalRef<T>) -> SubjectRef<T> {
    let subject = makeReplaySubject(of: T.self, capacity: 1)
    connect(signal, to: subject)
    return subject
  }

  /// Writes a trace line.
  public func log(_ text: String, _ value: Value? = nil) { turn.log(text, value) }
}

extension Handle {
  /// Registers a key-value observer of a field; equal sets notify too. Remove it before either instance goes;
  /// otherwise the model faults.
  ///
  /// - Parameter context: Passed unchanged with every change.
  @discardableResult
  public func observe<W: ViewModel, T>(
    _ field: KeyPath<W, FieldToken<W, T>>, of other: Ref<W>, _ options: ObservationOptions, context: Value = .null,
    _ handler: HandlerToken<V, Change<T>>
  ) -> Subscription {
    observe([W.tokens[keyPath: field].name], of: other.id, options, context, handler)
  }

  /// Registers an observer of a field behind a reference, which it follows. Remove it with the same path.
  @discardableResult
  public func observe<W: ViewModel, R: InstanceReference, T>(
    _ field: KeyPath<W, FieldToken<W, R>>, _ inner: KeyPath<R.Target, FieldToken<R.Target, T>>, of other: Ref<W>,
    _ options: ObservationOptions, context: Value = .null, _ handler: HandlerToken<V, Change<T>>
  ) -> Subscription where R.Target: ViewModel {
    observe(path(field, inner), of: other.id, options, context, handler)
  }

  private func observe<T>(
    _ path: [Name], of other: InstanceID, _ options: ObservationOptions, _ context: Value,
    _ handler: HandlerToken<V, Change<T>>
  ) -> Subscription {
    Subscription(turn.observe(path, of: other, options, by: me.id, context: context, handler.value(of: me)))
  }

  /// Calls a handler with the value now and after each change, until either instance goes (FBKVOController's
  /// `mh_observe`: Initial and New).
  @discardableResult
  public func follow<W: ViewModel, T>(
    _ field: KeyPath<W, FieldToken<W, T>>, of other: Ref<W>, _ handler: HandlerToken<V, Change<T>>
  ) -> Subscription {
    Subscription(
      turn.observe(
        [W.tokens[keyPath: field].name], of: other.id, [.initial, .new], by: me.id, isAutomatic: true,
        handler.value(of: me)))
  }

  /// Removes the newest observer of a field, or the newest with a context. A fault if there is none.
  public func removeObserver<W: ViewModel, T>(
    _ field: KeyPath<W, FieldToken<W, T>>, of other: Ref<W>, context: Value? = nil
  ) {
    turn.removeObserver(me.id, of: other.id, [W.tokens[keyPath: field].name], context: context)
  }

  /// Removes the newest observer of a field behind a reference.
  public func removeObserver<W: ViewModel, R: InstanceReference, T>(
    _ field: KeyPath<W, FieldToken<W, R>>, _ inner: KeyPath<R.Target, FieldToken<R.Target, T>>, of other: Ref<W>,
    context: Value? = nil
  ) where R.Target: ViewModel {
    turn.removeObserver(me.id, of: other.id, path(field, inner), context: context)
  }

  private func path<W: ViewModel, R: InstanceReference, T>(
    _ field: KeyPath<W, FieldToken<W, R>>, _ inner: KeyPath<R.Target, FieldToken<R.Target, T>>
  ) -> [Name] where R.Target: ViewModel {
    [W.tokens[keyPath: field].name, R.Target.tokens[keyPath: inner].name]
  }

  /// Stores a value without setter or notification, like a write to an instance variable.
  public func setSilently<T>(_ field: FieldToken<V, T>, to value: T) {
    turn.setSilently(me.id, port: field.port, to: value.value)
  }

  /// Notifies a field's observers before and after `body` (`willChangeValueForKey:`, `didChangeValueForKey:`), for
  /// a setter that notifies only real changes.
  public func changing<T>(_ field: FieldToken<V, T>, _ body: (borrowing Handle<V>) -> Void) {
    let me = me
    turn.changing(me.id, port: field.port) { turn in body(Handle(turn: TurnContext(sharing: turn), me: me)) }
  }

  /// Inserts into a list field in place, without its setter; observers receive the indexes. An invalid index is a
  /// fault.
  public func insert<E>(_ elements: [E], at indexes: [Int], into field: FieldToken<V, [E]>) {
    turn.edit(me.id, port: field.port, .insert(elements.map(\.value), at: indexes))
  }
  /// Removes elements in place.
  public func remove<E>(at indexes: [Int], from field: FieldToken<V, [E]>) {
    turn.edit(me.id, port: field.port, .remove(at: indexes))
  }
  /// Replaces elements in place.
  public func replace<E>(at indexes: [Int], of field: FieldToken<V, [E]>, with elements: [E]) {
    turn.edit(me.id, port: field.port, .replace(at: indexes, with: elements.map(\.value)))
  }

  /// Binds two fields to each other (`RACChannelTo`), starting with the right one's value. The binding's own writes
  /// are not passed back.
  @discardableResult
  public func bindBothWays<L: ViewModel, R: ViewModel, T>(
    _ left: Ref<L>, _ leftField: KeyPath<L, FieldToken<L, T>>, _ right: Ref<R>,
    _ rightField: KeyPath<R, FieldToken<R, T>>
  ) -> Subscription {
    bind(left, leftField, nil, right, rightField, nil)
  }

  /// Binds two fields to each other; nil on the right becomes the replacement on the left.
  @discardableResult
  public func bindBothWays<L: ViewModel, R: ViewModel, T>(
    _ left: Ref<L>, _ leftField: KeyPath<L, FieldToken<L, T>>, replacingNil replacement: T,
    _ right: Ref<R>, _ rightField: KeyPath<R, FieldToken<R, T?>>
  ) -> Subscription {
    bind(left, leftField, replacement.value, right, rightField, nil)
  }

  /// Binds two fields to each other; nil on the left becomes the replacement on the right.
  @discardableResult
  public func bindBothWays<L: ViewModel, R: ViewModel, T>(
    _ left: Ref<L>, _ leftField: KeyPath<L, FieldToken<L, T?>>,
    _ right: Ref<R>, _ rightField: KeyPath<R, FieldToken<R, T>>, replacingNil replacement: T
  ) -> Subscription {
    bind(left, leftField, nil, right, rightField, replacement.value)
  }

  private func bind<L: ViewModel, R: ViewModel, A, B>(
    _ left: Ref<L>, _ leftField: KeyPath<L, FieldToken<L, A>>, _ leftReplacement: Value?, _ right: Ref<R>,
    _ rightField: KeyPath<R, FieldToken<R, B>>, _ rightReplacement: Value?
  ) -> Subscription {
    Subscription(
      turn.bindBothWays(
        (left.id, L.tokens[keyPath: leftField].port), replacingNil: leftReplacement,
        (right.id, R.tokens[keyPath: rightField].port), replacingNil: rightReplacement))
  }
}
