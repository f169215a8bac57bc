import CFiles

/// Makes a write beyond `ulimit -f` fail with `fileSizeLimit` instead of ending the process. Call once, at the
/// start.
package func ignoreFileSizeSignal() {
  _ = cfiles_ignore_file_size_signal()
}

/// Delays signals while `body` runs, so that only SIGKILL can interrupt it.
package func holdingSignals<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  cfiles_hold_signals()
  defer { cfiles_release_signals() }
  return try body()
}

/// Opens closed standard streams, so that no later file becomes standard output; using them still fails. Call once,
/// before opening anything.
package func reserveStandardStreams() -> Bool {
  cfiles_reserve_standard_streams() == 0
}

/// Makes a crash print `line` (at most 255 bytes) and end by its signal, without a core file. The Swift runtime's
/// dump of registers and memory could show a secret. SIGQUIT and SIGXCPU end the process silently. Call once, at
/// the start.
package func guardAgainstCrashes(saying line: String) {
  cfiles_guard_crashes(line + "\n")
}

/// Ends the process silently as SIGPIPE does; a shell sees 141.
package func endByClosedPipe() -> Never {
  cfiles_end_by_closed_pipe()
}
