import Traces

/// What `open` is given when it is no machine: a snapshot's file, and whether it is migrated.
public struct SnapshotReference: Hashable, Sendable {
  /// The word that keeps what still fits when the definition has changed.
  public static let migrationFlag = "--migrate"

  public var file: String
  public var isMigrating: Bool

  public init(file: String, isMigrating: Bool) {
    self.file = file
    self.isMigrating = isMigrating
  }

  /// Reads the rest of a line; `nil` when it names a machine: no slash, and no `.snapshot` at its end.
  public init?(_ text: String) {
    let suffix = " " + Self.migrationFlag
    let isMigrating =
      text.utf8.count > suffix.utf8.count && text.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    var file = Substring(text)
    if isMigrating { file = Substring(text.utf8.dropLast(suffix.utf8.count)) }
    while file.utf8.last == UInt8(ascii: " ") { file = Substring(file.utf8.dropLast()) }
    let ending = SnapshotFile.suffix.utf8
    guard file.utf8.contains(UInt8(ascii: "/")) || file.utf8.suffix(ending.count).elementsEqual(ending) else {
      return nil
    }
    self.init(file: String(file), isMigrating: isMigrating)
  }
}
