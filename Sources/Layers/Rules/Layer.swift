/// A layer of an architecture: which types belong to it, and what they may know.
public struct Layer: Hashable, Sendable {
  public var name: String
  /// Ends of names: of the type, of one that it inherits from or conforms to, of its file.
  public var ends: [String] = []
  /// Names of folders.
  public var folders: [String] = []
  /// The layers that its types may refer to.
  public var uses: [String] = []
  /// The layers to which they may refer by protocols only.
  public var protocols: [String] = []
  /// Whether its types may know the user interface's toolkit.
  public var usesToolkit = false

  public init(name: String) { self.name = name }
}
