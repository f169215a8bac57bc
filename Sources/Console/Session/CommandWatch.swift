/// How a driver sees a command that runs, and stops it. The console itself knows no signal and no clock.
package struct CommandWatch: Sendable {
  /// Whether the command shall stop as soon as it can. Asked often, so it must be cheap.
  package var isInterrupted: @Sendable () -> Bool
  /// Told now and then how far the command is.
  package var progress: @Sendable (CommandProgress) -> Void

  package init(
    isInterrupted: @escaping @Sendable () -> Bool = { false }, progress: @escaping @Sendable (CommandProgress) -> Void
  ) {
    self.isInterrupted = isInterrupted
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
