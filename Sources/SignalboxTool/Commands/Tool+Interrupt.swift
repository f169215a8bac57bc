import Terminal

extension Tool {
  /// Ends the process by the signal that ended a search, when what it found has been told.
  func endIfInterrupted() throws {
    guard let signal = Interrupt.endingSignal else { return }
    try streams.flush()
    Interrupt.end(by: signal)
  }
}
