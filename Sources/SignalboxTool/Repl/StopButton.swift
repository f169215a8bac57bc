import Terminal

/// By which a person ends what runs. One that a command heard ends it, and its answer is printed all the same; the next one, and one
/// that no command heard, leaves out what is still to be printed.
struct StopButton: Sendable {
  /// Whether it is pressed. A command that sees it ends.
  var isPressed: @Sendable () -> Bool = { false }
  /// Whether it was pressed so long ago that a command looks for nothing more.
  var isOver: @Sendable () -> Bool = { false }
  /// Takes it for not pressed where a command saw it, and says whether one did.
  var takeHeard: @Sendable () -> Bool = { false }
}

extension StopButton {
  /// Ctrl-C.
  static var ofTerminal: StopButton {
    let clock = SearchClock(seconds: nil)
    return StopButton(
      isPressed: { Interrupt.isRequested }, isOver: { clock.isOver }, takeHeard: Interrupt.takeHeard)
  }
}
