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
/// stoppable. A signal that ends a program (SIGTERM, SIGHUP, SIGQUIT and the like) sets it too: the next line that is read
/// ends at once, and no other signal ends the process before, but SIGKILL and crashes. The signal of a crash that another
/// process sends is such a signal while a `LineEditor` exists, and so is a crash in the editor's own code.
package enum Interrupt {
  /// Whether Ctrl-C came since the last `clear()` or the last line, or a signal that ends the program. Safe and cheap on
  /// every thread.
  package static var isRequested: Bool { cel_interrupt_requested() }

  /// How long ago what is requested came; nil when nothing is. Safe and cheap on every thread.
  package static var age: Duration? {
    let milliseconds = cel_interrupt_age()
    return milliseconds < 0 ? nil : .milliseconds(milliseconds)
  }

  /// Forgets a Ctrl-C that somebody saw by `isRequested`.
  ///
  /// - Returns: Whether somebody did.
  package static func takeHeard() -> Bool { cel_interrupt_take_heard() }

  /// Runs long work that looks at `isRequested`, and catches Ctrl-C meanwhile as a `LineEditor` does, where none exists.
  package static func catching<Failure: Error>(_ work: () throws(Failure) -> Void) throws(Failure) {
    let catches = cel_interrupt_catch()
    defer { if catches { cel_interrupt_release() } }
    try work()
  }

  /// Forgets a Ctrl-C; to be called before a command starts.
  package static func clear() { cel_interrupt_clear() }

  /// The signal that asked the program to end, the first where there were several; nil while none did.
  package static var endingSignal: Int32? {
    let signal = cel_ending_signal()
    return signal == 0 ? nil : signal
  }

  /// From now on no Ctrl-C ends the process, however long nobody looks at it: it is about to end by itself.
  package static func disarm() { cel_interrupt_disarm() }

  /// Runs `body` while another program has the terminal. Ctrl-C is for that program; the terminal is in its mode again afterwards.
  package static func lendingTerminal<Result>(_ body: () -> Result) -> Result {
    cel_terminal_lend()
    defer { cel_terminal_take_back() }
    return body()
  }

  /// The signal of a terminal that goes away.
  package static var hangUp: Int32 { SIGHUP }

  /// Ends the process by a signal, so that its parent sees which one it was.
  package static func end(by signal: Int32) -> Never {
    cel_end_by_signal(signal)
  }
}
