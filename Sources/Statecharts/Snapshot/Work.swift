/// Something that will run: when, why, and what.
struct Work: Sendable {
  /// Virtual time in milliseconds.
  var due: Int
  var source: Cause.Source
  /// What the trace and `fire` call it.
  var name: Name
  var target: Target

  /// An event by name, with the number that its program has for it; `nil` when it has none.
  struct Event: Sendable {
    var name: String
    var id: EventID?
  }

  enum Target: Sendable {
    /// An event for an input of a stage or a port of a command.
    case deliver(InstanceID, input: Int, SignalEvent)
    case start(execution: InstanceID)
    case call(HandlerValue, Value)
    /// A timer: it is put back before its handler runs.
    case `repeat`(every: Int, HandlerValue)
    case answer(request: InstanceID, Outcome, Value)
    /// An event for a chart, sent with a delay.
    case event(InstanceID, Event, Value)
    /// A delayed transition of a state that is still active.
    case elapsed(InstanceID, transition: Int)
  }
}
