import Statecharts
import Traces

/// Takes the lines of a checkpoint's file one by one.
struct CheckpointFileReader {
  private let text: String
  private var rest: Substring.UTF8View
  private var lineCount = 0
  /// The keys of the line that was read last, and their values.
  private var members: [Member] = []

  init(_ text: String) {
    self.text = text
    rest = text[...].utf8
  }

  mutating func read() throws(CheckpointFileError) -> (SearchCheckpoint, CheckpointFile.Header) {
    let header = try header()
    var checkpoint = SearchCheckpoint()
    try next()
    let count = try number("states", 1...Int(UInt32.max))
    checkpoint.followed = try number("followed", 0...count)
    checkpoint.levelEnd = try number("level", checkpoint.followed...count)
    checkpoint.depth = try number("depth", 0...count)
    checkpoint.steps = try number("steps", 0...Int.max)
    checkpoint.frontier = try number("frontier", 0...count)
    checkpoint.firstLater = try number("later", -1...count - 1)
    checkpoint.keys = try string("keys")
    var start = text.utf8.endIndex
    while true {
      start = rest.startIndex
      try next()
      switch members.first?.name {
      case "finding" where checkpoint.states.isEmpty: checkpoint.findings.append(try found(count))
      case "ways": try readWays(into: &checkpoint, count)
      case "end" where checkpoint.states.count == count - 1:
        try end(start)
        return (checkpoint, header)
      default: throw error(.misplaced)
      }
    }
  }

  private mutating func header() throws(CheckpointFileError) -> CheckpointFile.Header {
    guard text.utf8.starts(with: "{\"search\":".utf8) else { throw error(.notACheckpoint) }
    try next()
    let version = try number("search", 0...Int.max)
    guard version == CheckpointFile.version else { throw error(.unsupportedVersion(version)) }
    return CheckpointFile.Header(
      machine: try string("machine"), definition: try string("definition"), tool: try string("tool"),
      options: try string("options"))
  }

  private func found(_ count: Int) throws(CheckpointFileError) -> SearchCheckpoint.Found {
    guard let kind = Finding.Kind(rawValue: try string("finding")) else { throw error(.misplaced) }
    let finding = Finding(kind: kind, name: try string("name"), cause: try string("cause"))
    var drive: Drive?
    if member("move") != .null { drive = Drive(code: UInt32(try number("move", 0...Int(UInt32.max)))) }
    return SearchCheckpoint.Found(
      finding: finding, count: try number("count", 1...Int.max),
      place: FindingPlace(state: try number("state", 0...count - 1), drive: drive))
  }

  private func readWays(into checkpoint: inout SearchCheckpoint, _ count: Int) throws(CheckpointFileError) {
    guard case .list(let values)? = member("ways"), values.count.isMultiple(of: 3) else { throw error(.misplaced) }
    for place in stride(from: 0, to: values.count, by: 3) {
      guard case .int(let parent) = values[place], case .int(let code) = values[place + 1],
        case .int(let later) = values[place + 2], (0...checkpoint.states.count).contains(parent),
        let code = UInt32(exactly: code), (-1..<count).contains(later)
      else { throw error(.misplaced) }
      checkpoint.states.append(SearchCheckpoint.State(parent: parent, drive: Drive(code: code), later: later))
    }
  }

  private func end(_ start: String.Index) throws(CheckpointFileError) {
    guard rest.isEmpty else { throw CheckpointFileError(.afterEnd, line: lineCount + 1, column: 1) }
    guard member("fingerprint") == .string(CheckpointFile.fingerprint(of: String(text[..<start]))) else {
      throw error(.damaged)
    }
  }

  // MARK: Lines

  private mutating func next() throws(CheckpointFileError) {
    lineCount += 1
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { throw error(.truncated) }
    let line = String(text[rest.startIndex..<end])
    rest = rest[rest.index(after: end)...]
    let value: Value
    do throws(TextError) {
      value = try JSONLine.received(line)
    } catch {
      throw CheckpointFileError(.text(error.reason), line: lineCount, column: error.column)
    }
    guard case .record(let members) = value else { throw error(.misplaced) }
    self.members = members
  }

  private func member(_ key: String) -> Value? { members.first { $0.name.utf8.elementsEqual(key.utf8) }?.value }

  private func string(_ key: String) throws(CheckpointFileError) -> String {
    guard let value = member(key) else { throw error(.text(.missingKey(key))) }
    guard case .string(let text) = value else { throw error(.text(.wrongValue(of: key, expected: "a text"))) }
    return text
  }

  private func number(_ key: String, _ range: ClosedRange<Int>) throws(CheckpointFileError) -> Int {
    guard let value = member(key) else { throw error(.text(.missingKey(key))) }
    guard case .int(let number) = value, range.contains(number) else {
      throw error(
        .text(.wrongValue(of: key, expected: "a number from \(range.lowerBound) to \(range.upperBound)")))
    }
    return number
  }

  private func error(_ reason: CheckpointFileError.Reason) -> CheckpointFileError {
    CheckpointFileError(reason, line: max(lineCount, 1), column: 1)
  }
}
