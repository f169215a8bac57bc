/// A line of a trace: a cause and its effects.
public struct Turn: Hashable, Sendable {
  /// Virtual time in milliseconds since the machine was opened.
  public var time: Int
  /// Why the turn ran.
  public var cause: Cause
  /// The effects in order.
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
  /// The kind of a cause.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// The machine was opened.
    case open
    /// The user acted, or typed a reply.
    case user
    /// A service answered automatically.
    case reply
    /// A repeating timer fired.
    case timer
    /// A delay ended.
    case delay
    /// A closure queued on the main queue ran.
    case hop
  }

  /// The kind of the cause.
  public var source: Source
  /// What the user did (`paste`, `tap`), how the service answered (`ok`, `fail`, `error`), or which work ran.
  public var event: String
  /// The control, field, service or page; empty if none.
  public var target: String
  /// The text, payload or answer; secret parts are `.secret`.
  public var value: Value?
  /// Whether due work was left waiting after the turn.
  public var isHeld: Bool

  /// Makes a cause, for a kernel without a machine.
  @inlinable
  public init(_ source: Source, _ event: String, on target: String = "", value: Value? = nil, isHeld: Bool = false) {
    self.source = source
    self.event = event
    self.target = target
    self.value = value
    self.isHeld = isHeld
  }

  package static var opening: Cause { Cause(.open, "open") }
}

/// How a service answered.
public enum Outcome: String, Hashable, Sendable, CaseIterable {
  /// Success: green.
  case ok
  /// The business refused: yellow.
  case fail
  /// The transport failed: red.
  case error
}
