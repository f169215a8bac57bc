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
    enum Mode: Hashable {
      case only(DiffSide)
      case changed
      case shifted
      case reordered
      case step(DiffSide)
      case absent(DiffSide)
      case stimulus
    }

    var mode: Mode
    var subject: Reaction.Subject?
  }
}

extension Divergence {
  var causeKey: DifferenceCause.Key {
    switch content {
    case .step(let side, _): .init(mode: .step(side), subject: nil)
    case .absent(let side, _, _): .init(mode: .absent(side), subject: nil)
    case .stimulus: .init(mode: .stimulus, subject: nil)
    case .only(let side, let reaction): .init(mode: .only(side), subject: reaction.common)
    case .changed(let reactions, _): .init(mode: .changed, subject: reactions.a.common)
    case .shifted(let pairs): .init(mode: .shifted, subject: pairs.first?.a.common)
    case .reordered(let reaction, _, _): .init(mode: .reordered, subject: reaction.common)
    }
  }

  var onlySide: DiffSide? {
    if case .only(let side, _) = content { side } else { nil }
  }
}
