/// The machine that a transcript names: `login@fixed`, and the hash of the definition it was recorded with.
public struct MachineReference: Hashable, Sendable, CustomStringConvertible {
  public var name: String
  public var variant: String
  /// Twelve hexadecimal digits, or nil when the file does not say.
  public var hash: String?

  public init(name: String, variant: String, hash: String? = nil) {
    self.name = name
    self.variant = variant
    self.hash = hash
  }

  public var description: String { "\(name)@\(variant)" }

  /// Whether a text can be a definition's hash.
  static func isHash(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 12 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
