/// A word of the console language: one row of the table that parsing, help and completion read.
public struct Verb: Sendable {
  /// What a verb is for.
  public enum Group: String, CaseIterable, Sendable {
    case drive
    case look
    case travel
    case session
  }

  public let name: String
  public let group: Group
  /// The arguments as help shows them: `CONTROL [VALUE]`.
  public let usage: String
  /// One line without a period.
  public let summary: String
  /// A paragraph, without line breaks.
  public let explanation: String

  /// Every verb, in the order of the table.
  public static var all: [Verb] { [] }
}
