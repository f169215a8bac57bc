import Statecharts

/// What a search saw.
package struct SearchReport: Sendable {
  /// One for each cause, in the order in which they were found.
  package var findings: [Finding] = []
  /// How often each was met, in the same order.
  package var counts: [Int] = []
  /// Distinct states.
  package var states = 0
  /// Steps that were made.
  package var steps = 0
  /// The most commands after which every state has been seen with all that follows from it.
  package var completeDepth = 0
  /// How many states were found whose moves were not made.
  package var frontier = 0
  /// What ended the search; nil when everything was seen.
  package var bound: SearchBound?

  package var isComplete: Bool { bound == nil }

  /// How likely it is at most that a step led to a new state that was taken for a known one: d·(g−d)/2¹²⁸.
  package var collisionBound: Double {
    Double(states) * Double(max(0, steps - states)) / 3.402823669209385e38
  }

  /// Whether a finding of the same cause is there.
  func knows(_ finding: Finding) -> Bool { findings.contains { $0.group == finding.group } }

  /// Takes a finding in, unless its cause is known.
  mutating func add(_ finding: Finding) {
    if let index = findings.firstIndex(where: { $0.group == finding.group }) {
      counts[index] += 1
    } else {
      findings.append(finding)
      counts.append(1)
    }
  }
}
