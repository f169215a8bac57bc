/// What a session is for.
public struct SessionOptions: Hashable, Sendable {
  /// Whether the session runs one case of a transcript: then only verbs that drive or look are taken.
  public var isTranscript: Bool
  /// How many columns talk may take.
  public var width: Int
  /// How far one command may go.
  public var budget: CommandBudget

  public init(isTranscript: Bool = false, width: Int = 80, budget: CommandBudget = CommandBudget()) {
    self.isTranscript = isTranscript
    self.width = width
    self.budget = budget
  }
}
