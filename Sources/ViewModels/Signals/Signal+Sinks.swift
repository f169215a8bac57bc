import Statecharts

/// Where the events go.
extension Signal {
  /// Binds a field to the signal: each value is assigned (`RAC`).
  ///
  /// Two live bindings of one field are a fault, as ReactiveObjC asserts, and so is an error. After completion the last
  /// value stays and the field may be bound again. The binding ends with the target, which it does not keep.
  public func assign<V: ViewModel>(to target: Ref<V>, _ field: KeyPath<V, FieldToken<V, Element>>) -> Link {
    Link(plan, to: .assign(target.id, port: V.tokens[keyPath: field].port))
  }

  /// Binds a field to the signal; nil becomes the replacement (`RAC` with a value for nil).
  public func assign<V: ViewModel, T>(
    to target: Ref<V>, _ field: KeyPath<V, FieldToken<V, T>>, replacingNil replacement: T
  ) -> Link where Element == T? {
    Link(plan, to: .assign(target.id, port: V.tokens[keyPath: field].port, replacingNil: replacement.value))
  }

  /// Assigns each value to a field, whatever else writes it: a `subscribeNext` that sets a property. A re-used cell that
  /// starts the next one before the last one ended writes so. An error is dropped.
  public func write<V: ViewModel>(to target: Ref<V>, _ field: KeyPath<V, FieldToken<V, Element>>) -> Link {
    Link(plan, to: .write(target.id, port: V.tokens[keyPath: field].port))
  }

  /// Sends each value by a subject of a view model.
  public func emit<V: ViewModel>(by target: Ref<V>, _ subject: KeyPath<V, SubjectToken<V, Element>>) -> Link {
    Link(plan, to: .output(target.id, port: V.tokens[keyPath: subject].port))
  }

  /// Sends every event by a subject, so that many listen to one subscription (`-multicast:`).
  public func relay(by subject: SubjectRef<Element>) -> Link { Link(plan, to: .relay(subject.id)) }

  /// Runs code of an instance, which is kept: a part of this wiring, as what `map` is given is
  /// (`-subscribeNext:error:completed:`). An event without code is dropped: without `error`, errors go unheard.
  public func subscribe<V: ViewModel>(
    _ me: Ref<V>, next: (@Sendable (borrowing Handle<V>, Element) -> Void)? = nil,
    error: (@Sendable (borrowing Handle<V>, Value) -> Void)? = nil,
    completed: (@Sendable (borrowing Handle<V>) -> Void)? = nil
  ) -> Link {
    running(me, "subscribeNext:error:completed:", next, error, completed).started
  }

  /// Runs code of an instance with each value.
  public func subscribe<V: ViewModel>(
    _ me: Ref<V>, _ next: @escaping @Sendable (borrowing Handle<V>, Element) -> Void
  ) -> Link {
    subscribe(me, next: next)
  }

  /// Runs code of an instance before each value is passed on (`-doNext:`).
  public func doNext<V: ViewModel>(
    _ me: Ref<V>, _ body: @escaping @Sendable (borrowing Handle<V>, Element) -> Void
  ) -> Signal {
    running(me, "doNext:", body, nil, nil)
  }
  /// Runs code of an instance before the error is passed on (`-doError:`).
  public func doError<V: ViewModel>(
    _ me: Ref<V>, _ body: @escaping @Sendable (borrowing Handle<V>, Value) -> Void
  ) -> Signal {
    running(me, "doError:", nil, body, nil)
  }
  /// Runs code of an instance before the completion is passed on (`-doCompleted:`).
  public func doCompleted<V: ViewModel>(
    _ me: Ref<V>, _ body: @escaping @Sendable (borrowing Handle<V>) -> Void
  ) -> Signal {
    running(me, "doCompleted:", nil, nil, body)
  }

  private func running<V: ViewModel>(
    _ me: Ref<V>, _ selector: String, _ next: (@Sendable (borrowing Handle<V>, Element) -> Void)?,
    _ error: (@Sendable (borrowing Handle<V>, Value) -> Void)?,
    _ completed: (@Sendable (borrowing Handle<V>) -> Void)?
  ) -> Signal {
    Signal(
      plan.run(me.id, selector) { turn, id, event in
        let me = turn.handle(of: Ref<V>(id))
        switch event {
        case .next(let value):
          guard let next else { return }
          if let element = Element(value) {
            next(me, element)
          } else {
            turn.fault(.unfittingElement(wanted: "\(Element.self)"))
          }
        case .error(let value): error?(me, value)
        case .completed: completed?(me)
        }
      })
  }

  /// Nobody hears what comes.
  var started: Link { Link(plan, to: .handlers(next: nil, error: nil, completed: nil)) }
}
