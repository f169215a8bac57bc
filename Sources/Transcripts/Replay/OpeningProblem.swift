/// Why a machine cannot be opened.
public struct OpeningProblem: Error, Sendable {
  /// One sentence: lower case, what is wrong and what to do.
  public var sentence: String

  public init(_ sentence: String) { self.sentence = sentence }
}
