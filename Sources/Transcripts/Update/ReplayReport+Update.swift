extension ReplayReport {
  /// Brings the failing blocks of the report's transcript up to date. Whatever passes stays as it is to the byte, and so
  /// do commands, directives and comments. The result holds for the output that it was made from.
  ///
  /// Cases that are skipped, expected to fail or in error are left alone.
  ///
  /// - Parameter acceptsLost: Whether lines may be dropped with nothing in their places.
  public func updated(acceptsLost: Bool = false) -> TranscriptUpdate {
    var updater = TranscriptUpdater(report: self, acceptsLost: acceptsLost)
    return updater.update()
  }
}
