import Statecharts

extension Ref where V: TokenViewModel {
  /// The value now, then the value read again after each change, equal or not (`RACObserve`). Completes when the
  /// instance is gone; does not keep it.
  public func values<T>(_ field: KeyPath<V, FieldToken<V, T>>) -> Signal<T> {
    Signal(.values(id, port: V.tokens[keyPath: field].port))
  }

  /// The value read again after each change, equal or not (`RACObserve` with `-skip: 1`).
  public func changes<T>(_ field: KeyPath<V, FieldToken<V, T>>) -> Signal<T> {
    Signal(.changes(id, port: V.tokens[keyPath: field].port))
  }

  /// A field of the instance that a field refers to: attached again when that instance is replaced (`RACObserve` of a path of
  /// two).
  public func values<W: TokenViewModel, T>(
    _ field: KeyPath<V, FieldToken<V, Ref<W>>>, _ inner: KeyPath<W, FieldToken<W, T>>
  ) -> Signal<T> {
    Signal(values(field).plan.member(W.tokens[keyPath: inner].name))
  }

  /// What a subject sends from now on (`RACSubject`). Completes when the instance is gone.
  public func values<T>(of subject: KeyPath<V, SubjectToken<V, T>>) -> Signal<T> {
    Signal(.subject(id, port: V.tokens[keyPath: subject].port))
  }

  /// The text that a widget shows now, then its text at every editing event, equal or not: begin, change, end, return. Text that
  /// a program sets is none (`rac_textSignal`).
  public func text(
    _ text: KeyPath<V, FieldToken<V, String>>, edited: KeyPath<V, SubjectToken<V, String>>
  ) -> Signal<String> {
    .merge(values(text).take(1), values(of: edited))
  }
}

extension Signal where Element: InstanceReference, Element.Target: TokenViewModel {
  /// A field of whatever instance comes: attached again when another one comes, nil when there is none. So a path of
  /// several components is observed (`RACObserve(self, user.address.city)`).
  public func member<T>(_ field: KeyPath<Element.Target, FieldToken<Element.Target, T>>) -> Signal<T?> {
    Signal<T?>(plan.member(Element.Target.tokens[keyPath: field].name))
  }
  /// A field of whatever instance comes, nil when there is none.
  public func member<T>(_ field: KeyPath<Element.Target, FieldToken<Element.Target, T?>>) -> Signal<T?> {
    Signal<T?>(plan.member(Element.Target.tokens[keyPath: field].name))
  }
}

/// Where the events go, by tokens.
extension Signal {
  /// Binds a field to the signal: each value is assigned (`RAC`).
  ///
  /// Two live bindings of one field are a fault, as ReactiveObjC asserts, and so is an error. After completion the last
  /// value stays and the field may be bound again. The binding ends with the target, which it does not keep.
  public func assign<V: TokenViewModel>(to target: Ref<V>, _ field: KeyPath<V, FieldToken<V, Element>>) -> Link {
    Link(plan, to: .assign(target.id, port: V.tokens[keyPath: field].port))
  }

  /// Binds a field to the signal; nil becomes the replacement (`RAC` with a value for nil).
  public func assign<V: TokenViewModel, T>(
    to target: Ref<V>, _ field: KeyPath<V, FieldToken<V, T>>, replacingNil replacement: T
  ) -> Link where Element == T? {
    Link(plan, to: .assign(target.id, port: V.tokens[keyPath: field].port, replacingNil: replacement.value))
  }

  /// Assigns each value to a field, whatever else writes it: a `subscribeNext` that sets a property. A re-used cell that
  /// starts the next one before the last one ended writes so. An error is dropped.
  public func write<V: TokenViewModel>(to target: Ref<V>, _ field: KeyPath<V, FieldToken<V, Element>>) -> Link {
    Link(plan, to: .write(target.id, port: V.tokens[keyPath: field].port))
  }

  /// Sends each value by a subject of a view model.
  public func emit<V: TokenViewModel>(by target: Ref<V>, _ subject: KeyPath<V, SubjectToken<V, Element>>) -> Link {
    Link(plan, to: .output(target.id, port: V.tokens[keyPath: subject].port))
  }

  /// Runs code of an instance, which is kept: a part of this wiring, as what `map` is given is
  /// (`-subscribeNext:error:completed:`). An event without code is dropped: without `error`, errors go unheard.
  public func subscribe<V: ViewModel>(
    _ me: Ref<V>, next: (@Sendable (borrowing Handle<V>, Element) -> Void)? = nil,
    error: (@Sendable (borrowing Handle<V>, Value) -> Void)? = nil,
    completed: (@Sendable (borrowing Handle<V>) -> Void)? = nil
  ) -> Link {
    running(me, next, error, completed).subscribe()
  }

  /// Runs code of an instance with each value.
  public func subscribe<V: ViewModel>(
    _ me: Ref<V>, _ next: @escaping @Sendable (borrowing Handle<V>, Element) -> Void
  ) -> Link {
    running(me, next, nil, nil).subscribe()
  }

  /// Runs code of an instance before each value is passed on (`-doNext:`).
  public func doNext<V: ViewModel>(
    _ me: Ref<V>, _ body: @escaping @Sendable (borrowing Handle<V>, Element) -> Void
  ) -> Signal {
    running(me, body, nil, nil)
  }
  /// Runs code of an instance before the error is passed on (`-doError:`).
  public func doError<V: ViewModel>(
    _ me: Ref<V>, _ body: @escaping @Sendable (borrowing Handle<V>, Value) -> Void
  ) -> Signal {
    running(me, nil, body, nil)
  }
  /// Runs code of an instance before the completion is passed on (`-doCompleted:`).
  public func doCompleted<V: ViewModel>(
    _ me: Ref<V>, _ body: @escaping @Sendable (borrowing Handle<V>) -> Void
  ) -> Signal {
    running(me, nil, nil, body)
  }

  private func running<V: ViewModel>(
    _ me: Ref<V>, _ next: (@Sendable (borrowing Handle<V>, Element) -> Void)?,
    _ error: (@Sendable (borrowing Handle<V>, Value) -> Void)?,
    _ completed: (@Sendable (borrowing Handle<V>) -> Void)?
  ) -> Signal {
    Signal(
      plan.run(me.id) { turn, id, event in
        let me = turn.handle(of: Ref<V>(id))
        switch event {
        case .next(let value):
          guard let next else { return }
          if let element = Element(value) {
            next(me, element)
          } else {
            turn.fault("a signal sent what is no \(Element.self)")
          }
        case .error(let value): error?(me, value)
        case .completed: completed?(me)
        }
      })
  }
}
