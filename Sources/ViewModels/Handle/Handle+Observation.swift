import Statecharts

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
    _ path: [String], of other: InstanceID, _ options: ObservationOptions, _ context: Value,
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
  ) -> [String] where R.Target: ViewModel {
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
