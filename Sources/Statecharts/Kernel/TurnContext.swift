/// The operations of a definition's code inside a turn.
///
/// It is valid only during the call that received it. Sets, sends and calls run at once, depth first; chart events
/// and posts are queued.
public struct TurnContext: ~Copyable {
  let kernel: UnsafeMutablePointer<Kernel>

  init(kernel: UnsafeMutablePointer<Kernel>) {
    self.kernel = kernel
  }

  /// Valid no longer than the other context.
  @usableFromInline
  package init(sharing other: borrowing TurnContext) {
    kernel = other.kernel
  }

  /// Returns virtual time in milliseconds since the start. A fault unless the program declares that it reads the
  /// clock; without that, states have equal keys at all times.
  package func readClock() -> Int { kernel.pointee.readClock() }
  /// Virtual time in milliseconds since the start, without the check of `readClock`. The key of a state omits it,
  /// so the code's result must not depend on it.
  package var time: Int { kernel.pointee.snapshot.time }
  /// The persisted value; `nil` if there is none.
  package func stored(_ key: String) -> Value? { kernel.pointee.stored(key) }

  /// Reads a field by its index in the template; `.null` if there is none.
  public func read(_ instance: InstanceID, port: Int) -> Value { kernel.pointee.read(instance, port: port) }
  /// Sets a field and notifies at once, depth first. A missing or unsettable field, or a wrong type, is a fault.
  public func set(_ instance: InstanceID, port: Int, to value: Value) {
    kernel.pointee.set(instance, port: port, to: value)
  }
  /// The value must already have the field's type.
  @usableFromInline
  package func set(
    _ instance: InstanceID, port: Int, to value: Value, writing write: (UnsafeMutableRawPointer) -> Void
  ) {
    kernel.pointee.set(instance, port: port, to: value, writing: write)
  }
  package func port(_ name: Name, of instance: InstanceID) -> Int? { kernel.pointee.port(name, of: instance) }
  /// Whether code other than the definition's own may set a field.
  package func isSettable(_ instance: InstanceID, port: Int) -> Bool {
    kernel.pointee.template(of: instance).map { $0.fields[port].write != nil && !$0.fields[port].isReadOnly } ?? false
  }

  package func machine(at path: String) -> InstanceID? {
    kernel.pointee.snapshot.instance(at: path, kernel.pointee.program)
  }
  /// Returns the path that the next machine made at this one gets, with an ordinal if needed.
  ///
  /// - Parameter others: Further paths to avoid.
  package func freePath(_ wanted: String, besides others: [String] = []) -> String {
    kernel.pointee.freePath(wanted, besides: others)
  }
  package func path(of instance: InstanceID) -> String { kernel.pointee.path(of: instance) }

  package func template(of instance: InstanceID) -> Name? {
    kernel.pointee.template(of: instance)?.name
  }

  /// Returns the model's address for reading, if it has the type; valid until code changes something.
  @usableFromInline
  package func location(of instance: InstanceID, _ type: ObjectIdentifier) -> UnsafeRawPointer? {
    kernel.pointee.snapshot.instances.modelLocation(of: instance, type)
  }

  /// Returns the model's address for setting a plain field by its offset, if it has no listeners; `told` is the
  /// field's port if the trace needs the set, else -1.
  @usableFromInline
  package func plainAddress(
    of instance: InstanceID, at offset: Int, _ type: ObjectIdentifier
  ) -> (model: UnsafeMutableRawPointer, told: Int32)? {
    kernel.pointee.plainAddress(of: instance, at: offset, type)
  }

  @usableFromInline
  package func tell(_ instance: InstanceID, port: Int32, _ old: borrowing Value, _ new: borrowing Value) {
    kernel.pointee.recordPlain(instance, Int(port), old, new)
  }

  @inlinable
  package func model<Model: Sendable>(of instance: InstanceID, as type: Model.Type) -> Model? {
    location(of: instance, ObjectIdentifier(type))?.assumingMemoryBound(to: type).pointee
  }

  /// Changes a part of the model that is no field: snapshots contain it, but keys and traces do not. Does nothing
  /// if the instance is gone or its model has another type.
  package func change<Model: Sendable>(
    _ instance: InstanceID, as type: Model.Type, _ body: (inout Model) -> Void
  ) {
    guard location(of: instance, ObjectIdentifier(type)) != nil else { return }
    body(&kernel.pointee.snapshot.instances.modelAddress(at: instance.index).assumingMemoryBound(to: type).pointee)
  }

  package func send(_ value: Value, by instance: InstanceID, port: Int) {
    kernel.pointee.output(value, by: instance, port: port)
  }
  package func complete(_ instance: InstanceID, port: Int) { kernel.pointee.end(.completed, by: instance, port: port) }
  package func fail(_ instance: InstanceID, port: Int, _ error: Value) {
    kernel.pointee.end(.error(error), by: instance, port: port)
  }
  /// Queues an internal event, before all external ones.
  public func raise(_ event: Name, _ value: Value = .null, for instance: InstanceID) {
    kernel.pointee.raise(event, value, for: instance)
  }
  /// Queues an external event; it is refused with a reason if no transition takes it.
  package func send(_ event: Name, _ value: Value = .null, to instance: InstanceID) {
    kernel.pointee.send(event, value, to: instance)
  }
  package func send(_ event: EventID, _ value: Value = .null, to instance: InstanceID) {
    kernel.pointee.send(event, value, to: instance)
  }
  /// Sends an external event after a delay in milliseconds.
  ///
  /// - Parameter id: The name for `cancel`, `timers` and `fire`; `nil` for the event's name.
  public func send(
    _ event: Name, _ value: Value = .null, to instance: InstanceID, after delay: Int, id: Name? = nil
  ) {
    kernel.pointee.send(event, value, to: instance, after: delay, id: id)
  }
  /// Sends an external event after a delay in milliseconds to the instance that is then at a path. The event is
  /// dropped when its sender ends.
  package func send(
    _ event: Name, _ value: Value, to path: String, by sender: InstanceID, after delay: Int, id: Name
  ) {
    kernel.pointee.send(event, value, to: path, by: sender, after: delay, id: id)
  }
  package func isIn(_ state: Name, of instance: InstanceID) -> Bool {
    kernel.pointee.isIn(state, of: instance) ?? false
  }
  /// Returns whether a state of that name is active; a name that no state or several states have faults the model.
  package func isInKnown(_ state: Name, of instance: InstanceID) -> Bool {
    do throws(Fault) { return try kernel.pointee.isInKnown(state, of: instance) } catch {
      kernel.pointee.fail(error)
      return false
    }
  }
  /// Returns the machine that invoked the instance, while the invoking state is active.
  package func invoker(of instance: InstanceID) -> InstanceID? {
    kernel.pointee.machine(instance).flatMap { $0.invoker == .nowhere ? nil : $0.invoker }
  }

  /// - Returns: The subscription, for `dispose`.
  @discardableResult
  package func start(_ wiring: Name, _ captures: [Value]) -> InstanceID? {
    kernel.pointee.start(.wiring(wiring, captures))
  }
  /// Ends a subscription, observation or two-way binding, and drops its work.
  package func dispose(_ subscription: InstanceID) {
    kernel.pointee.dispose(subscription)
    kernel.pointee.removeRegistration(subscription)
    kernel.pointee.removeChannel(subscription)
  }

  /// Calls a handler after one main-queue hop.
  ///
  /// - Parameter name: In traces; `nil` for the handler's name.
  package func post(_ handler: HandlerValue, _ value: Value = .null, named name: Name? = nil) {
    kernel.pointee.schedule(after: 0, .hop, name ?? handler.name, .call(handler, value))
  }
  /// Calls a handler after a delay in milliseconds.
  ///
  /// - Parameter name: In traces; `nil` for the handler's name.
  package func after(_ delay: Int, _ handler: HandlerValue, _ value: Value = .null, named name: Name? = nil) {
    kernel.pointee.schedule(after: delay, .delay, name ?? handler.name, .call(handler, value))
  }
  /// Calls a handler repeatedly, first after one interval in milliseconds.
  package func every(_ interval: Int, _ handler: HandlerValue) {
    kernel.pointee.startTimer(every: interval, handler)
  }

  /// Drops the hops, delays and timers of a handler with exactly these captures.
  package func cancel(_ handler: HandlerValue) { kernel.pointee.dropWork { $0.calls(handler) } }
  /// Drops undelivered delayed events with this id, which is their name by default.
  package func cancel(_ id: Name, to instance: InstanceID) { kernel.pointee.cancelEvents(id, to: instance) }

  /// Makes an instance, which lives while something refers to it.
  ///
  /// - Parameter path: From the root, with an ordinal if it is in use (`user'2`); nil takes the path of the field
  ///   that will hold it.
  package func make(_ template: Name, at path: String? = nil) -> InstanceID {
    kernel.pointee.make(template, at: path)
  }
  /// Makes an instance at a path relative to the other instance.
  package func make(_ template: Name, below other: InstanceID, at path: String) -> InstanceID {
    make(template, at: kernel.pointee.path(other, path))
  }
  /// Makes an instance that lives as long as its parent.
  package func makeChild(_ template: Name, of parent: InstanceID, at name: Name) {
    let child = make(template, below: parent, at: name.text)
    kernel.pointee.update(parent) { $0.children.append(child) }
  }
  package func child(_ position: Int, of parent: InstanceID) -> InstanceID? {
    kernel.pointee.snapshot.instances.child(position, of: parent)
  }
  /// Keeps an instance alive until the machine closes.
  public func keep(_ instance: InstanceID) { kernel.pointee.snapshot.roots.append(instance) }
  /// Makes a signal command.
  ///
  /// - Parameters:
  ///   - body: The wiring of its work; it receives the captures and the input.
  ///   - enabled: A wiring whose values allow or forbid execution.
  ///   - shown: The instance and name in traces; nil hides the command.
  package func makeCommand(
    _ body: HandlerValue, enabled: HandlerValue? = nil, allowsConcurrency: Bool = false,
    shown: (owner: InstanceID, name: Name)? = nil
  ) -> InstanceID {
    kernel.pointee.makeCommand(
      body, enabled: enabled, allowsConcurrency: allowsConcurrency,
      shown: shown.map { CommandInstance.Shown(owner: $0.owner, name: $0.name) })
  }
  /// - Returns: The execution as a signal; an error if the command is not enabled.
  package func execute(_ command: InstanceID, _ input: Value = .null) -> SignalValue {
    kernel.pointee.execute(command, input)
  }
  package func allowConcurrency(_ command: InstanceID, _ isAllowed: Bool) {
    kernel.pointee.allowConcurrency(command, isAllowed)
  }
  package func call(_ handler: HandlerValue, _ value: Value = .null) { kernel.pointee.call(handler, value) }
  /// Starts a further request for an active state; leaving the state cancels it. Does nothing without an active
  /// state of that name.
  package func ask(_ service: Name, _ input: Value, for instance: InstanceID, in state: Name) {
    kernel.pointee.ask(service, input, for: instance, in: state)
  }
  /// Starts a request whose handler receives an enumeration of outcome and value. Only the answer or
  /// `cancelRequest` ends it.
  package func ask(_ service: Name, _ input: Value, for instance: InstanceID, asker: HandlerValue) {
    kernel.pointee.ask(service, input, for: instance, state: 0, asker: asker)
  }
  package func cancelRequest(of instance: InstanceID, asker: HandlerValue) {
    kernel.pointee.cancelRequest(of: instance, asker: asker)
  }
  package func requestCount(of service: Name, for instance: InstanceID) -> Int {
    let requests = kernel.pointee.machine(instance)?.requests ?? []
    return requests.compactMap { kernel.pointee.request($0) }.count { $0.service == service }
  }
  @discardableResult
  package func subscribe(_ signal: SignalValue, _ sink: Sink) -> InstanceID? {
    kernel.pointee.subscribe(to: signal, sink)
  }
  /// Answers a request now and drops its automatic answer.
  package func reply(to request: InstanceID, _ outcome: Outcome, _ value: Value, told: Value? = nil) {
    kernel.pointee.reply(to: request, outcome, value, told: told)
  }
  /// Answers a request as its instance, in a later turn. Further answers are late.
  package func answer(_ request: InstanceID, _ answer: ServiceAnswer) {
    kernel.pointee.answer(request, answer)
  }
  package func setBehaviour(of service: String, _ behaviour: ServiceBehaviour) {
    kernel.pointee.setBehaviour(of: service, behaviour)
  }

  package func store(_ key: String, _ value: Value) { kernel.pointee.store(key, value) }
  package func log(_ text: String, _ value: Value? = nil) { kernel.pointee.record(.logged(text, value)) }
  package func record(_ effect: Effect) { kernel.pointee.record(effect) }
  @usableFromInline
  package func fault(_ reason: String) { kernel.pointee.fail(.told(reason)) }
}

extension TurnContext {
  /// Observes a field or path; the handler receives a record of `keyPath`, `change` (the change dictionary) and
  /// `context`.
  ///
  /// - Parameters:
  ///   - observer: The owner; it is not kept alive.
  ///   - isAutomatic: Whether the registration ends with its observer or source; otherwise their end is a
  ///     fault.
  /// - Returns: The registration, for `dispose`.
  @discardableResult
  package func observe(
    _ path: [Name], of source: InstanceID, _ options: ObservationOptions, by observer: InstanceID,
    context: Value = .null, isAutomatic: Bool = false, _ handler: HandlerValue
  ) -> InstanceID {
    kernel.pointee.observe(
      Registration(
        source: source, path: path, options: options, context: context, handler: handler, observer: observer,
        isAutomatic: isAutomatic))
  }

  /// Removes the observer's newest registration, optionally with a context. A missing one is a fault.
  package func removeObserver(
    _ observer: InstanceID, of source: InstanceID, _ path: [Name], context: Value? = nil
  ) {
    kernel.pointee.removeObserver(observer, of: source, path, context: context)
  }

  /// Stores a value without setter and observers, like a write of an instance variable.
  package func setSilently(_ instance: InstanceID, port: Int, to value: Value) {
    kernel.pointee.setSilently(instance, port: port, to: value)
  }

  /// Notifies observers before and after `body`, as `willChangeValueForKey:` and `didChangeValueForKey:` do.
  package func changing(_ instance: InstanceID, port: Int, _ body: (borrowing TurnContext) -> Void) {
    kernel.pointee.changing(instance, port: port) { kernel in
      withUnsafeMutablePointer(to: &kernel) { body(TurnContext(kernel: $0)) }
    }
  }

  /// Edits a list in place with precise notifications.
  package func edit(_ instance: InstanceID, port: Int, _ edit: ListEdit) {
    kernel.pointee.edit(instance, port: port, edit)
  }

  /// Binds two fields; the left one gets the right one's value. A side replaces nil if it has a replacement.
  ///
  /// - Returns: The binding, for `dispose`. It ends when either instance goes.
  @discardableResult
  package func bindBothWays(
    _ left: (instance: InstanceID, port: Int), replacingNil leftReplacement: Value? = nil,
    _ right: (instance: InstanceID, port: Int), replacingNil rightReplacement: Value? = nil
  ) -> InstanceID {
    kernel.pointee.bindBothWays(
      Channel.Side(instance: left.instance, port: left.port, replacement: leftReplacement),
      Channel.Side(instance: right.instance, port: right.port, replacement: rightReplacement))
  }

  /// Makes a subject, which lives while something refers to it.
  ///
  /// - Parameter replaying: How many values it keeps for late subscribers, besides its end; `nil` for a plain
  ///   subject.
  package func makeSubject(replaying: Int? = nil) -> InstanceID {
    kernel.pointee.makeSubject(replaying: replaying)
  }
  package func send(_ event: SignalEvent, by subject: InstanceID) { kernel.pointee.relay(event, by: subject) }
}
