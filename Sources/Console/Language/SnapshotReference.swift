import Traces

/// What `open` is given when it is no machine: a snapshot's file, and whether it is migrated.
package struct SnapshotReference: Hashable, Sendable {
  /// The word that keeps what still fits when the definition has changed.
  package static let migrationFlag = "--migrate"

  /// The word that makes `save` write a snapshot.
  static let savingFlag = "--snapshot"

  package var file: String
  package var isMigrating: Bool

  package init(file: String, isMigrating: Bool) {
    self.file = file
    self.isMigrating = isMigrating
  }

  /// Reads the rest of a line, with the flag before or behind the file; `nil` when it names a machine.
  package init?(_ text: String) {
    var file = Substring(text).utf8
    let (before, behind) = ((Self.migrationFlag + " ").utf8, (" " + Self.migrationFlag).utf8)
    let isMigrating: Bool
    if file.starts(with: before) {
      file = file.dropFirst(before.count)
      isMigrating = true
    } else if file.suffix(behind.count).elementsEqual(behind) {
      file = file.dropLast(behind.count)
      isMigrating = true
    } else {
      isMigrating = false
    }
    let name = String(Substring(file)).withoutOuterBlanks
    guard Self.isFile(name) else { return nil }
    self.init(file: name, isMigrating: isMigrating)
  }

  /// Whether a name is a file's and not a machine's: it holds a slash or ends in `.snapshot`.
  package static func isFile(_ name: String) -> Bool {
    name.utf8.contains(UInt8(ascii: "/")) || hasEnding(name)
  }

  /// Whether a name ends in `.snapshot`.
  static func hasEnding(_ name: String) -> Bool {
    let ending = SnapshotFile.suffix.utf8
    return name.utf8.suffix(ending.count).elementsEqual(ending)
  }
}

extension String {
  fileprivate var withoutOuterBlanks: String {
    var bytes = Substring(self).utf8
    while bytes.first == UInt8(ascii: " ") { bytes = bytes.dropFirst() }
    while bytes.last == UInt8(ascii: " ") { bytes = bytes.dropLast() }
    return String(Substring(bytes))
  }
}
