/// A budget of the match, in steps: a pair of an expected and an output line that their texts decide is one, another
/// costs more, by its length.
public struct MatchLimit: Error, Hashable, Sendable {
  /// What is limited.
  public enum Subject: String, Hashable, Sendable {
    /// One block beside its output.
    case block = "match-steps"
    /// The search for lines that give names such values that all that refers to them holds.
    case names = "match-names"
  }

  public static let defaultSteps = 20_000_000

  public var subject: Subject
  public var steps: Int

  public init(steps: Int = defaultSteps, of subject: Subject = .block) {
    self.steps = steps
    self.subject = subject
  }

  public var sentence: String {
    switch subject {
    case .block:
      "limit \(subject.rawValue): comparing this block takes more than \(steps) steps; split the command's block"
    case .names:
      "limit \(subject.rawValue): finding the lines that bind names here takes more than \(steps) steps; write more of "
        + "the lines with '<… as NAME>' out, so that fewer outputs fit"
    }
  }
}
