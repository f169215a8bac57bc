/// A transcript brought up to date with what its cases printed.
package struct TranscriptUpdate: Sendable {
  package var transcript: Transcript
  /// In the order of the lines.
  package var notes: [UpdateNote]
  /// The lines of the cases that were left as they are, counted from one.
  package var refused: [Int]

  /// The file's new text.
  package var text: String { transcript.print() }

  /// Whether anything was written anew.
  package var isChanged: Bool {
    notes.contains { note in
      switch note.kind {
      case .rewritten, .lost, .hash: true
      case .refused: false
      }
    }
  }

  /// Whether every failing case now holds.
  package var isComplete: Bool { refused.isEmpty }
}

extension ReplayReport {
  /// Brings the failing blocks of the report's transcript up to date. Whatever passes stays as it is to the byte, and so
  /// do commands, directives and comments. The result holds for the output that it was made from.
  ///
  /// Cases that are skipped, expected to fail or in error are left alone.
  ///
  /// - Parameter acceptsLost: Whether lines may be dropped with nothing in their places.
  package func updated(acceptsLost: Bool = false) -> TranscriptUpdate {
    var updater = TranscriptUpdater(report: self, acceptsLost: acceptsLost)
    return updater.update()
  }
}
