import Statecharts

/// The model, by its own names: `me.name = clean` sets and notifies.
extension Handle {
  /// A stored property.
  @inlinable
  public subscript<T: ValueConvertible>(dynamicMember path: WritableKeyPath<V.Model, T>) -> T {
    get { turn.value(of: me, at: path) }
    nonmutating set { turn.set(me, path, newValue) }
  }

  /// What the model computes.
  @inlinable
  public subscript<T>(dynamicMember path: KeyPath<V.Model, T>) -> T { turn.value(of: me, at: path) }

  /// The model by itself, for properties that are called as a member of this: `me.model.post = next`.
  @inlinable
  public var model: HandledModel<V> { HandledModel(turn: TurnContext(sharing: turn), me: me) }

  /// A field by its token, for code that is given the token.
  @inlinable
  public func value<T>(of field: FieldToken<V, T>) -> T { turn.value(of: me, field) }
  @inlinable
  public func set<T>(_ field: FieldToken<V, T>, to value: T) { turn.set(me, field, value) }

  /// This instance, for whoever keeps it.
  public var ref: Ref<V> { me }

  /// Another instance: `me[row].total = 3`.
  @inlinable
  public subscript<W: ViewModel>(other: Ref<W>) -> Handle<W> { turn.handle(of: other) }

  /// A child: `me[table].offset`.
  public subscript<W>(child: ChildToken<V, W>) -> Handle<W> { turn.handle(of: self.child(child)) }

  /// A child, for whoever keeps it; a fault when it is gone.
  public func child<W>(_ child: ChildToken<V, W>) -> Ref<W> {
    if let id = turn.child(child.position, of: me.id) { return Ref(id) }
    turn.fault("the child '\(child.name)' is gone")
    return Ref(me.id)
  }

  /// What the app stored; `nil` when there is nothing, or something else.
  public func stored<T: ValueConvertible>(_ key: String, as type: T.Type = T.self) -> T? {
    turn.stored(key).flatMap { T($0) }
  }
  /// Writes to the persisted store.
  public func store<T: ValueConvertible>(_ key: String, _ value: T) { turn.store(key, value.value) }
}

/// The model inside a turn: sets notify.
@dynamicMemberLookup
public struct HandledModel<V: ViewModel>: ~Copyable {
  @usableFromInline let turn: TurnContext
  @usableFromInline let me: Ref<V>

  @inlinable
  init(turn: consuming TurnContext, me: Ref<V>) {
    self.turn = turn
    self.me = me
  }

  @inlinable
  public subscript<T: ValueConvertible>(dynamicMember path: WritableKeyPath<V.Model, T>) -> T {
    get { turn.value(of: me, at: path) }
    nonmutating set { turn.set(me, path, newValue) }
  }

  @inlinable
  public subscript<T>(dynamicMember path: KeyPath<V.Model, T>) -> T { turn.value(of: me, at: path) }
}

/// Subjects, events, handlers and subscriptions by their tokens.
extension Handle {
  /// Sends a value by a subject.
  public func emit<T>(_ subject: SubjectToken<V, T>, _ value: T) {
    turn.send(subject.encode(value), by: me.id, port: subject.port)
  }
  public func emit(_ subject: SubjectToken<V, Void>) { emit(subject, ()) }

  /// Puts an input or event into the turn's internal queue; transitions are taken when the running code has ended.
  public func raise<T: RaisedTrigger<V>>(_ trigger: T) where T.Payload == Void { turn.raise(trigger.name, for: me.id) }
  public func raise<T: RaisedTrigger<V>>(_ trigger: T, _ payload: T.Payload) {
    turn.raise(trigger.name, trigger.encode(payload), for: me.id)
  }

  /// Sends an input or event to itself after a delay, whatever state it is in by then; unlike an `After` it is not cancelled
  /// when a state is left.
  ///
  /// - Parameter id: What `cancel`, `timers` and `fire` call it; `nil` is the input's name.
  public func send<T: RaisedTrigger<V>>(_ trigger: T, after delay: Duration, id: String? = nil)
  where T.Payload == Void {
    turn.send(trigger.name, to: me.id, after: delay.milliseconds, id: id)
  }
  public func send<T: RaisedTrigger<V>>(
    _ trigger: T, _ payload: T.Payload, after delay: Duration, id: String? = nil
  ) {
    turn.send(trigger.name, trigger.encode(payload), to: me.id, after: delay.milliseconds, id: id)
  }
  /// Cancels what was sent to itself with a delay, under no id of its own, and has not come yet.
  public func cancel<T: RaisedTrigger<V>>(_ trigger: T) { turn.cancel(trigger.name, to: me.id) }

  /// Sends an input to the view model that invoked this one; does nothing when none did.
  public func sendToInvoker<T: RaisedTrigger>(_ trigger: T) where T.Payload == Void {
    if let invoker = turn.invoker(of: me.id) { turn.send(trigger.name, to: invoker) }
  }
  public func sendToInvoker<T: RaisedTrigger>(_ trigger: T, _ payload: T.Payload) {
    if let invoker = turn.invoker(of: me.id) { turn.send(trigger.name, trigger.encode(payload), to: invoker) }
  }

  /// Makes an instance of another view model that is called by the field that takes it: a row, or a child of its own.
  ///
  /// What it does before a field takes it is not told: the field tells what it is then.
  ///
  /// - Parameter prepare: Runs at once with the new instance, to give its fields their first values.
  public func make<W: TokenViewModel>(_ type: W.Type, _ prepare: (borrowing Handle<W>) -> Void) -> Ref<W> {
    let ref = Ref<W>(turn.make(W.definition.name))
    prepare(turn.handle(of: ref))
    return ref
  }

  /// Calls a handler in one hop through the main queue.
  public func post<each P>(_ handler: HandlerToken<V, repeat each P>, _ captures: repeat each P) {
    turn.post(handler.value(of: me, repeat each captures))
  }
  /// Calls a handler after a delay.
  public func after<each P>(
    _ delay: Duration, _ handler: HandlerToken<V, repeat each P>, _ captures: repeat each P
  ) {
    turn.after(delay.milliseconds, handler.value(of: me, repeat each captures))
  }
  /// Calls a handler again and again.
  public func every<each P>(
    _ interval: Duration, _ handler: HandlerToken<V, repeat each P>, _ captures: repeat each P
  ) {
    turn.every(interval.milliseconds, handler.value(of: me, repeat each captures))
  }
  /// Drops the hops, delays and timers that wait to call a handler with just these captures.
  public func cancel<each P>(_ handler: HandlerToken<V, repeat each P>, _ captures: repeat each P) {
    turn.cancel(handler.value(of: me, repeat each captures))
  }

  /// Subscribes a wiring.
  ///
  /// - Returns: The subscription; to forget it changes nothing.
  @discardableResult
  public func start<each C>(_ wiring: WiringToken<V, repeat each C>, _ captures: repeat each C) -> Subscription {
    var values = [me.value]
    repeat values.append((each captures).value)
    return Subscription(turn.start(wiring.declaration.name, values) ?? me.id)
  }

  /// Makes a signal command whose work is a signal of this instance and the input.
  ///
  /// - Parameters:
  ///   - enabled: Whether the command is allowed; always, without one.
  ///   - allowsConcurrency: Whether it may execute beside itself.
  ///   - name: The name under which it shows its phases, as a region of this view model does, and its values, failures,
  ///     errors and refusals; a field of this view model has to hold it. Without one the trace tells nothing of it.
  public func makeCommand<Input, Output>(
    _ work: SignalToken<V, Output, Input>, enabled: SignalRef<Bool>? = nil, allowsConcurrency: Bool = false,
    showing name: String? = nil
  ) -> SignalCommand<Input, Output> {
    var allowed: HandlerValue?
    if case .wiring(let name, let captures)? = enabled?.signalValue { allowed = HandlerValue(name, captures) }
    return SignalCommand(
      turn.makeCommand(
        HandlerValue(work.declaration.name, [me.value]), enabled: allowed, allowsConcurrency: allowsConcurrency,
        shown: name.map { (me.id, $0) }))
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
}

extension TurnContext {
  @inlinable
  func value<V: ViewModel, T>(of ref: Ref<V>, at path: KeyPath<V.Model, T>) -> T {
    guard let model = location(of: ref.id, ObjectIdentifier(V.Model.self)) else {
      return faultOfUse(ref)[keyPath: path]
    }
    return model.assumingMemoryBound(to: V.Model.self).pointee[keyPath: path]
  }

  @inlinable
  func value<V: ViewModel, T>(of ref: Ref<V>, _ field: FieldToken<V, T>) -> T {
    guard field.offset >= 0, let model = location(of: ref.id, ObjectIdentifier(V.Model.self)) else {
      return valueByPath(ref, field)
    }
    return (model + field.offset).assumingMemoryBound(to: T.self).pointee
  }

  @usableFromInline
  func valueByPath<V: ViewModel, T>(_ ref: Ref<V>, _ field: FieldToken<V, T>) -> T {
    model(of: ref)[keyPath: field.path]
  }

  @inlinable
  func set<V: ViewModel, T: ValueConvertible>(_ ref: Ref<V>, _ path: WritableKeyPath<V.Model, T>, _ value: T) {
    guard let offset = MemoryLayout<V.Model>.offset(of: path),
      let (model, told) = plainAddress(of: ref.id, at: offset, ObjectIdentifier(V.Model.self))
    else { return setByPath(ref, path, value) }
    let place = (model + offset).assumingMemoryBound(to: T.self)
    if told < 0 { place.pointee = value } else { set(place, value, ref.id, telling: told) }
  }

  @inlinable
  func set<V: ViewModel, T>(_ ref: Ref<V>, _ field: FieldToken<V, T>, _ value: T) {
    guard let (model, told) = plainAddress(of: ref.id, at: field.offset, ObjectIdentifier(V.Model.self)) else {
      return set(ref.id, port: field.port, to: value.value)
    }
    let place = (model + field.offset).assumingMemoryBound(to: T.self)
    if told < 0 { place.pointee = value } else { set(place, value, ref.id, telling: told) }
  }

  @inlinable
  @inline(never)
  func setByPath<V: ViewModel, T: ValueConvertible>(_ ref: Ref<V>, _ path: AnyKeyPath, _ value: T) {
    let port = V.fieldPort(of: path)
    if port >= 0 { set(ref.id, port: port, to: value.value) } else { faultOfSet(ref) }
  }

  @usableFromInline
  func faultOfSet<V: ViewModel>(_ ref: Ref<V>) { fault("\(V.self) has no field over the property that is set") }
}
