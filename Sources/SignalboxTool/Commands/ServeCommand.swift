import ArgumentParser
import Console
import Files
import Terminal
import Transcripts

/// Answers another version of the tool.
struct ServeCommand: ToolCommand {
  static let name = "serve"

  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Answer another version of this tool, which compares the two.",
    discussion: """
      'compare --base' starts it. A line of standard input is a question and gets one line on standard output, both JSON; \
      Documentation/Compare.md has them.
      """,
    shouldDisplay: false)

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    var server = VersionServer(tool.catalogue)
    let lines = LineReader(descriptor: 0, name: "standard input", lineLimit: Wire.lineLimit, ending: .lineFeed)
    // Ctrl-C is for the one that asks, which ends this process too.
    try Interrupt.catching { () throws(FileError) in
      while let line = lines.next() {
        let text = try line.text.get()
        try tool.streams.hand([server.answer(to: text, number: line.number)])
        try tool.streams.flush()
      }
    }
    return .agreed
  }
}
