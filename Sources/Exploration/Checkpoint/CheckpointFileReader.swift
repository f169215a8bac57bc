import Statecharts
import Traces

/// Takes the lines of a checkpoint's file one by one.
struct CheckpointFileReader {
  private let text: String
  private var lines: SealedFileReader<CheckpointFileFault>

  init(_ text: String) {
    self.text = text
    lines = SealedFileReader(text)
  }

  mutating func read() throws(CheckpointFileError) -> (SearchCheckpoint, CheckpointFile.Header) {
    let header = try header()
    var checkpoint = SearchCheckpoint()
    try lines.next()
    let count = try lines.number("states", 1...Int(UInt32.max))
    checkpoint.followed = try lines.number("followed", 0...count)
    checkpoint.levelEnd = try lines.number("level", checkpoint.followed...count)
    checkpoint.depth = try lines.number("depth", 0...count)
    checkpoint.steps = try lines.number("steps", 0...Int.max)
    checkpoint.frontier = try lines.number("frontier", 0...count)
    checkpoint.firstLater = try lines.number("later", -1...count - 1)
    checkpoint.keys = try lines.string("keys")
    while true {
      try lines.next()
      switch lines.members.first?.name {
      case "finding" where checkpoint.states.isEmpty: checkpoint.findings.append(try found(count))
      case "ways": try readWays(into: &checkpoint, count)
      case "end" where checkpoint.states.count == count - 1:
        try lines.end()
        return (checkpoint, header)
      default: throw lines.error(.misplaced)
      }
    }
  }

  private mutating func header() throws(CheckpointFileError) -> CheckpointFile.Header {
    guard text.utf8.starts(with: "{\"search\":".utf8) else { throw lines.error(.notACheckpoint) }
    try lines.next()
    let version = try lines.number("search", 0...Int.max)
    guard version == CheckpointFile.version else { throw lines.error(.unsupportedVersion(version)) }
    return CheckpointFile.Header(
      machine: try lines.string("machine"), definition: try lines.string("definition"), tool: try lines.string("tool"),
      options: try lines.string("options"))
  }

  private func found(_ count: Int) throws(CheckpointFileError) -> SearchCheckpoint.Found {
    guard let kind = Finding.Kind(rawValue: try lines.string("finding")) else { throw lines.error(.misplaced) }
    let finding = Finding(kind: kind, name: try lines.string("name"), cause: try lines.string("cause"))
    var drive: Drive?
    if lines.member("move") != .null { drive = Drive(code: UInt32(try lines.number("move", 0...Int(UInt32.max)))) }
    return SearchCheckpoint.Found(
      finding: finding, count: try lines.number("count", 1...Int.max),
      place: FindingPlace(state: try lines.number("state", 0...count - 1), drive: drive))
  }

  private func readWays(into checkpoint: inout SearchCheckpoint, _ count: Int) throws(CheckpointFileError) {
    guard case .list(let values)? = lines.member("ways"), values.count.isMultiple(of: 3) else {
      throw lines.error(.misplaced)
    }
    for place in stride(from: 0, to: values.count, by: 3) {
      guard case .int(let parent) = values[place], case .int(let code) = values[place + 1],
        case .int(let later) = values[place + 2], (0...checkpoint.states.count).contains(parent),
        let code = UInt32(exactly: code), (-1..<count).contains(later)
      else { throw lines.error(.misplaced) }
      checkpoint.states.append(SearchCheckpoint.State(parent: parent, drive: Drive(code: code), later: later))
    }
  }
}
