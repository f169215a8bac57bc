import CEditline

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ctrl-C and ending signals while a command runs.
///
/// While a `LineEditor` exists, Ctrl-C sets a flag that long work must poll. If the work does not poll it, another
/// Ctrl-C at least a second later ends the process. A signal that ends programs (SIGTERM, SIGHUP, SIGQUIT and the
/// like) sets the flag too, and the next `readLine` returns at once. Until then, only SIGKILL and crashes end the
/// process. A crash signal counts as an ending signal if another process sends it or if the editor's own code
/// crashes.
package enum Interrupt {
  /// Whether Ctrl-C (since the last `clear()` or line) or an ending signal came. Thread-safe and cheap.
  package static var isRequested: Bool { cel_interrupt_requested() }

  /// The time since the request, or nil. Thread-safe and cheap.
  package static var age: Duration? {
    let milliseconds = cel_interrupt_age()
    return milliseconds < 0 ? nil : .milliseconds(milliseconds)
  }

  /// Clears a Ctrl-C that `isRequested` reported; returns whether there was one.
  package static func takeHeard() -> Bool { cel_interrupt_take_heard() }

  /// Catches Ctrl-C while `work` runs without a `LineEditor`. `work` must poll `isRequested`.
  package static func catching<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let catches = cel_interrupt_catch()
    defer { if catches { cel_interrupt_release() } }
    return try work()
  }

  /// Clears a Ctrl-C; call it before a command starts.
  package static func clear() { cel_interrupt_clear() }

  /// The first ending signal, or nil.
  package static var endingSignal: Int32? {
    let signal = cel_ending_signal()
    return signal == 0 ? nil : signal
  }

  /// Disables ending by Ctrl-C for a process that is about to exit.
  package static func disarm() { cel_interrupt_disarm() }

  /// Runs `body` while another program owns the terminal and Ctrl-C, then restores the terminal's mode.
  package static func lendingTerminal<Result>(_ body: () -> Result) -> Result {
    cel_terminal_lend()
    defer { cel_terminal_take_back() }
    return body()
  }

  /// The signal of a closed terminal.
  package static var hangUp: Int32 { SIGHUP }

  /// Ends the process by a signal, so that its parent sees which one.
  package static func end(by signal: Int32) -> Never {
    cel_end_by_signal(signal)
  }
}
