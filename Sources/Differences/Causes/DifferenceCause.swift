import Traces

/// One distinct difference between two versions.
package struct DifferenceCause: Sendable {
  package var lead: Divergence
  package var title: String
  package var count: Int
  package var caseCount = 1
  /// Other findings in the same turns as the lead.
  package var companions = 0
  /// Findings that exist only because of this cause, such as replies to a request of one run.
  package var followers = 0
  package var carriedSteps = 0

  /// Ignores the values, so that causes with other values count as one.
  struct Key: Hashable {
    let word: String
    /// The run that alone has a step or reaction, or that lacks a step.
    let side: DiffSide?
    let subject: Reaction.Subject?
  }
}

extension Divergence {
  var causeKey: DifferenceCause.Key {
    let side: DiffSide? =
      switch content {
      case .step(let side, _), .absent(let side, _, _), .only(let side, _): side
      case .stimulus, .changed, .shifted, .reordered: nil
      }
    return DifferenceCause.Key(word: content.word, side: side, subject: content.reactions.first?.common)
  }

  var onlySide: DiffSide? {
    if case .only(let side, _) = content { side } else { nil }
  }
}
