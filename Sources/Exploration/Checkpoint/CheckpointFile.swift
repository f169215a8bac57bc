import Statecharts
import Traces

/// A checkpoint as a file, version 1: a header, how far the search came, a line for each finding, lines with a thousand states
/// each, and an end line with a fingerprint of everything above it.
///
/// A state is three numbers: the state before it, the move from there, and the state to which time alone leads. No key is in it
/// and no value, so it holds no secret.
package enum CheckpointFile {
  package static let version = 1
  /// The largest file that is read, in bytes.
  package static let sizeLimit = 4 << 30
  private static let statesOfLine = 1_000

  /// What was searched, and by which tool: only the same search goes on from it.
  package struct Header: Hashable, Sendable {
    /// `login@fixed`.
    package var machine: String
    /// The definition's fingerprint: 12 hexadecimal digits.
    package var definition: String
    /// The version of the tool.
    package var tool: String
    /// The options that decide what is found, as one types them.
    package var options: String

    package init(machine: String, definition: String, tool: String, options: String) {
      self.machine = machine
      self.definition = definition
      self.tool = tool
      self.options = options
    }
  }

  /// The canonical text of a checkpoint.
  package static func encode(_ checkpoint: SearchCheckpoint, _ header: Header) -> String {
    var text = SealedFile.line([
      Member("search", .int(version)), Member("machine", .string(header.machine)),
      Member("definition", .string(header.definition)), Member("tool", .string(header.tool)),
      Member("options", .string(header.options)),
    ])
    text += SealedFile.line([
      Member("states", .int(checkpoint.states.count + 1)), Member("followed", .int(checkpoint.followed)),
      Member("level", .int(checkpoint.levelEnd)), Member("depth", .int(checkpoint.depth)),
      Member("steps", .int(checkpoint.steps)),
      Member("frontier", .int(checkpoint.frontier)), Member("later", .int(checkpoint.firstLater)),
      Member("keys", .string(checkpoint.keys)),
    ])
    for found in checkpoint.findings { text += SealedFile.line(found.members) }
    for start in stride(from: 0, to: checkpoint.states.count, by: statesOfLine) {
      let states = checkpoint.states[start..<min(start + statesOfLine, checkpoint.states.count)]
      let numbers = states.flatMap { [Value.int($0.parent), .int(Int($0.drive.code)), .int($0.later)] }
      text += SealedFile.line([Member("ways", .list(numbers))])
    }
    return SealedFile.sealed(text)
  }

  /// Reads what `encode` wrote.
  package static func decode(_ text: String) throws(CheckpointFileError) -> (SearchCheckpoint, Header) {
    var reader = CheckpointFileReader(text)
    return try reader.read()
  }
}

extension SearchCheckpoint.Found {
  fileprivate var members: [Member] {
    [
      Member("finding", .string(finding.kind.rawValue)), Member("name", .string(finding.name)),
      Member("cause", .string(finding.cause)), Member("count", .int(count)), Member("state", .int(place.state)),
      Member("move", place.drive.map { .int(Int($0.code)) } ?? .null),
    ]
  }
}
