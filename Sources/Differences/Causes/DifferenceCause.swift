import Traces

/// One thing in which two versions differ, wherever it shows: the finding that leads it, how often it occurs, and how many
/// other findings come with it or merely follow.
package struct DifferenceCause: Sendable {
  /// The gravest finding at the first place.
  package var lead: Divergence
  /// The case of the first place; empty for a run without a title.
  package var title: String
  /// How often the lead occurs, over all cases.
  package var count: Int
  /// In how many cases it occurs.
  package var caseCount = 1
  /// How many findings stand in the same turns as the lead.
  package var companions = 0
  /// How many findings there would not be without it: answers to a request that only one run made, turns of work that only
  /// one run had put off, what is refused because only one run left a page.
  package var followers = 0
  /// How many later steps at most merely carry what it changed.
  package var carriedSteps = 0

  /// What two causes share when they are one: what happened to what, whichever the values.
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

  /// The run that alone has it; nil when both have some version of it.
  var onlySide: DiffSide? {
    if case .only(let side, _) = content { side } else { nil }
  }
}
