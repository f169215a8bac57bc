import Statecharts

/// What an action, an observer or a setter may do with its view model inside a turn.
///
/// It cannot be copied or kept. Assignments through it notify at once, depth first: *Code nests* in
/// Documentation/Semantics.md.
@dynamicMemberLookup
public struct Handle<V: ViewModel>: ~Copyable {
  /// The turn that runs, for what takes it without a view model's type: `work.done(me.turn, content: rows)`.
  public let turn: TurnContext
  @usableFromInline package let me: Ref<V>

  @inlinable
  init(turn: consuming TurnContext, me: Ref<V>) {
    self.turn = turn
    self.me = me
  }

  /// Returns whether a state is active, in whichever region: by its own name, or by the end of its path.
  ///
  /// A name that the chart does not have faults the model.
  public func isIn(_ state: StateID) -> Bool { turn.isInKnown(state.name, of: me.id) }

  /// Makes an instance of another view model.
  ///
  /// - Parameter path: What its fields are called, seen from this view model: `user`.
  public func make<W: ViewModel>(_ type: W.Type, at path: String) -> Ref<W> {
    Ref(turn.make(W.definition.name, below: me.id, at: path))
  }

  /// Makes an instance of another view model that is called by the field that takes it: a row, or a child of its own.
  ///
  /// What it does before a field takes it is not told: the field tells what it is then.
  ///
  /// - Parameter prepare: Runs at once with the new instance, to give its fields their first values.
  public func make<W: ViewModel>(_ type: W.Type, _ prepare: (borrowing Handle<W>) -> Void = { _ in }) -> Ref<W> {
    let ref = Ref<W>(turn.make(W.definition.name))
    prepare(turn.handle(of: ref))
    return ref
  }

  /// Calls a handler in one hop through the main queue: in a turn of its own, behind all that is due by then.
  public func post<each P>(_ handler: HandlerToken<V, repeat each P>, _ captures: repeat each P) {
    turn.post(handler.value(of: me, repeat each captures))
  }
  /// Calls a handler after a delay, of which whole milliseconds count; one below zero is none. A fault when that moment is
  /// beyond the end of virtual time.
  public func after<each P>(
    _ delay: Duration, _ handler: HandlerToken<V, repeat each P>, _ captures: repeat each P
  ) {
    turn.after(delay.milliseconds, handler.value(of: me, repeat each captures))
  }
  /// Calls a handler after each interval, until it is cancelled. Whole milliseconds count; less than one is a fault.
  public func every<each P>(
    _ interval: Duration, _ handler: HandlerToken<V, repeat each P>, _ captures: repeat each P
  ) {
    turn.every(interval.milliseconds, handler.value(of: me, repeat each captures))
  }
  /// Drops the hops, delays and timers that wait to call a handler with just these captures.
  public func cancel<each P>(_ handler: HandlerToken<V, repeat each P>, _ captures: repeat each P) {
    turn.cancel(handler.value(of: me, repeat each captures))
  }

  /// Ends the turn as a crash of the model, with a reason. A chart that takes the event `error.execution` is given it
  /// instead, and the turn goes on: *Faults and limits* in Documentation/Semantics.md.
  public func crash(_ reason: String) { turn.fault(reason) }
}

extension TurnContext {
  // What a set that nobody hears of does without stands apart.

  @inlinable
  @inline(never)
  func set<T: ValueConvertible>(
    _ place: UnsafeMutablePointer<T>, _ value: T, _ instance: InstanceID, telling port: Int32
  ) {
    let old = place.pointee.value
    place.pointee = value
    tell(instance, port: port, old, value.value)
  }

  /// The handle of an instance, for what actions and handlers have in common.
  public func handle<V: ViewModel>(of ref: Ref<V>) -> Handle<V> { Handle(turn: TurnContext(sharing: self), me: ref) }

  /// Returns an instance's model as it is now. Of an instance that is gone, or of another view model, it is the initial
  /// model, and the turn ends as a fault.
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

/// What goes out and what comes in: subjects, inputs and events.
extension Handle {
  /// Sends a value by a subject.
  public func emit<T>(_ subject: SubjectToken<V, T>, _ value: T) {
    turn.send(subject.encode(value), by: me.id, port: subject.port)
  }
  /// Sends by a subject without a value.
  public func emit(_ subject: SubjectToken<V, Void>) { emit(subject, ()) }

  /// Puts an input or event into the turn's internal queue; transitions are taken when the running code has ended.
  public func raise<T: RaisedTrigger<V>>(_ trigger: T) where T.Payload == Void { turn.raise(trigger.name, for: me.id) }
  /// Puts an input or event with its value into the turn's internal queue.
  public func raise<T: RaisedTrigger<V>>(_ trigger: T, _ payload: T.Payload) {
    turn.raise(trigger.name, trigger.encode(payload), for: me.id)
  }

  /// Sends an input or event to itself after a delay, whatever state it is in by then; unlike an `After` it is not cancelled
  /// when a state is left.
  ///
  /// - Parameter id: What `cancel`, `timers` and `fire` call it; `nil` is the input's name.
  public func send<T: RaisedTrigger<V>>(_ trigger: T, after delay: Duration, id: Name? = nil)
  where T.Payload == Void {
    turn.send(trigger.name, to: me.id, after: delay.milliseconds, id: id)
  }
  /// Sends an input or event with its value to itself after a delay.
  ///
  /// - Parameter id: What `cancel`, `timers` and `fire` call it; `nil` is the input's name.
  public func send<T: RaisedTrigger<V>>(
    _ trigger: T, _ payload: T.Payload, after delay: Duration, id: Name? = nil
  ) {
    turn.send(trigger.name, trigger.encode(payload), to: me.id, after: delay.milliseconds, id: id)
  }
  /// Cancels what was sent to itself under an id and has not come yet.
  public func cancel(_ id: Name) { turn.cancel(id, to: me.id) }
  /// Cancels what was sent to itself with a delay, under no id of its own, and has not come yet.
  public func cancel<T: RaisedTrigger<V>>(_ trigger: T) { turn.cancel(trigger.name, to: me.id) }

  /// Sends an input to the view model that invoked this one; does nothing when none did.
  public func sendToInvoker<T: RaisedTrigger>(_ trigger: T) where T.Payload == Void {
    if let invoker = turn.invoker(of: me.id) { turn.send(trigger.name, to: invoker) }
  }
  /// Sends an input with its value to the view model that invoked this one; does nothing when none did.
  public func sendToInvoker<T: RaisedTrigger>(_ trigger: T, _ payload: T.Payload) {
    if let invoker = turn.invoker(of: me.id) { turn.send(trigger.name, trigger.encode(payload), to: invoker) }
  }
}

/// Requests and who answers them.
extension Handle {
  /// Answers a request, now, later or from what is known; each answer is a turn of its own, also one without a delay.
  ///
  /// The first answer ends the request, further ones are late and tell nobody. To a request that ended otherwise an answer
  /// comes only when it is `late`, or the service answers late.
  public func answer<I, O>(_ asked: Asked<I, O>, _ answer: Answer<O>) { turn.answer(asked.request, answer.answer) }

  /// The instance that answers for services; a fault when no service of the machine is answered by it.
  public func service<W: ViewModel>(_ type: W.Type) -> Ref<W> {
    if let id = turn.machine(at: W.definition.name.text) { return Ref(id) }
    turn.fault(.noAnswerer(W.definition.name))
    return Ref(me.id)
  }
}

/// Subscriptions, subjects and log lines.
extension Handle {
  /// Subscribes a wiring.
  ///
  /// - Returns: The subscription; to forget it changes nothing.
  @discardableResult
  public func start<each C>(_ wiring: WiringToken<V, repeat each C>, _ captures: repeat each C) -> Subscription {
    Subscription(turn.start(wiring.name, me.capturing(repeat each captures)) ?? me.id)
  }

  /// Subscribes handlers to a signal that was received as a value.
  @discardableResult
  public func subscribe<T>(
    to signal: SignalRef<T>, next: HandlerToken<V, T>? = nil, error: HandlerToken<V, Value>? = nil,
    completed: HandlerToken<V>? = nil
  ) -> Subscription {
    let handlers = Sink.handlers(
      next: next?.value(of: me), error: error?.value(of: me), completed: completed?.value(of: me))
    return Subscription(turn.subscribe(signal.signalValue, handlers) ?? me.id)
  }

  /// Ends a subscription, an observation or a two-way binding: nothing more comes, and what waits for it is dropped.
  public func dispose(_ subscription: Subscription) {
    if subscription.id != me.id { turn.dispose(subscription.id) }
  }

  /// Makes a hot subject without replay (`RACSubject`). Its error or completion ends the subscriptions that it has then;
  /// who comes later hears what it sends later.
  public func makeSubject<T>(of type: T.Type) -> SubjectRef<T> { SubjectRef(turn.makeSubject()) }

  /// Makes a subject that hands whoever comes late its last values and its end (`RACReplaySubject`).
  public func makeReplaySubject<T>(of type: T.Type, capacity: Int = .max) -> SubjectRef<T> {
    SubjectRef(turn.makeSubject(replaying: capacity))
  }

  /// Sends a value by a subject.
  public func send<T>(_ element: T, by subject: SubjectRef<T>) { turn.send(.next(element.value), by: subject.id) }
  /// Completes a subject's subscriptions.
  public func complete<T>(_ subject: SubjectRef<T>) { turn.send(.completed, by: subject.id) }
  /// Ends a subject's subscriptions by an error.
  public func fail<T>(_ subject: SubjectRef<T>, _ error: Value) { turn.send(.error(error), by: subject.id) }

  /// Subscribes to a signal once for many: what it sends goes out by the subject (`-multicast:`, and `-publish` with its
  /// `connect`).
  @discardableResult
  public func connect<T>(_ signal: SignalRef<T>, to subject: SubjectRef<T>) -> Subscription {
    Subscription(turn.subscribe(signal.signalValue, .relay(subject.id)) ?? me.id)
  }

  /// Subscribes to a signal at once, for many: each that comes late gets its last value, and its end (`-replayLast`).
  public func replayLast<T>(_ signal: SignalRef<T>) -> SubjectRef<T> {
    let subject = makeReplaySubject(of: T.self, capacity: 1)
    connect(signal, to: subject)
    return subject
  }

  /// Writes a line to the trace.
  public func log(_ text: String, _ value: Value? = nil) { turn.log(text, value) }
}

extension TurnContext {
  /// Writes a line to the trace, with a value.
  package func log(_ text: String, _ value: some ValueConvertible) { log(text, Optional(value.value)) }
}

/// Observation and two-way bindings, by tokens.
extension Handle {
  /// Registers an observer of a field in the manner of key-value observing.
  ///
  /// Equal sets notify. The registration is this instance's: `removeObserver` ends it. It must be removed before this
  /// instance or the observed one goes; else the model faults.
  ///
  /// - Parameters:
  ///   - options: What the change tells, and when; with `.initial` the handler is called before this returns.
  ///   - context: Echoed untouched with every change.
  @discardableResult
  public func observe<W: ViewModel, T>(
    _ field: KeyPath<W, FieldToken<W, T>>, of other: Ref<W>, _ options: ObservationOptions, context: Value = .null,
    _ handler: HandlerToken<V, Change<T>>
  ) -> Subscription {
    observe([W.tokens[keyPath: field].name], of: other.id, options, context, handler)
  }

  /// Registers an observer of a field of the instance that a field refers to: attached again when it is replaced, and
  /// removed by `removeObserver` with the same path.
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

  /// Calls a handler with the value now and after each change, until this instance or the observed one goes
  /// (FBKVOController's `mh_observe`: Initial and New).
  @discardableResult
  public func follow<W: ViewModel, T>(
    _ field: KeyPath<W, FieldToken<W, T>>, of other: Ref<W>, _ handler: HandlerToken<V, Change<T>>
  ) -> Subscription {
    Subscription(
      turn.observe(
        [W.tokens[keyPath: field].name], of: other.id, [.initial, .new], by: me.id, isAutomatic: true,
        handler.value(of: me)))
  }

  /// Removes this instance's newest observer of a field, or the newest with a context. A fault when there is none.
  public func removeObserver<W: ViewModel, T>(
    _ field: KeyPath<W, FieldToken<W, T>>, of other: Ref<W>, context: Value? = nil
  ) {
    turn.removeObserver(me.id, of: other.id, [W.tokens[keyPath: field].name], context: context)
  }

  /// Removes this instance's newest observer of a field of the instance that a field refers to, or the newest with a
  /// context. A fault when there is none.
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

  /// Stores a value without running the setter or telling anybody: the write of an instance variable.
  public func setSilently<T>(_ field: FieldToken<V, T>, to value: T) {
    turn.setSilently(me.id, port: field.port, to: value.value)
  }

  /// Tells the observers of a field before and after a body that stores it silently: manual notification
  /// (`willChangeValueForKey:`, `didChangeValueForKey:`). So a setter notifies only when the value differs.
  public func changing<T>(_ field: FieldToken<V, T>, _ body: (borrowing Handle<V>) -> Void) {
    let me = me
    turn.changing(me.id, port: field.port) { turn in body(Handle(turn: TurnContext(sharing: turn), me: me)) }
  }

  /// Edits a list field in place, so that observers are told what changed, and where. The setter does not run. A fault for
  /// an index that is not there.
  public func insert<E>(_ elements: [E], at indexes: [Int], into field: FieldToken<V, [E]>) {
    turn.edit(me.id, port: field.port, .insert(elements.map(\.value), at: indexes))
  }
  /// Takes elements out of a list field in place. A fault for an index that is not there.
  public func remove<E>(at indexes: [Int], from field: FieldToken<V, [E]>) {
    turn.edit(me.id, port: field.port, .remove(at: indexes))
  }
  /// Replaces elements of a list field in place. A fault for an index that is not there.
  public func replace<E>(at indexes: [Int], of field: FieldToken<V, [E]>, with elements: [E]) {
    turn.edit(me.id, port: field.port, .replace(at: indexes, with: elements.map(\.value)))
  }

  /// Binds two fields to each other (`RACChannelTo`): the left one takes the value of the right one now, then each takes
  /// what the other is set to; the write of the binding is not carried back.
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
