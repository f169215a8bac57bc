/// How a driver sees a command that runs, and stops it. The console itself knows no signal and no clock.
public struct CommandWatch: Sendable {
  /// Whether the command shall stop as soon as it can. Asked often, so it must be cheap.
  public var isInterrupted: @Sendable () -> Bool
  /// Told now and then how far the command is.
  public var progress: @Sendable (CommandProgress) -> Void

  public init(
    isInterrupted: @escaping @Sendable () -> Bool = { false }, progress: @escaping @Sendable (CommandProgress) -> Void
  ) {
    self.isInterrupted = isInterrupted
    self.progress = progress
  }
}

/// How far a command is that runs.
public struct CommandProgress: Hashable, Sendable, CustomStringConvertible {
  /// Where the virtual clock stands, in milliseconds.
  public var time: Int
  /// How many turns ran.
  public var turns: Int

  /// `at 1234s, 56789 turns`
  public var description: String { "at \(VirtualDuration(milliseconds: time)), \(turns.counted("turn"))" }
}
