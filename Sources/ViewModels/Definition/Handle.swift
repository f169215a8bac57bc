import Statecharts

/// What an action, an observer or a setter may do with its view model inside a turn.
///
/// It cannot be copied or kept. Assignments through it notify at once, depth first.
@dynamicMemberLookup
public struct Handle<V: ViewModel>: ~Copyable {
  public let turn: TurnContext
  public let me: Ref<V>

  @inlinable
  init(turn: consuming TurnContext, me: Ref<V>) {
    self.turn = turn
    self.me = me
  }

  @inlinable
  public subscript<T>(field: Field<V.Model, T>) -> T {
    get { turn[me, field] }
    nonmutating set { turn[me, field] = newValue }
  }

  /// Reads or sets a field of another instance.
  @inlinable
  public subscript<W: ViewModel, T>(other: Ref<W>, field: Field<W.Model, T>) -> T {
    get { turn[other, field] }
    nonmutating set { turn[other, field] = newValue }
  }

  /// Sends a value by a subject.
  public func emit<T>(_ subject: Subject<T>, _ value: T) {
    turn.emit(subject, value, by: me)
  }

  public func emit(_ subject: Subject<Void>) { emit(subject, ()) }

  /// Puts an input into the turn's internal queue; transitions are taken when the running code has ended.
  public func raise(_ input: Input<Void>) { turn.raise(input.name, for: me.id) }

  /// Puts an input of another instance into the turn's internal queue.
  public func raise<W: ViewModel>(_ input: Input<Void>, for other: Ref<W>) { turn.raise(input.name, for: other.id) }
  public func raise<W: ViewModel, T: ValueConvertible>(_ input: Input<T>, _ value: T, for other: Ref<W>) {
    turn.raise(input.name, value.value, for: other.id)
  }

  public func raise<T: ValueConvertible>(_ input: Input<T>, _ value: T) {
    turn.raise(input.name, value.value, for: me.id)
  }

  /// Sends an input to itself after a delay, whatever state it is in by then; unlike an `After` it is not cancelled when a
  /// state is left.
  ///
  /// - Parameter id: What `cancel`, `timers` and `fire` call it; `nil` is the input's name.
  public func send(_ input: Input<Void>, after delay: Duration, id: String? = nil) {
    turn.send(input.name, to: me.id, after: delay.milliseconds, id: id)
  }
  public func send<T: ValueConvertible>(_ input: Input<T>, _ value: T, after delay: Duration, id: String? = nil) {
    turn.send(input.name, value.value, to: me.id, after: delay.milliseconds, id: id)
  }

  /// Cancels what was sent to itself under an id and has not come yet.
  public func cancel(_ id: String) { turn.cancel(id, to: me.id) }
  /// Cancels what was sent to itself with a delay, under no id of its own, and has not come yet.
  public func cancel<T>(_ input: Input<T>) { turn.cancel(input.name, to: me.id) }

  /// Sends an input to the view model that invoked this one; does nothing when none did.
  public func sendToInvoker(_ input: Input<Void>) {
    if let invoker = turn.invoker(of: me.id) { turn.send(input.name, to: invoker) }
  }
  public func sendToInvoker<T: ValueConvertible>(_ input: Input<T>, _ value: T) {
    if let invoker = turn.invoker(of: me.id) { turn.send(input.name, value.value, to: invoker) }
  }

  /// Returns whether a state is active.
  public func isIn(_ state: StateID) -> Bool { turn.isIn(state.name, of: me.id) }

  /// Makes an instance of another view model.
  ///
  /// - Parameter path: What its fields are called, seen from this view model: `user`.
  public func make<W: ViewModel>(_ type: W.Type, at path: String) -> Ref<W> {
    let place = turn.path(of: me.id)
    return Ref(turn.make(W.definition.name, at: place.isEmpty ? path : "\(place).\(path)"))
  }

  /// Makes an instance of another view model that is called by the field that takes it: a row, or a child of its own.
  ///
  /// What it does before a field takes it is not told: the field tells what it is then.
  ///
  /// - Parameter prepare: Runs at once with the new instance, to give its fields their first values.
  public func make<W: ViewModel>(_ type: W.Type, _ prepare: (Ref<W>) -> Void = { _ in }) -> Ref<W> {
    let ref = Ref<W>(turn.make(W.definition.name))
    prepare(ref)
    return ref
  }

  /// Makes an instance of the view's own bookkeeping and keeps it as long as the machine is open.
  public func makeView<W: ViewModel>(_ type: W.Type, at path: String) -> Ref<W> {
    let ref = make(type, at: path)
    turn.keep(ref.id)
    return ref
  }

  /// Calls a handler after a delay.
  public func after(_ delay: Duration, _ handler: HandlerValue) { turn.after(delay.milliseconds, handler) }
  /// Calls a handler in one hop through the main queue.
  public func post(_ handler: HandlerValue) { turn.post(handler) }
  /// Calls a handler again and again.
  public func every(_ interval: Duration, _ handler: HandlerValue) { turn.every(interval.milliseconds, handler) }

  /// Ends the turn as a crash of the model.
  public func crash(_ reason: String) { turn.fault(reason) }
}

extension TurnContext {
  /// Reads or sets a field of an instance.
  @inlinable
  public subscript<V: ViewModel, T>(_ ref: Ref<V>, _ field: Field<V.Model, T>) -> T {
    get {
      guard field.offset >= 0, let model = location(of: ref.id, ObjectIdentifier(V.Model.self)) else {
        return valueOfModel(ref, field)
      }
      return (model + field.offset).assumingMemoryBound(to: T.self).pointee
    }
    nonmutating set {
      guard let (model, told) = plainAddress(of: ref.id, at: field.offset, ObjectIdentifier(V.Model.self)) else {
        return setByName(ref.id, field, newValue)
      }
      let place = (model + field.offset).assumingMemoryBound(to: T.self)
      if told < 0 { place.pointee = newValue } else { set(place, newValue, ref.id, telling: told) }
    }
  }

  // What a set that nobody hears of does without stands apart.

  @inlinable
  @inline(never)
  func setByName<Model, T>(_ instance: InstanceID, _ field: Field<Model, T>, _ value: T) {
    set(instance, field.name, to: value.value)
  }

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

  /// Sends a value by a subject of an instance.
  public func emit<V: ViewModel, T>(_ subject: Subject<T>, _ value: T, by ref: Ref<V>) {
    guard let port = V.definition.port(of: subject.name, in: self) else { return }
    send(subject.encode(value), by: ref.id, port: port)
  }

  /// Returns an instance's model as it is now. Of an instance that is gone, or of another view model, it is the initial
  /// model, and the turn ends as a fault.
  @inlinable
  public func model<V: ViewModel>(of ref: Ref<V>) -> V.Model {
    model(of: ref.id, as: V.Model.self) ?? faultOfUse(ref)
  }

  /// Reads a field that has no place of its own in the model, or of an instance that is gone.
  @usableFromInline
  func valueOfModel<V: ViewModel, T>(_ ref: Ref<V>, _ field: Field<V.Model, T>) -> T {
    model(of: ref)[keyPath: field.path]
  }

  @usableFromInline
  func faultOfUse<V: ViewModel>(_ ref: Ref<V>) -> V.Model {
    fault("an instance of \(V.self) was used after it was gone")
    return V.definition.initialModel
  }
}
