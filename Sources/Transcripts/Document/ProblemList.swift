/// Collects the problems of a file up to a limit, and counts the others.
struct ProblemList {
  let limit: Int
  private(set) var problems: [TranscriptProblem] = []
  private(set) var omitted = 0

  init(limit: Int) { self.limit = max(1, limit) }

  var isEmpty: Bool { problems.isEmpty }
  /// Whether a further problem would only be counted.
  var isFull: Bool { problems.count >= limit }
  /// Those that are kept, and the others.
  var count: Int { problems.count + omitted }

  mutating func add(_ kind: TranscriptProblem.Kind, line: Int, column: Int = 1) {
    if problems.count < limit {
      problems.append(TranscriptProblem(place: SourcePlace(line: line, column: column), kind: kind))
    } else {
      omitted += 1
    }
  }

  /// The problems in the order of their places.
  var error: TranscriptProblems {
    let ordered = problems.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
    return TranscriptProblems(ordered.map(\.element), omitted: omitted)
  }
}
