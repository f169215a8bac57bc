/// Runs the commands of a transcript: the console, seen from here.
public protocol CaseRunner: Sendable {
  /// A machine that was opened for one case; a value.
  associatedtype Session: Sendable

  /// Opens a fresh machine.
  ///
  /// - Throws: why it cannot be opened; the transcript is then bad input.
  func open(_ opening: CaseOpening) throws(OpeningProblem) -> OpenedCase<Session>

  /// Runs one command line.
  func run(_ command: String, in session: inout Session) -> CommandReply
}
