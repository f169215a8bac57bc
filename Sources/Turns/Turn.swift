/// One line of a trace: a cause, and what it did until nothing more followed from it.
public struct Turn: Hashable, Sendable {
  /// Virtual time in milliseconds since the machine was opened.
  public var time: Int
  /// Why it ran.
  public var cause: Cause
  /// What happened, in the order in which it happened.
  public var effects: [Effect]

  @inlinable
  package init(time: Int, cause: Cause, effects: [Effect] = []) {
    self.time = time
    self.cause = cause
    self.effects = effects
  }
}

/// Why a turn ran.
public struct Cause: Hashable, Sendable {
  /// Where a cause comes from.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// The machine was opened.
    case open
    /// A stimulus: what came from outside, typed replies included.
    case user
    /// A service answered by itself.
    case reply
    /// A repeating timer fired.
    case timer
    /// A delay ran out.
    case delay
    /// A hop through the main queue.
    case hop
  }

  /// Where it comes from.
  public var source: Source
  /// What the user did (`paste`, `tap`), how the service answered (`ok`, `fail`, `error`), or which work ran.
  public var event: String
  /// The control, field, service or page that it concerns; empty when there is none.
  public var target: String
  /// What came with it: a text, a payload, an answer. What is secret in it is `.secret`.
  public var value: Value?
  /// Whether due work was left waiting afterwards.
  public var isHeld: Bool

  /// Makes a cause, for a kernel that is driven without a machine.
  @inlinable
  public init(_ source: Source, _ event: String, on target: String = "", value: Value? = nil, isHeld: Bool = false) {
    self.source = source
    self.event = event
    self.target = target
    self.value = value
    self.isHeld = isHeld
  }

  /// A machine is opened, for the first time or again.
  package static var opening: Cause { Cause(.open, "open") }
}

/// How a service answered.
public enum Outcome: String, Hashable, Sendable, CaseIterable {
  /// Transport and business are fine: green.
  case ok
  /// The business says no: yellow.
  case fail
  /// The transport broke: red.
  case error
}
