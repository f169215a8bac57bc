import Statecharts

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
  public func send<T: RaisedTrigger<V>>(_ trigger: T, after delay: Duration, id: String? = nil)
  where T.Payload == Void {
    turn.send(trigger.name, to: me.id, after: delay.milliseconds, id: id)
  }
  /// Sends an input or event with its value to itself after a delay.
  ///
  /// - Parameter id: What `cancel`, `timers` and `fire` call it; `nil` is the input's name.
  public func send<T: RaisedTrigger<V>>(
    _ trigger: T, _ payload: T.Payload, after delay: Duration, id: String? = nil
  ) {
    turn.send(trigger.name, trigger.encode(payload), to: me.id, after: delay.milliseconds, id: id)
  }
  /// Cancels what was sent to itself under an id and has not come yet.
  public func cancel(_ id: String) { turn.cancel(id, to: me.id) }
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
    if let id = turn.machine(at: W.definition.name) { return Ref(id) }
    turn.fault(.noAnswerer(W.definition.name))
    return Ref(me.id)
  }
}
