import Traces

/// What came of a case.
public struct CaseResult: Sendable {
  public var title: String
  /// The line of `%case`, counted from one.
  public var line: Int
  public var verdict: CaseVerdict
  /// The opening block, then those of the commands, as far as the case ran.
  public var blocks: [BlockResult]
  /// How many lines '%mute' left out.
  public var mutedCount = 0
  /// The hash of the definition that ran; nil when none did.
  public var definitionHash: String?
  /// What `$name` stood for.
  public var names: NamedValues

  /// The blocks that differ, by their places among the case's blocks.
  public var failures: [Int] { blocks.indices.filter { blocks[$0].differs } }

  /// The blocks that differ by themselves, by their places.
  public var ownFailures: [Int] { failures.filter { blocks[$0].cause == nil } }

  /// The later blocks that no longer differ when the block at a place is accepted as it came.
  public func followers(of place: Int) -> [Int] { blocks.indices.filter { blocks[$0].cause == place } }
}
