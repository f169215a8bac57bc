import Traces

/// Counts what happened in two whole runs, by kind and name.
struct ReactionCounter {
  private var counts: [Reaction.Subject: Sides<Int>] = [:]

  /// - Parameter subject: What the repetitions of a reaction share.
  mutating func count(_ subject: Reaction.Subject, on side: DiffSide, times: Int = 1) {
    if subject.kind.comparison.isTallied { counts[subject, default: Sides(a: 0, b: 0)][side] += times }
  }

  /// What happened more often on one side; gravest first.
  var tallies: [TraceDifference.Tally] {
    counts.filter { $0.value.a != $0.value.b }
      .map { TraceDifference.Tally(subject: $0.key, counts: $0.value) }
      .sorted { $0.subject.precedes($1.subject) }
  }
}

extension Reaction.Subject {
  /// Graver kinds first, then by the bytes of the name.
  func precedes(_ other: Self) -> Bool {
    guard kind == other.kind else { return kind.rank < other.kind.rank }
    return name.utf8.lexicographicallyPrecedes(other.name.utf8)
  }
}

extension Reaction.Kind {
  /// The place in the declaration, which goes from grave to light.
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
