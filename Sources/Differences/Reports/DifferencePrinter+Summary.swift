import Traces

extension DifferencePrinter {
  /// What happens more often in one whole run than in the other: `push home  1 instead of 2`.
  func tallies(_ difference: TraceDifference) -> [String] {
    guard !difference.tallies.isEmpty else { return [] }
    let heads = difference.tallies.map { text.head($0.subject) }
    let width = heads.map(\.displayWidth).max() ?? 0
    return ["", "in all"]
      + zip(heads, difference.tallies).map { "  \($0.padded(toWidth: width))  \(comparison($1.counts))" }
  }

  private func comparison(_ counts: Sides<Int>) -> String {
    switch (counts.a, counts.b) {
    case (0, let b): "\(b), only in b"
    case (let a, 0): "\(a), only in a"
    case (let a, let b): "\(b) instead of \(a)"
    }
  }

  /// One line of counts and the verdict.
  func summary(_ difference: TraceDifference) -> String {
    guard !difference.findings.isEmpty else {
      return "no differences in \(counted(difference.stimuli.a, "stimulus", "stimuli")): identical"
    }
    let counts = difference.counts
    let total = counts.reduce(0) { $0 + $1.count }
    let places = Set(difference.findings.flatMap { [$0.place] + $0.repetitions }).count
    let classes = counts.map { "\($0.count) \($0.key.rawValue)" }
    return counted(total, "difference", "differences") + " in " + counted(places, "step", "steps") + " ("
      + classes.joined(separator: ", ") + "): " + difference.verdict.rawValue
  }

  /// How much was left out since nothing shows it.
  func internals(_ differences: [TraceDifference]) -> String {
    let count = differences.reduce(0) { $0 + $1.internalCount }
    return count == 0 ? "" : "; left out: \(count) in fields that nothing shows ('--internal')"
  }

  func counted(_ count: Int, _ one: String, _ many: String) -> String { "\(count) \(count == 1 ? one : many)" }
}
