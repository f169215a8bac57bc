import Traces

extension TraceDifference {
  /// Compares two mapped trace files, without decoding what is equal in both.
  ///
  /// What it finds is what comparing the traces that `TraceFile` decodes finds. Every line is checked by decoding, equal ones once.
  ///
  /// Cost: linear in the bytes, and decoding each different line, each step that differs, and each that sets what differs then.
  ///
  /// - Parameter allowsTruncation: Whether files without their end lines are compared as far as they go.
  /// - Returns: Nil when a file has a mistake, which `TraceFile` names, or a time that only it can judge.
  package init?(
    files a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>, allowsTruncation: Bool = false
  ) {
    var table = LineTable()
    guard let first = LinedTrace(a, &table, allowsTruncation: allowsTruncation),
      let second = LinedTrace(b, &table, allowsTruncation: allowsTruncation)
    else { return nil }
    let runs = Sides(a: first, b: second)
    let source = LineSteps(runs, table)
    let alignment = StepAlignment(numbered: runs.map(\.stimuli), below: table.stimulusCount) {
      source.stimulus(of: $0, on: $1)
    }
    var comparison = TraceComparison(source, by: RowKeys(commonTo: runs.map(\.header.keys)))
    comparison.compare(alignment)
    guard !comparison.source.hasFailed else { return nil }
    comparison.count(comparison.source.passedOthers)
    self.init(
      headers: runs.map(\.header), isComplete: runs.map(\.isComplete), alignment, comparison,
      stimuli: runs.map { $0.stimuli.count - 1 })
  }
}
