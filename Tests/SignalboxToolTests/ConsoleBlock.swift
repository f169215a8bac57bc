/// A command of a fenced console block, and what the block shows below it.
struct ConsoleBlock: Sendable, CustomStringConvertible {
  let command: String
  var lines: [String] = []

  var description: String { command }
  var text: String { lines.map { "\($0)\n" }.joined() }

  /// The commands of the text between the fences.
  static func all(in text: String) -> [ConsoleBlock] {
    var blocks: [ConsoleBlock] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) {
      if line.hasPrefix("$ ") || blocks.isEmpty {
        blocks.append(ConsoleBlock(command: line))
      } else {
        blocks[blocks.count - 1].lines.append(line)
      }
    }
    return blocks
  }

  /// The arguments of the tool, what stands in single quotes as one; `nil` when the command runs something else.
  func arguments(of tool: String) -> [String]? {
    guard command == tool || command.hasPrefix("\(tool) ") else { return nil }
    let parts = command.dropFirst(tool.count).split(separator: "'", omittingEmptySubsequences: false)
    return parts.enumerated().flatMap { index, part in
      index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
  }
}
