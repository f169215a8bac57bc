import ArgumentParser
import Console
import Files
import Terminal
import Transcripts
import Worker

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
    // Ctrl-C is for the one that asks, which ends this process too.
    try Interrupt.catching { () throws(FileError) in
      try WorkerServer.run(
        writing: { (line) throws(FileError) in
          try tool.streams.hand([line])
          try tool.streams.flush()
        }, refusing: VersionServer.refusal, answering: { try server.answer(to: $0, $1) })
    }
    return .agreed
  }
}
