import CFiles

/// Makes a write beyond `ulimit -f` fail with `fileSizeLimit` instead of ending the process. Called once, at the start.
package func ignoreFileSizeSignal() {
  _ = cfiles_ignore_file_size_signal()
}

/// Runs `body`, and lets signals wait for its end, so that none but SIGKILL ends the process in the middle of it.
package func holdingSignals<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  cfiles_hold_signals()
  defer { cfiles_release_signals() }
  return try body()
}

/// Fills closed standard streams, so that a file opened later does not take the place of standard output; using such a
/// stream still fails. Called once, before anything is opened.
///
/// - Returns: false when a stream is closed and cannot be filled.
package func reserveStandardStreams() -> Bool {
  cfiles_reserve_standard_streams() == 0
}

/// From now on a crash says `line` on standard error and ends the process by its signal, in place of the Swift runtime's
/// dump of registers and memory, which may show a secret; no core is written. SIGQUIT and SIGXCPU end the process without a
/// word. Called once, at the start.
///
/// - Parameter line: at most 255 bytes, without its line feed.
package func guardAgainstCrashes(saying line: String) {
  cfiles_guard_crashes(line + "\n")
}

/// Ends the process as the signal of a closed pipe does: quietly, and seen as 141 by a shell.
package func endByClosedPipe() -> Never {
  cfiles_end_by_closed_pipe()
}
