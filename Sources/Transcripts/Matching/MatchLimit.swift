/// A budget of the match, in steps: a pair of an expected and an output line that their texts decide is one, another
/// costs more, by its length.
package struct MatchLimit: Error, Hashable, Sendable {
  /// What is limited.
  package enum Subject: String, Hashable, Sendable {
    /// One block beside its output.
    case block = "match-steps"
    /// The search for lines that give names such values that all that refers to them holds.
    case names = "match-names"
  }

  package static let defaultSteps = 20_000_000

  package var subject: Subject
  package var steps: Int

  package init(steps: Int = defaultSteps, of subject: Subject = .block) {
    self.steps = steps
    self.subject = subject
  }

  package var sentence: String {
    switch subject {
    case .block:
      "limit \(subject.rawValue): comparing this block takes more than \(steps) steps; split the command's block"
    case .names:
      "limit \(subject.rawValue): finding the lines that bind names here takes more than \(steps) steps; write more of "
        + "the lines with '<… as NAME>' out, so that fewer outputs fit"
    }
  }
}
