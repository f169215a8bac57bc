/// What is wrong with an expected line; the column counts the line's scalars from one.
struct PatternProblem: Error {
  var kind: TranscriptProblem.Kind
  var column: Int
}
