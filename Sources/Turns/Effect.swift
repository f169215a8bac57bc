/// Something that happened in a turn. Names are paths as printed: `user.name`, `items[3].total`.
///
/// `EffectTable` in `Traces` defines how each case is written, read, compared and counted.
public enum Effect: Hashable, Sendable {
  /// A field was assigned; the values may be equal, and are `.secret` for a secret field.
  case set(field: Name, old: Value, new: Value)
  /// A region of a chart changed its state.
  case moved(region: Name, from: String, to: String)
  /// A subject sent a value.
  case output(subject: Name, value: Value)
  /// A request started; a repeated name gets a number: `authenticate'2`.
  case requested(service: Name, input: Value)
  /// A request was answered.
  case replied(service: Name, outcome: Outcome, value: Value)
  /// A request ended because its owner left the invoking state.
  case cancelled(service: Name)
  /// An answer came after its request had ended.
  case late(service: Name, outcome: Outcome, value: Value)
  /// A timer started; `delay` is in milliseconds.
  case timerStarted(name: Name, delay: Int)
  /// A repeating timer fired.
  case timerFired(name: Name)
  /// A page was pushed.
  case pushed(page: Name)
  /// The top page was left.
  case popped(page: Name)
  /// An alert was shown; its message is the value sent.
  case alertShown(title: String, message: String, buttons: [String])
  /// The alert was dismissed.
  case alertClosed
  /// A progress indicator was shown.
  case hudShown(String)
  /// The progress indicator was hidden.
  case hudClosed
  /// A tip was shown.
  case tipShown(String)
  /// The tip disappeared.
  case tipClosed
  /// A value was written to the store.
  case stored(key: Name, value: Value)
  /// A line was logged, perhaps with a value.
  case logged(String, Value?)
  /// An observer of a field received a change dictionary.
  case notified(field: Name, change: [Member])
  /// A stimulus was refused.
  case refused(name: Name, reason: String)
  /// A property became false.
  case broken(property: Name)
  /// A limit was reached; the detail describes the cycle.
  case limit(name: Name, detail: String)
  /// The model faulted, which ended the turn.
  case crashed(String)
  /// Several sources or observers were due at once; this one was chosen out of order.
  case tie(chosen: Name, over: [Name])
}

/// The kinds of effects in a list. A property skips lists without the kinds that it inspects.
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
  @inlinable package static var other: EffectKinds { EffectKinds(rawValue: 1 << 9) }
  @inlinable package static var all: EffectKinds { EffectKinds(rawValue: 1 << 10 - 1) }

  @inlinable
  @inline(__always)
  package func meets(_ other: EffectKinds) -> Bool { rawValue & other.rawValue != 0 }
}

extension Effect {
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
