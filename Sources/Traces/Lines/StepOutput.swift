/// The output lines of one step, and how many of its lines were muted.
public struct StepOutput: Hashable, Sendable {
  public var lines: [OutputLine]
  public var mutedCount: Int

  public init(lines: [OutputLine] = [], mutedCount: Int = 0) {
    self.lines = lines
    self.mutedCount = mutedCount
  }
}
