import Statecharts

/// Observation and two-way bindings.
extension Handle {
  /// Registers an observer of a field in the manner of key-value observing; the handler is called with a `Change`.
  ///
  /// Equal sets notify. The registration is this instance's: `removeObserver` ends it. It must be removed before this
  /// instance or the observed one goes; else the model faults.
  ///
  /// - Parameters:
  ///   - options: What the change tells, and when; with `.initial` the handler is called before this returns.
  ///   - context: Echoed untouched with every change.
  @discardableResult
  public func observe<W: ViewModel, T>(
    _ field: Field<W.Model, T>, of other: Ref<W>, _ options: ObservationOptions, context: Value = .null,
    _ handler: HandlerValue
  ) -> Subscription {
    Subscription(turn.observe([field.name], of: other.id, options, by: me.id, context: context, handler))
  }

  /// Registers an observer of a field of the instance that a field refers to: attached again when it is replaced.
  @discardableResult
  public func observe<W: ViewModel, R: InstanceReference, T>(
    _ field: Field<W.Model, R>, _ inner: Field<R.Target.Model, T>, of other: Ref<W>, _ options: ObservationOptions,
    context: Value = .null, _ handler: HandlerValue
  ) -> Subscription {
    Subscription(turn.observe([field.name, inner.name], of: other.id, options, by: me.id, context: context, handler))
  }

  /// Calls a handler with the value now and after each change, until this instance or the observed one goes
  /// (FBKVOController's `mh_observe`: Initial and New).
  @discardableResult
  public func follow<W: ViewModel, T>(
    _ field: Field<W.Model, T>, of other: Ref<W>, _ handler: HandlerValue
  ) -> Subscription {
    Subscription(
      turn.observe([field.name], of: other.id, [.initial, .new], by: me.id, isAutomatic: true, handler))
  }

  /// Removes this instance's newest observer of a field, or the newest with a context. A fault when there is none.
  public func removeObserver<W: ViewModel, T>(
    _ field: Field<W.Model, T>, of other: Ref<W>, context: Value? = nil
  ) {
    turn.removeObserver(me.id, of: other.id, [field.name], context: context)
  }

  /// Removes this instance's newest observer of a field of the instance that a field refers to.
  public func removeObserver<W: ViewModel, R: InstanceReference, T>(
    _ field: Field<W.Model, R>, _ inner: Field<R.Target.Model, T>, of other: Ref<W>, context: Value? = nil
  ) {
    turn.removeObserver(me.id, of: other.id, [field.name, inner.name], context: context)
  }

  /// Stores a value without running the setter or telling anybody: the write of an instance variable.
  public func setSilently<T>(_ field: Field<V.Model, T>, to value: T) {
    guard let port = V.definition.port(of: field.name, in: turn) else { return }
    turn.setSilently(me.id, port: port, to: value.value)
  }

  /// Tells the observers of a field before and after a body that stores it silently: manual notification
  /// (`willChangeValueForKey:`, `didChangeValueForKey:`). So a setter notifies only when the value differs.
  public func changing<T>(_ field: Field<V.Model, T>, _ body: V.Body) {
    guard let port = V.definition.port(of: field.name, in: turn) else { return }
    let me = me
    turn.changing(me.id, port: port) { turn in
      body(Handle(turn: TurnContext(sharing: turn), me: me))
    }
  }

  /// Edits a list field in place, so that observers are told what changed, and where.
  public func insert<E>(_ elements: [E], at indexes: [Int], into field: Field<V.Model, [E]>) {
    edit(field, .insert(elements.map(\.value), at: indexes))
  }
  /// Takes elements out of a list field in place.
  public func remove<E>(at indexes: [Int], from field: Field<V.Model, [E]>) {
    edit(field, .remove(at: indexes))
  }
  /// Replaces elements of a list field in place.
  public func replace<E>(at indexes: [Int], of field: Field<V.Model, [E]>, with elements: [E]) {
    edit(field, .replace(at: indexes, with: elements.map(\.value)))
  }

  private func edit<E>(_ field: Field<V.Model, [E]>, _ edit: ListEdit) {
    guard let port = V.definition.port(of: field.name, in: turn) else { return }
    turn.edit(me.id, port: port, edit)
  }

  /// Binds two fields to each other (`RACChannelTo`): the left one takes the value of the right one now, then each takes
  /// what the other is set to; the write of the binding is not carried back.
  @discardableResult
  public func bindBothWays<L: ViewModel, R: ViewModel, T>(
    _ left: Ref<L>, _ leftField: Field<L.Model, T>, _ right: Ref<R>, _ rightField: Field<R.Model, T>
  ) -> Subscription {
    bind(left, leftField, nil, right, rightField, nil)
  }

  /// Binds two fields to each other; nil on the right becomes the replacement on the left.
  @discardableResult
  public func bindBothWays<L: ViewModel, R: ViewModel, T>(
    _ left: Ref<L>, _ leftField: Field<L.Model, T>, replacingNil replacement: T,
    _ right: Ref<R>, _ rightField: Field<R.Model, T?>
  ) -> Subscription {
    bind(left, leftField, replacement.value, right, rightField, nil)
  }

  /// Binds two fields to each other; nil on the left becomes the replacement on the right.
  @discardableResult
  public func bindBothWays<L: ViewModel, R: ViewModel, T>(
    _ left: Ref<L>, _ leftField: Field<L.Model, T?>,
    _ right: Ref<R>, _ rightField: Field<R.Model, T>, replacingNil replacement: T
  ) -> Subscription {
    bind(left, leftField, nil, right, rightField, replacement.value)
  }

  private func bind<L: ViewModel, R: ViewModel, A, B>(
    _ left: Ref<L>, _ leftField: Field<L.Model, A>, _ leftReplacement: Value?, _ right: Ref<R>,
    _ rightField: Field<R.Model, B>, _ rightReplacement: Value?
  ) -> Subscription {
    guard let leftPort = L.definition.port(of: leftField.name, in: turn),
      let rightPort = R.definition.port(of: rightField.name, in: turn)
    else { return Subscription(me.id) }
    return Subscription(
      turn.bindBothWays(
        (left.id, leftPort), replacingNil: leftReplacement, (right.id, rightPort), replacingNil: rightReplacement))
  }
}
