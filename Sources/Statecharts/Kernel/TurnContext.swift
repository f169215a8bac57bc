/// What code of a definition may do inside a turn.
///
/// It is valid only during the call that it was given to, and cannot be copied or kept. Sets, sends and calls run at
/// once, depth first; events for charts and posts wait.
public struct TurnContext: ~Copyable {
  let kernel: UnsafeMutablePointer<Kernel>

  init(kernel: UnsafeMutablePointer<Kernel>) {
    self.kernel = kernel
  }

  /// Makes a context for a typed handle over the same turn; it is valid no longer than the other.
  @usableFromInline
  package init(sharing other: borrowing TurnContext) {
    kernel = other.kernel
  }

  /// Reads virtual time in milliseconds since the machine was opened; a fault in a program that does not declare that it
  /// reads the clock, whose snapshots are equal at all times.
  package func readClock() -> Int { kernel.pointee.readClock() }
  /// Virtual time in milliseconds since the machine was opened. Only for code whose result does not depend on it as long as
  /// the fields, the work and the requests are equal: the time is not in the key of a state.
  package var time: Int { kernel.pointee.snapshot.time }
  /// The persisted store's value of a key; `nil` when there is none.
  package func stored(_ key: String) -> Value? { kernel.pointee.stored(key) }

  /// Reads a field by its port, its place among the template's fields; `.null` when there is none.
  public func read(_ instance: InstanceID, port: Int) -> Value { kernel.pointee.read(instance, port: port) }
  /// Sets a field by its port, and notifies at once, depth first. A fault when it is not there, cannot be set, or
  /// holds another type.
  public func set(_ instance: InstanceID, port: Int, to value: Value) {
    kernel.pointee.set(instance, port: port, to: value)
  }
  /// Sets a field by its port as `set` does, by code that has the value as what the field holds.
  @usableFromInline
  package func set(
    _ instance: InstanceID, port: Int, to value: Value, writing write: (UnsafeMutableRawPointer) -> Void
  ) {
    kernel.pointee.set(instance, port: port, to: value, writing: write)
  }
  /// Sets a field by name; a field that the instance does not have is a fault.
  package func set(_ instance: InstanceID, _ field: String, to value: Value) {
    kernel.pointee.set(instance, field, to: value)
  }
  package func port(_ name: Name, of instance: InstanceID) -> Int? { kernel.pointee.port(name, of: instance) }
  /// Whether code other than the definition's own may set a field.
  package func isSettable(_ instance: InstanceID, port: Int) -> Bool {
    kernel.pointee.template(of: instance).map { $0.fields[port].write != nil && !$0.fields[port].isReadOnly } ?? false
  }

  /// Returns the machine at a path.
  package func machine(at path: String) -> InstanceID? {
    kernel.pointee.snapshot.instance(at: path, kernel.pointee.program)
  }
  /// Returns the path that the next machine made at this one gets: itself, or with an ordinal when it is taken.
  ///
  /// - Parameter others: Paths that it is not to have either.
  package func freePath(_ wanted: String, besides others: [String] = []) -> String {
    kernel.pointee.freePath(wanted, besides: others)
  }
  /// Returns where an instance stands, seen from the root; empty for the root.
  package func path(of instance: InstanceID) -> String { kernel.pointee.path(of: instance) }

  /// Returns what an instance is made of, by name; `nil` for one that is gone or no view model.
  package func template(of instance: InstanceID) -> Name? {
    kernel.pointee.template(of: instance)?.name
  }

  /// Returns where the instance's model lies if it is of a type, for reading; good until code runs that changes anything.
  @usableFromInline
  package func location(of instance: InstanceID, _ type: ObjectIdentifier) -> UnsafeRawPointer? {
    kernel.pointee.snapshot.instances.modelLocation(of: instance, type)
  }

  /// Returns where the model lies of which a field is to be set that is known by its place in it, if nothing follows from
  /// that but its line in a trace: nobody listens, nothing is computed from it, and it has no setter; and the field's port
  /// if the set has to be told, else -1.
  @usableFromInline
  package func plainAddress(
    of instance: InstanceID, at offset: Int, _ type: ObjectIdentifier
  ) -> (model: UnsafeMutableRawPointer, told: Int32)? {
    kernel.pointee.plainAddress(of: instance, at: offset, type)
  }

  /// Tells of the set of such a field.
  @usableFromInline
  package func tell(_ instance: InstanceID, port: Int32, _ old: borrowing Value, _ new: borrowing Value) {
    kernel.pointee.recordPlain(instance, Int(port), old, new)
  }

  /// Returns the instance's typed model; `nil` when the instance is gone or its model is of another type.
  @inlinable
  package func model<Model: Sendable>(of instance: InstanceID, as type: Model.Type) -> Model? {
    location(of: instance, ObjectIdentifier(type))?.assumingMemoryBound(to: type).pointee
  }

  /// Changes a part of an instance's model that is no field: it is in snapshots and in no key, and no trace shows it.
  /// Nothing happens when the instance is gone or its model is of another type.
  package func change<Model: Sendable>(
    _ instance: InstanceID, as type: Model.Type, _ body: (inout Model) -> Void
  ) {
    guard location(of: instance, ObjectIdentifier(type)) != nil else { return }
    body(&kernel.pointee.snapshot.instances.modelAddress(at: instance.index).assumingMemoryBound(to: type).pointee)
  }

  /// Sends a value by a subject of an instance.
  package func send(_ value: Value, by instance: InstanceID, port: Int) {
    kernel.pointee.output(value, by: instance, port: port)
  }
  /// Completes the subscriptions that a subject has now.
  package func complete(_ instance: InstanceID, port: Int) { kernel.pointee.end(.completed, by: instance, port: port) }
  /// Ends the subscriptions that a subject has now by an error.
  package func fail(_ instance: InstanceID, port: Int, _ error: Value) {
    kernel.pointee.end(.error(error), by: instance, port: port)
  }
  /// Puts an event for an instance's chart into the turn's internal queue, before all that comes from outside.
  public func raise(_ event: Name, _ value: Value = .null, for instance: InstanceID) {
    kernel.pointee.raise(event, value, for: instance)
  }
  /// Gives an instance's chart an event from outside, when the internal events of this turn have been taken. It is
  /// refused, with a reason, when no transition takes it.
  package func send(_ event: Name, _ value: Value = .null, to instance: InstanceID) {
    kernel.pointee.send(event, value, to: instance)
  }
  /// Gives an instance's chart an event from outside, by its number in the program.
  package func send(_ event: EventID, _ value: Value = .null, to instance: InstanceID) {
    kernel.pointee.send(event, value, to: instance)
  }
  /// Sends an event to an instance's chart after a delay in milliseconds.
  ///
  /// - Parameter id: What `cancel`, `timers` and `fire` call it; `nil` is the event's name.
  public func send(
    _ event: Name, _ value: Value = .null, to instance: InstanceID, after delay: Int, id: Name? = nil
  ) {
    kernel.pointee.send(event, value, to: instance, after: delay, id: id)
  }
  /// Returns whether a state of that name is active in an instance's chart: SCXML's `In`.
  package func isIn(_ state: Name, of instance: InstanceID) -> Bool {
    kernel.pointee.isIn(state, of: instance) ?? false
  }
  /// Returns whether a state of that name is active; a name that no state or several states have faults the model.
  package func isInKnown(_ state: Name, of instance: InstanceID) -> Bool {
    if let fault = kernel.pointee.faultOfSharedName(state, of: instance) {
      kernel.pointee.fail(fault)
      return false
    }
    if let isIn = kernel.pointee.isIn(state, of: instance) { return isIn }
    kernel.pointee.fail(kernel.pointee.faultOfState(state, of: instance))
    return false
  }
  /// Returns the machine whose state invoked an instance, while that state is active.
  package func invoker(of instance: InstanceID) -> InstanceID? {
    kernel.pointee.machine(instance).flatMap { $0.invoker == .nowhere ? nil : $0.invoker }
  }

  /// Subscribes a wiring.
  ///
  /// - Returns: The subscription, for `dispose`.
  @discardableResult
  package func start(_ wiring: Name, _ captures: [Value]) -> InstanceID? {
    kernel.pointee.start(.wiring(wiring, captures))
  }
  /// Ends a subscription, an observation or a two-way binding; what waits for it is dropped.
  package func dispose(_ subscription: InstanceID) {
    kernel.pointee.dispose(subscription)
    kernel.pointee.removeRegistration(subscription)
    kernel.pointee.removeChannel(subscription)
  }

  /// Calls a handler in one hop through the main queue.
  ///
  /// - Parameter name: What the trace calls the work; `nil` is the handler's name.
  package func post(_ handler: HandlerValue, _ value: Value = .null, named name: Name? = nil) {
    kernel.pointee.schedule(after: 0, .hop, name ?? handler.name, .call(handler, value))
  }
  /// Calls a handler after a delay in milliseconds.
  ///
  /// - Parameter name: What the trace calls the work; `nil` is the handler's name.
  package func after(_ delay: Int, _ handler: HandlerValue, _ value: Value = .null, named name: Name? = nil) {
    kernel.pointee.schedule(after: delay, .delay, name ?? handler.name, .call(handler, value))
  }
  /// Calls a handler again and again, the first time after one interval in milliseconds.
  package func every(_ interval: Int, _ handler: HandlerValue) {
    kernel.pointee.startTimer(every: interval, handler)
  }

  /// Drops the hops, delays and timers that wait to call a handler with just these captures.
  package func cancel(_ handler: HandlerValue) {
    kernel.pointee.dropWork { target in
      switch target {
      case .call(let waiting, _), .repeat(_, let waiting): waiting == handler
      case .deliver, .start, .answer, .event, .elapsed: false
      }
    }
  }
  /// Drops the delayed events that an instance's chart has not received yet and that were sent under an id, or, without
  /// one, under their name.
  package func cancel(_ id: Name, to instance: InstanceID) { kernel.pointee.cancelEvents(id, to: instance) }

  /// Makes an instance of a template; it lives as long as something refers to it.
  ///
  /// - Parameter path: Where it stands, seen from the root, with an ordinal when the path is taken (`user'2`); without one,
  ///   where the field is that takes it.
  package func make(_ template: Name, at path: String? = nil) -> InstanceID {
    kernel.pointee.make(template, at: path)
  }
  /// Makes an instance that stands at a path seen from another one, and lives as long as something refers to it.
  package func make(_ template: Name, below other: InstanceID, at path: String) -> InstanceID {
    make(template, at: kernel.pointee.path(other, path))
  }
  /// Makes an instance that lives as long as another one.
  ///
  /// - Parameter name: Where it stands, seen from that one.
  package func makeChild(_ template: Name, of parent: InstanceID, at name: Name) {
    let child = make(template, below: parent, at: name.text)
    kernel.pointee.update(parent) { $0.children.append(child) }
  }
  /// Returns the child of an instance at a place; `nil` when it is gone.
  package func child(_ position: Int, of parent: InstanceID) -> InstanceID? {
    kernel.pointee.snapshot.instances.child(position, of: parent)
  }
  /// Keeps an instance alive until the machine is closed.
  public func keep(_ instance: InstanceID) { kernel.pointee.snapshot.roots.append(instance) }
  /// Makes a signal command.
  ///
  /// - Parameters:
  ///   - body: The wiring that makes the work; it receives the captures and the input.
  ///   - enabled: The wiring, if any, whose values say whether the command is allowed.
  ///   - shown: The instance whose field will hold it, and the name under which its phases, its values, its errors and its
  ///     refusals are told as that instance's; without one nothing is told of it.
  package func makeCommand(
    _ body: HandlerValue, enabled: HandlerValue? = nil, allowsConcurrency: Bool = false,
    shown: (owner: InstanceID, name: Name)? = nil
  ) -> InstanceID {
    kernel.pointee.makeCommand(
      body, enabled: enabled, allowsConcurrency: allowsConcurrency,
      shown: shown.map { CommandInstance.Shown(owner: $0.owner, name: $0.name) })
  }
  /// Executes a command.
  ///
  /// - Returns: The execution as a signal; an error at once when the command is not enabled.
  package func execute(_ command: InstanceID, _ input: Value = .null) -> SignalValue {
    kernel.pointee.execute(command, input)
  }
  /// Sets whether a command may run beside what runs.
  package func allowConcurrency(_ command: InstanceID, _ isAllowed: Bool) {
    kernel.pointee.allowConcurrency(command, isAllowed)
  }
  /// Calls a handler at once.
  package func call(_ handler: HandlerValue, _ value: Value = .null) { kernel.pointee.call(handler, value) }
  /// Starts a request of an instance's state, beside those that the state started when it was entered; leaving the state
  /// cancels it.
  ///
  /// - Parameter state: The name of an active state; without one of that name nothing is asked.
  package func ask(_ service: Name, _ input: Value, for instance: InstanceID, in state: Name) {
    kernel.pointee.ask(service, input, for: instance, in: state)
  }
  /// Starts a request of an instance whose answer a handler is given: an enumeration of the outcome with the value. It ends
  /// with its answer, or by `cancelRequest`.
  package func ask(_ service: Name, _ input: Value, for instance: InstanceID, asker: HandlerValue) {
    kernel.pointee.ask(service, input, for: instance, state: 0, asker: asker)
  }
  /// Cancels the request of an instance whose answer a handler would be given; without one nothing happens.
  package func cancelRequest(of instance: InstanceID, asker: HandlerValue) {
    kernel.pointee.cancelRequest(of: instance, asker: asker)
  }
  /// Returns how many requests of a service an instance has under way.
  package func requestCount(of service: Name, for instance: InstanceID) -> Int {
    let requests = kernel.pointee.machine(instance)?.requests ?? []
    return requests.compactMap { kernel.pointee.request($0) }.count { $0.service == service }
  }
  /// Subscribes handlers to a signal that was received as a value.
  @discardableResult
  package func subscribe(_ signal: SignalValue, _ sink: Sink) -> InstanceID? {
    kernel.pointee.subscribe(to: signal, sink)
  }
  /// Answers a request now and drops its automatic answer.
  ///
  /// - Parameter told: The value as the turn may show it; `nil` for the value itself.
  package func reply(to request: InstanceID, _ outcome: Outcome, _ value: Value, told: Value? = nil) {
    kernel.pointee.reply(to: request, outcome, value, told: told)
  }
  /// Answers a request that was put to an instance; the answer comes in a turn of its own, after its delay.
  ///
  /// The first answer ends the request, further ones are late.
  package func answer(_ request: InstanceID, _ answer: ServiceAnswer) {
    kernel.pointee.answer(request, answer)
  }
  /// Sets how a service answers requests that start from now on.
  package func setBehaviour(of service: String, _ behaviour: ServiceBehaviour) {
    kernel.pointee.setBehaviour(of: service, behaviour)
  }

  /// Writes to the persisted store.
  package func store(_ key: String, _ value: Value) { kernel.pointee.store(key, value) }
  /// Writes a line to the trace.
  package func log(_ text: String, _ value: Value? = nil) { kernel.pointee.record(.logged(text, value)) }
  /// Records an effect of the view: a page, an alert, a HUD, a tip.
  package func record(_ effect: Effect) { kernel.pointee.record(effect) }
  /// Ends the turn as a fault of the model.
  @usableFromInline
  package func fault(_ reason: String) { kernel.pointee.fail(.told(reason)) }
}

/// Observation, edits of lists, two-way bindings and subjects, for code of a definition.
extension TurnContext {
  /// Registers an observer of a field, or of a path through instances; its code is called with a record of `keyPath`,
  /// `change` (the change dictionary) and `context`.
  ///
  /// - Parameters:
  ///   - observer: Whose registration it is; it is not kept alive.
  ///   - isAutomatic: Whether the registration goes with its observer and with what it observes. Without, that is a
  ///     fault, as it is for plain key-value observing.
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

  /// Removes the newest registration of an observer for a field, or the newest with a context. A fault when there is
  /// none.
  package func removeObserver(
    _ observer: InstanceID, of source: InstanceID, _ path: [Name], context: Value? = nil
  ) {
    kernel.pointee.removeObserver(observer, of: source, path, context: context)
  }

  /// Stores a value without running the setter or telling anybody: the write of an instance variable.
  package func setSilently(_ instance: InstanceID, port: Int, to value: Value) {
    kernel.pointee.setSilently(instance, port: port, to: value)
  }

  /// Tells the observers of a field before and after a body that changes it behind their backs: manual notification
  /// (`willChangeValueForKey:`, `didChangeValueForKey:`).
  package func changing(_ instance: InstanceID, port: Int, _ body: (borrowing TurnContext) -> Void) {
    kernel.pointee.changing(instance, port: port) { kernel in
      withUnsafeMutablePointer(to: &kernel) { body(TurnContext(kernel: $0)) }
    }
  }

  /// Edits a list field in place; observers are told what changed, and where.
  package func edit(_ instance: InstanceID, port: Int, _ edit: ListEdit) {
    kernel.pointee.edit(instance, port: port, edit)
  }

  /// Binds two fields to each other; the left one takes the value of the right one. A side that is given nil takes its
  /// replacement, if it has one.
  ///
  /// - Returns: The binding, for `dispose`. It ends when an instance of either side goes.
  @discardableResult
  package func bindBothWays(
    _ left: (instance: InstanceID, port: Int), replacingNil leftReplacement: Value? = nil,
    _ right: (instance: InstanceID, port: Int), replacingNil rightReplacement: Value? = nil
  ) -> InstanceID {
    kernel.pointee.bindBothWays(
      Channel.Side(instance: left.instance, port: left.port, replacement: leftReplacement),
      Channel.Side(instance: right.instance, port: right.port, replacement: rightReplacement))
  }

  /// Makes a subject that lives as long as something refers to it.
  ///
  /// - Parameter replaying: How many values it keeps for whoever comes late, its end besides; `nil` for none.
  package func makeSubject(replaying: Int? = nil) -> InstanceID {
    kernel.pointee.makeSubject(replaying: replaying)
  }
  /// Sends an event by a subject that `makeSubject` made.
  package func send(_ event: SignalEvent, by subject: InstanceID) { kernel.pointee.relay(event, by: subject) }
}
