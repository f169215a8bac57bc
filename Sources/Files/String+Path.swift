extension String {
  /// The longest path that a message shows whole, in scalars.
  private static let widestPath = 240

  /// A path as messages show it, before it is escaped: of one that is very long the beginning and the end.
  public var cutAsPath: String {
    let (scalars, half) = (unicodeScalars, Self.widestPath / 2)
    guard scalars.count > Self.widestPath else { return self }
    return "\(String(scalars.prefix(half)))...\(String(scalars.suffix(half - 3)))"
  }
}
