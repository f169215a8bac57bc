import Turns

/// The piece of due work whose turn a reaction belongs to.
///
/// What only one run asked for or put off leads to turns that only this run has.
package struct Origin: Hashable, Sendable {
  package var source: Cause.Source
  /// The service whose answer it is, with its ordinal, or the name of the work.
  package var name: ExactString

  /// The work that caused a turn; nil for a stimulus and for the opening.
  init?(_ cause: Cause) {
    switch cause.source {
    case .open, .user: return nil
    case .reply: name = ExactString(cause.target)
    case .timer, .delay, .hop: name = ExactString(cause.event)
    }
    source = cause.source
  }
}
