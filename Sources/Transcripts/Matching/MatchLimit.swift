/// The budget of one block's match: how many pairs of an expected and an output line are compared.
public struct MatchLimit: Error, Hashable, Sendable {
  public static let defaultSteps = 20_000_000

  public var steps: Int

  public init(steps: Int = defaultSteps) { self.steps = steps }

  public var sentence: String {
    "limit match-steps: comparing this block takes more than \(steps) steps; split the command's block"
  }
}
