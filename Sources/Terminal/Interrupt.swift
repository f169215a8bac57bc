import CEditline

/// Ctrl-C while a command runs.
///
/// As long as a `LineEditor` exists, Ctrl-C ends nothing by itself: it sets a flag that long work is to look at. A Ctrl-C
/// that comes a second after one that is not looked at ends the process, as a command that does not look has to be
/// stoppable.
public enum Interrupt {
  /// Whether Ctrl-C came since the last `clear()` or the last line. Safe and cheap on every thread.
  public static var isRequested: Bool { cel_interrupt_requested() }

  /// Forgets a Ctrl-C; to be called before a command starts.
  public static func clear() { cel_interrupt_clear() }
}
