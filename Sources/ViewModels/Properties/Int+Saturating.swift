extension Int {
  /// Returns the sum, or the nearest number that there is: what a law remembers may come from a file, and stand at the edge of
  /// its type.
  func saturating(adding other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }
}
