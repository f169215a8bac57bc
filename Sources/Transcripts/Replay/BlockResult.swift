/// What a command printed, and how it compares with its block.
public struct BlockResult: Sendable {
  public var actual: [String]
  /// The command as it may be shown, with the name of a secret in its place; nil for the opening and where nobody knows.
  public var echo: String?
  public var outcome: BlockOutcome
  /// Of a block that differs, and holds once an earlier one is accepted as it came: the place of that one among the
  /// blocks; nil for one that differs by itself.
  public internal(set) var cause: Int?
  /// What the case had bound before the block.
  let bindings: Bindings

  /// Whether the block is to be reported.
  public var differs: Bool {
    switch outcome {
    case .held: false
    case .differs, .undecided: true
    }
  }
}
