import Statecharts

/// Takes the lines of a snapshot file one by one.
struct SnapshotFileReader {
  private let text: String
  private let bytes: [UInt8]
  /// Where the next line begins.
  private var offset = 0
  private var lineCount = 0

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  mutating func header() throws(SnapshotFileError) -> SnapshotFile.Header {
    guard bytes.starts(with: Array("{\"snapshot\":".utf8)) else {
      throw SnapshotFileError(.notASnapshot, line: 1, column: 1)
    }
    let line = try next(orElse: .truncated)
    guard case .int(let version)? = line.member("snapshot") else { throw error(.notASnapshot) }
    guard version == SnapshotFile.version else { throw error(.unsupportedVersion(version)) }
    let header = SnapshotFile.Header(
      machine: try text(of: "machine", in: line), definition: try text(of: "definition", in: line))
    if line.members.count > 3 { throw error(.text(.unknownKey(line.members[3].name))) }
    return header
  }

  private func text(of key: String, in line: Line) throws(SnapshotFileError) -> String {
    guard let value = line.member(key) else { throw error(.text(.missingKey(key))) }
    guard case .string(let text) = value else { throw error(.text(.wrongValue(of: key, expected: "a text"))) }
    return text
  }

  /// Takes a line with just one key.
  mutating func value(of key: String) throws(SnapshotFileError) -> Value {
    let line = try next(orElse: .truncated)
    guard line.members.count == 1, let value = line.member(key) else { throw error(.text(.missingKey(key))) }
    return value
  }

  /// Takes a line with an instance, work, or the end.
  ///
  /// - Returns: Whether it was the end.
  mutating func readBody(into form: inout SnapshotForm) throws(SnapshotFileError) -> Bool {
    let start = offset
    let line = try next(orElse: .truncated)
    switch (line.members.first?.name, line.members.count) {
    case ("instance", 2):
      guard form.work.isEmpty, case .int(let place)? = line.member("instance"), let value = line.member("value") else {
        throw error(.misplaced)
      }
      form.instances.append(SnapshotForm.Entry(place: place, value: value))
      return false
    case ("work", 1):
      form.work.append(line.members[0].value)
      return false
    case ("end", 2):
      try end(line, start)
      return true
    default: throw error(.misplaced)
    }
  }

  private func end(_ line: Line, _ start: Int) throws(SnapshotFileError) {
    guard offset == bytes.count else { throw SnapshotFileError(.afterEnd, line: lineCount + 1, column: 1) }
    let above = String(decoding: bytes[..<start], as: UTF8.self)
    guard line.member("fingerprint") == .string(SnapshotFile.fingerprint(of: above)) else { throw error(.damaged) }
  }

  // MARK: Lines

  /// The keys of a line and their values.
  private struct Line {
    var members: [Member]

    func member(_ key: String) -> Value? { members.first { $0.name.utf8.elementsEqual(key.utf8) }?.value }
  }

  private mutating func next(orElse missing: SnapshotFileError.Reason) throws(SnapshotFileError) -> Line {
    lineCount += 1
    guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) else { throw error(missing) }
    let line = Array(bytes[offset..<end])
    offset = end + 1
    do throws(TextError) {
      return try members(of: try JSONParser.parse(line), line)
    } catch {
      throw SnapshotFileError(.text(error.reason), line: lineCount, column: error.column)
    }
  }

  private func members(of node: JSONNode, _ line: [UInt8]) throws(TextError) -> Line {
    do throws(JSONShapeError) {
      guard case .record(let members) = try node.value() else {
        throw JSONShapeError(reason: .wrongValue(of: "this line", expected: "an object"), offset: node.offset)
      }
      return Line(members: members)
    } catch {
      let before = line[..<min(max(error.offset, 0), line.count)]
      let column = before.reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
      throw TextError(error.reason, offset: error.offset, column: column)
    }
  }

  private func error(_ reason: SnapshotFileError.Reason) -> SnapshotFileError {
    SnapshotFileError(reason, line: lineCount, column: 1)
  }
}
