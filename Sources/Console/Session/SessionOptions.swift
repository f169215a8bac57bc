/// What a session is for.
public struct SessionOptions: Hashable, Sendable {
  /// Whether the session runs one case of a transcript: then only verbs that drive or look are taken.
  public var isTranscript: Bool
  /// How many columns talk may take.
  public var width: Int

  public init(isTranscript: Bool = false, width: Int = 80) {
    self.isTranscript = isTranscript
    self.width = width
  }
}
