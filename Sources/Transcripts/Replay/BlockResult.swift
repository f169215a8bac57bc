/// What a command printed, and how it compares with its block.
public struct BlockResult: Sendable {
  public var actual: [String]
  public var outcome: BlockOutcome
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
