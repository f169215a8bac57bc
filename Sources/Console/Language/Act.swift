import Traces
import ViewModels

/// A driving command, read.
struct Act: Sendable {
  /// The command as a transcript holds it: nothing in it acts on a terminal.
  var text: String
  /// Nil where the app ends and is opened again.
  var stimulus: Stimulus?
  /// Whether what becomes due by it is left waiting.
  var isHeld = false
  /// What the stimulus is where it was read.
  var resolved: ResolvedStimulus?
  /// Names for the secrets in it that no sample has.
  var typed: [NamedValues.Entry] = []
  /// Whether something in it is written by name because it must not be shown.
  var holdsSecret = false

  /// - Parameter value: What the command says beside the stimulus' own words.
  init(_ stimulus: Stimulus, _ value: String? = nil) {
    text = (value.map { "\(stimulus.words) \($0)" } ?? stimulus.words).escaped
    self.stimulus = stimulus
  }

  init(restart text: String) {
    self.text = text
  }
}
