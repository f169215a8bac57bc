/// What a terminal test waited for in vain.
public struct PtyFailure: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
