/// How a driver sees a command that runs, and stops it. The console itself knows no signal and no clock.
package struct CommandWatch: Sendable {
  /// Whether the command shall stop as soon as it can. Asked often, so it must be cheap.
  package var isInterrupted: @Sendable () -> Bool
  /// Whether a command that was to stop has looked long enough for what it can tell: then it tells what it has.
  package var isOver: @Sendable () -> Bool
  /// Told now and then how far the command is.
  package var progress: @Sendable (CommandProgress) -> Void

  /// - Parameter isOver: Where it is nil, a command looks for nothing more once it is to stop.
  package init(
    isInterrupted: @escaping @Sendable () -> Bool = { false }, isOver: (@Sendable () -> Bool)? = nil,
    progress: @escaping @Sendable (CommandProgress) -> Void
  ) {
    self.isInterrupted = isInterrupted
    self.isOver = isOver ?? isInterrupted
    self.progress = progress
  }
}

/// How far a command is that runs.
package struct CommandProgress: Hashable, Sendable, CustomStringConvertible {
  /// Where the virtual clock stands, in milliseconds.
  package var time: Int
  /// How many turns ran.
  package var turns: Int

  /// `at 1234s, 56789 turns`
  package var description: String { "at \(VirtualDuration(milliseconds: time).readable), \(turns.counted("turn"))" }
}
