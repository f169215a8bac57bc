import ArgumentParser
import Console
import Files
import Statecharts
import Terminal
import Traces
import Transcripts
import Worker

struct ServeCommand: ToolCommand {
  static let name = "serve"

  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Answer requests of programs and agents: JSON lines, or the Model Context Protocol.",
    discussion: """
      Each line of standard input is a request, each line of standard output an answer; Documentation/Formats.md has \
      the form. The requests: \(ServeRequest.all.map(\.usage).joined(separator: " · ")).
      """)

  @Flag(help: "Speak the Model Context Protocol.")
  var mcp = false

  @Option(
    help: "The folder that holds every file of a request (default: the current folder).", completion: .directory)
  var root: String?

  @OptionGroup(title: "Limits of one command") var limits: BudgetOptions

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    var catalogue = tool.catalogue
    catalogue.root = try realPath(root ?? ".")
    let lines = LineReader(descriptor: 0, name: "standard input", lineLimit: Wire.lineLimit, ending: .lineFeed)
    let first = lines.next()
    if let first, !mcp, root == nil, first.asksWorker { return try answerOtherVersion(first, lines, tool) }
    // What was answered cannot be answered again.
    endRestarts()
    let session = Session(catalogue: catalogue, options: SessionOptions(budget: limits.budget))
    let server = Server(session, root: catalogue.root)
    let loop = ServeLoop(server, mcp ? MCPProtocol() : PlainProtocol(), reading: lines, writing: tool.streams.answer)
    try loop.run(first)
    return .agreed
  }

  /// Another version of this tool, in 'compare --base', asks in its own protocol.
  private func answerOtherVersion(
    _ first: InputLine, _ lines: LineReader, _ tool: Tool
  ) throws -> Transcripts.ExitCode {
    var server = VersionServer(tool.catalogue)
    // The parent handles Ctrl-C and ends this process.
    try Interrupt.catching { () throws(FileError) in
      try WorkerServer.run(
        first: first, reading: lines,
        writing: tool.streams.answer, refusing: VersionServer.refusal,
        answering: { try server.answer(to: $0, $1) })
    }
    return .agreed
  }
}

extension Streams {
  /// Writes a line at once.
  fileprivate func answer(_ line: String) throws(FileError) {
    try hand([line])
    try flush()
  }
}

extension InputLine {
  fileprivate var asksWorker: Bool {
    guard case .success(let text) = text, let request = try? Value(json: text) else { return false }
    return request["ask"] != nil && request["request"] == nil
  }
}
