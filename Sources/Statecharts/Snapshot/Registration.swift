/// An observer of a field in the manner of key-value observing, as data.
struct Registration: Hashable, Sendable {
  /// Whose field is observed.
  var source: InstanceID
  /// The names of the field's components: one, or a path through instances.
  var path: [String]
  var options: ObservationOptions
  /// Echoed untouched with every notification.
  var context: Value
  /// The code that is told.
  var handler: HandlerValue
  /// Whose registration it is: what removes it, and is not kept alive by it.
  var observer: InstanceID
  /// Whether it goes by itself with its observer or what it observes; without, that is a fault.
  var isAutomatic: Bool
  /// The instances that it listens to, one for each component as far as there are instances.
  var chain: [InstanceID] = []
  var isRemoved = false

  /// The components as one name: `user.name`.
  var keyPath: String { path.joined(separator: ".") }
}

/// A two-way binding of two fields (ReactiveObjC's `RACChannelTo`).
struct Channel: Hashable, Sendable {
  /// One side: a field, and what it takes instead of nil.
  struct Side: Hashable, Sendable {
    var instance: InstanceID
    var port: Int
    var replacement: Value?
    /// Whether the next notification of the field is the echo of what the channel wrote.
    var ignoresNext = false
  }

  var left: Side
  var right: Side
  var isDone = false
}

/// A subject that is an instance of its own (ReactiveObjC's `RACSubject` and `RACReplaySubject`).
struct SubjectInstance: Hashable, Sendable {
  /// How many values it keeps for whoever comes late; `nil` when it replays nothing, not even its end.
  var capacity: Int?
  /// The values that it keeps, oldest first.
  var kept: [Value] = []
  /// Its last error or completion, which one with a capacity replays: since then it takes no more from sources.
  var end: SignalEvent?
}
