/// One thing that happened in a turn. Names are paths as the console shows them: `name`, `user.name`, `items[3].total`.
///
/// `EffectTable` of the module `Traces` has a row for each case: how it is written, read, compared and counted.
public enum Effect: Hashable, Sendable {
  /// A field was assigned; the values may be equal. Those of a secret field are `.secret`.
  case set(field: Name, old: Value, new: Value)
  /// A region of a chart moved.
  case moved(region: Name, from: String, to: String)
  /// A subject sent a value.
  case output(subject: Name, value: Value)
  /// A request started. Its name carries its ordinal from the second on: `authenticate'2`.
  case requested(service: Name, input: Value)
  /// A request was answered and its owner heard it.
  case replied(service: Name, outcome: Outcome, value: Value)
  /// A request ended because its owner left the state that invoked it.
  case cancelled(service: Name)
  /// An answer came for a request that had ended.
  case late(service: Name, outcome: Outcome, value: Value)
  /// A timer was started; its delay in milliseconds.
  case timerStarted(name: Name, delay: Int)
  /// A repeating timer called its handler.
  case timerFired(name: Name)
  /// A page was pushed.
  case pushed(page: Name)
  /// The top page was left.
  case popped(page: Name)
  /// An alert was shown; its message is the value that was sent.
  case alertShown(title: String, message: String, buttons: [String])
  /// The alert was dismissed.
  case alertClosed
  /// A sign of work was shown.
  case hudShown(String)
  /// The sign of work is no longer seen.
  case hudClosed
  /// A tip was shown.
  case tipShown(String)
  /// The tip is no longer seen.
  case tipClosed
  /// A value was written to the persisted store.
  case stored(key: Name, value: Value)
  /// A line was logged, with a value or without.
  case logged(String, Value?)
  /// An observer of a field was told, with the change dictionary it received.
  case notified(field: Name, change: [Member])
  /// A stimulus was not taken.
  case refused(name: Name, reason: String)
  /// A property became false.
  case broken(property: Name)
  /// A named limit was reached; the detail tells the cycle that was seen.
  case limit(name: Name, detail: String)
  /// The model faulted and the turn ended here.
  case crashed(String)
  /// Work of different sources was due at one instant, or several observers heard of one change; this one was chosen out
  /// of order.
  case tie(chosen: Name, over: [Name])
}

/// The kinds of effects that a list has. A property that looks for other kinds skips the list.
@usableFromInline
package struct EffectKinds: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt32

  @inlinable
  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  @inlinable package static var set: EffectKinds { EffectKinds(rawValue: 1 << 0) }
  @inlinable package static var moved: EffectKinds { EffectKinds(rawValue: 1 << 1) }
  @inlinable package static var output: EffectKinds { EffectKinds(rawValue: 1 << 2) }
  @inlinable package static var requested: EffectKinds { EffectKinds(rawValue: 1 << 3) }
  @inlinable package static var replied: EffectKinds { EffectKinds(rawValue: 1 << 4) }
  @inlinable package static var cancelled: EffectKinds { EffectKinds(rawValue: 1 << 5) }
  @inlinable package static var pushed: EffectKinds { EffectKinds(rawValue: 1 << 6) }
  @inlinable package static var refused: EffectKinds { EffectKinds(rawValue: 1 << 7) }
  @inlinable package static var alertShown: EffectKinds { EffectKinds(rawValue: 1 << 8) }
  /// Kinds that no property looks for alone.
  @inlinable package static var other: EffectKinds { EffectKinds(rawValue: 1 << 9) }
  @inlinable package static var all: EffectKinds { EffectKinds(rawValue: 1 << 10 - 1) }

  /// Whether some kind is in both.
  @inlinable
  @inline(__always)
  package func meets(_ other: EffectKinds) -> Bool { rawValue & other.rawValue != 0 }
}

extension Effect {
  /// Its kind, as far as properties look for it.
  package var watchedKind: EffectKinds {
    switch self {
    case .set: .set
    case .moved: .moved
    case .output: .output
    case .requested: .requested
    case .replied: .replied
    case .cancelled: .cancelled
    case .pushed: .pushed
    case .refused: .refused
    case .alertShown: .alertShown
    default: .other
    }
  }
}
