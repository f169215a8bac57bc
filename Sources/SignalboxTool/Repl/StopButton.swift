import Synchronization

/// Ctrl-C as a command hears it: one that it heard ends the command, and its answer is printed all the same; the next one, and one
/// that no command heard, leaves out what is still to be printed.
final class StopButton: Sendable {
  private let isPressed: @Sendable () -> Bool
  private let release: @Sendable () -> Void
  private let heard = Atomic(false)

  /// - Parameters:
  ///   - isPressed: Whether Ctrl-C came.
  ///   - release: Forgets it.
  init(isPressed: @escaping @Sendable () -> Bool = { false }, release: @escaping @Sendable () -> Void = {}) {
    self.isPressed = isPressed
    self.release = release
  }

  /// Whether Ctrl-C came, as a command asks that then ends. Safe on every thread.
  func isHeard() -> Bool {
    guard isPressed() else { return false }
    heard.store(true, ordering: .relaxed)
    return true
  }

  /// Whether what is printed shall be left out.
  var isOn: Bool { isPressed() }

  /// Forgets a Ctrl-C that a command heard.
  ///
  /// - Returns: Whether it heard one.
  func takeHeard() -> Bool {
    guard heard.exchange(false, ordering: .relaxed) else { return false }
    release()
    return true
  }
}
