import Statecharts
import Traces

/// Takes the lines of a snapshot file one by one.
struct SnapshotFileReader {
  private let text: String
  private var lines: SealedFileReader<SnapshotFileFault>

  init(_ text: String) {
    self.text = text
    lines = SealedFileReader(text)
  }

  mutating func header() throws(SnapshotFileError) -> SnapshotFile.Header {
    guard text.utf8.starts(with: "{\"snapshot\":".utf8) else { throw lines.error(.notASnapshot) }
    try lines.next()
    guard case .int(let version)? = lines.member("snapshot") else { throw lines.error(.notASnapshot) }
    guard version == SnapshotFile.version else { throw lines.error(.unsupportedVersion(version)) }
    let header = SnapshotFile.Header(machine: try lines.string("machine"), definition: try lines.string("definition"))
    if lines.members.count > 3 { throw lines.error(.text(.unknownKey(lines.members[3].name))) }
    return header
  }

  /// Takes a line with just one key.
  mutating func value(of key: String) throws(SnapshotFileError) -> Value {
    try lines.next()
    guard lines.members.count == 1, let value = lines.member(key) else { throw lines.error(.text(.missingKey(key))) }
    return value
  }

  /// Takes a line with an instance, work, or the end.
  ///
  /// - Returns: Whether it was the end.
  mutating func readBody(into form: inout SnapshotForm) throws(SnapshotFileError) -> Bool {
    try lines.next()
    switch (lines.members.first?.name, lines.members.count) {
    case ("instance", 2):
      guard form.work.isEmpty, case .int(let place)? = lines.member("instance"), let value = lines.member("value")
      else {
        throw lines.error(.misplaced)
      }
      form.instances.append(SnapshotForm.Entry(place: place, value: value))
      return false
    case ("work", 1):
      form.work.append(lines.members[0].value)
      return false
    case ("end", 2):
      try lines.end()
      return true
    default: throw lines.error(.misplaced)
    }
  }
}
