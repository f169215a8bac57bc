/// The mistakes of one file, in the order of their places.
public struct TranscriptProblems: Error, Sendable {
  public var problems: [TranscriptProblem]
  /// How many more there are than are kept.
  public var omitted: Int

  public init(_ problems: [TranscriptProblem], omitted: Int = 0) {
    self.problems = problems
    self.omitted = omitted
  }

  /// A file that cannot be read as a transcript is bad input.
  public var exitCode: ExitCode { .badInput }
}
