import Statecharts

/// The clock of the machine, for code that needs to know how late it is, and not only how long something takes.
///
/// A definition that reads it declares it, with `Uses(clock)`; reading it otherwise is a fault. Two moments of a machine with a
/// clock are two states, however alike they are, so a search of such a machine has no end. Delays, time-outs and timers need
/// none; and where the time of an answer is all that matters, let the answer carry it.
public struct Clock: Sendable {
  /// Makes the token; it reads no clock but the machine's.
  public init() {}
}

extension TurnContext {
  /// The virtual milliseconds since the machine was opened. A fault when no definition of the machine declares the clock.
  package func milliseconds(on clock: Clock) -> Int { readClock() }
}

extension Handle {
  /// The virtual milliseconds since the machine was opened. A fault when no definition of the machine declares the clock.
  public func milliseconds(on clock: Clock) -> Int { turn.milliseconds(on: clock) }
}
