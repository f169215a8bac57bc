import Statecharts

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
