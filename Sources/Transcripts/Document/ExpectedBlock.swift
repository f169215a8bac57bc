/// The expected output lines of one command, or of the opening of a case.
public struct ExpectedBlock: Sendable {
  /// The index in the document's lines at which the first line of an empty block would stand.
  public var insertion: Int
  public var expectations: [Expectation] = []

  init(insertion: Int) { self.insertion = insertion }
}
