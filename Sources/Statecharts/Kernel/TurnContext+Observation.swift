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
    _ path: [String], of source: InstanceID, _ options: ObservationOptions, by observer: InstanceID,
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
    _ observer: InstanceID, of source: InstanceID, _ path: [String], context: Value? = nil
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
