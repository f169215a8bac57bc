import Traces

/// A machine that stands where its case begins.
public struct OpenedCase<Session: Sendable>: Sendable {
  public var session: Session
  /// What the machine did by itself, as a transcript holds it, without `| `.
  public var lines: [String]
  /// The samples of the machine and the values that the transcript names.
  public var names: NamedValues
  /// Twelve hexadecimal digits over the machine's definition.
  public var definitionHash: String

  /// How many lines '%mute' left out.
  public var mutedCount: Int

  public init(
    session: Session, lines: [String], names: NamedValues, definitionHash: String, mutedCount: Int = 0
  ) {
    self.session = session
    self.lines = lines
    self.names = names
    self.definitionHash = definitionHash
    self.mutedCount = mutedCount
  }
}
