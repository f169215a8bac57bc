import Statecharts

/// Where a run has come to: the folding of its reactions. Old values come from here.
struct RunState {
  private var values: [Reaction.Subject: Value] = [:]

  /// The value of a field, or the state of a region; nil when nothing has been said of it yet.
  subscript(subject: Reaction.Subject) -> Value? { values[subject] }

  /// Takes in what a reaction changed.
  mutating func fold(_ reaction: Reaction) {
    guard reaction.subject.kind.isStateful, let last = reaction.values.last else { return }
    values[reaction.subject] = last
  }
}
