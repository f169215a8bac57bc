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
