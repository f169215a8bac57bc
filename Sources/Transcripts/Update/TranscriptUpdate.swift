/// A transcript brought up to date with what its cases printed.
public struct TranscriptUpdate: Sendable {
  public var transcript: Transcript
  /// In the order of the lines.
  public var notes: [UpdateNote]
  /// The lines of the cases that were left as they are, counted from one.
  public var refused: [Int]

  /// The file's new text.
  public var text: String { transcript.print() }

  /// Whether anything was written anew.
  public var isChanged: Bool {
    notes.contains { note in
      switch note.kind {
      case .rewritten, .lost, .hash: true
      case .refused: false
      }
    }
  }

  /// Whether every failing case now holds.
  public var isComplete: Bool { refused.isEmpty }
}
