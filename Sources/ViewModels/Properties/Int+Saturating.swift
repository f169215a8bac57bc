extension Int {
  /// Saturates, because a law's memory may come from a file with extreme values.
  func saturating(adding other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }
}
