import Traces
import ViewModels

/// A driving command, read.
struct Act: Sendable {
  /// The command as a transcript holds it: nothing in it acts on a terminal.
  var text: String
  var stimulus: Stimulus
  /// Whether what becomes due by it is left waiting.
  var isHeld = false
  private var resolution: ResolvedStimulus?
  /// Names for the secrets in it that no sample has.
  var typed: [NamedValues.Entry] = []
  /// Whether something in it is written by name because it must not be shown.
  var holdsSecret = false

  /// - Parameter value: What the command says beside the stimulus' own words.
  init(_ stimulus: Stimulus, _ value: String? = nil) {
    text = (value.map { "\(stimulus.words) \($0)" } ?? stimulus.words).escaped
    self.stimulus = stimulus
  }

  /// What the stimulus is where it was read.
  ///
  /// - Precondition: It was read to the end of its line.
  var resolved: ResolvedStimulus {
    guard let resolution else { preconditionFailure("'\(text)' was not resolved where it was read") }
    return resolution
  }

  /// The time from which its output counts, in milliseconds: when it began, or zero for a machine that is opened again.
  func outputStart(at time: Int) -> Int { stimulus == .restart ? 0 : time }

  mutating func resolve(in view: borrowing View) { resolution = view.resolved(stimulus) }
}
