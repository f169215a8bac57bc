import CEditline

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ctrl-C while a command runs.
///
/// As long as a `LineEditor` exists, Ctrl-C ends nothing by itself: it sets a flag that long work is to look at. A Ctrl-C
/// that comes a second after one that is not looked at ends the process, as a command that does not look has to be
/// stoppable. SIGTERM and SIGHUP set it too, and end at the next line.
public enum Interrupt {
  /// Whether Ctrl-C came since the last `clear()` or the last line, or a signal that ends the program. Safe and cheap on
  /// every thread.
  public static var isRequested: Bool { cel_interrupt_requested() }

  /// Forgets a Ctrl-C; to be called before a command starts.
  public static func clear() { cel_interrupt_clear() }

  /// The signal that asked the program to end; nil while none did.
  public static var ending: Int32? {
    let signal = cel_ending_signal()
    return signal == 0 ? nil : signal
  }

  /// The signal of a terminal that goes away.
  public static var hangUp: Int32 { SIGHUP }

  /// Ends the process by a signal, so that its parent sees which one it was.
  public static func end(by signal: Int32) -> Never {
    cel_end_by_signal(signal)
  }
}
