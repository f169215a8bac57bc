import Traces
import ViewModels

/// A driving command, read.
struct Act: Sendable {
  enum Move: Hashable, Sendable {
    case step(Stimulus, isHeld: Bool)
    /// The app ends and is opened again.
    case restart
  }

  /// The command as a transcript holds it: nothing in it acts on a terminal.
  var text: String
  var move: Move
  /// Names for the secrets in it that no sample has.
  var typed: [NamedValues.Entry] = []
  /// Whether something in it is written by name because it must not be shown.
  var holdsSecret = false

  init(_ text: String, _ stimulus: Stimulus) {
    self.text = text.escaped
    move = .step(stimulus, isHeld: false)
  }

  init(restart text: String) {
    self.text = text
    move = .restart
  }
}
