import Traces

extension TraceDifference {
  /// Compares two traces as they are stored, without reading what is equal in both.
  ///
  /// What it finds is what comparing the two traces that `TraceFile` decodes finds.
  ///
  /// Cost: a look at each byte, reading each step that differs and each that touches what differs then, and memory for a
  /// few words a line.
  ///
  /// - Parameters:
  ///   - allowsTruncation: Whether files without their end lines are compared as far as they go.
  ///   - least: Files of which one is shorter are gone over by one thread.
  /// - Returns: Nil when one of the two cannot be compared so: it is no trace, or spelled as none is written here.
  package init?(
    stored a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>, allowsTruncation: Bool = false,
    least: Int = TraceIndices.leastStretch
  ) {
    guard let traces = TraceIndices(a, b, allowsTruncation: allowsTruncation, least: least) else { return nil }
    let indices = traces.indices
    let source = StoredSteps(indices, traces.sorts)
    let alignment = StepAlignment(numbered: indices.map(\.stimuli), below: traces.numbering.count) {
      source.stimulus(of: $0, on: $1)
    }
    let keys = RowKeys(commonTo: indices.map(\.header.keys))
    var comparison = TraceComparison(source, by: keys)
    comparison.compare(alignment)
    guard !comparison.source.hasFailed else { return nil }
    comparison.count(comparison.source.passedOthers)
    self.init(
      headers: indices.map(\.header), isComplete: indices.map(\.isComplete), alignment, comparison,
      stimuli: indices.map { $0.stimuli.count - 1 })
  }
}
