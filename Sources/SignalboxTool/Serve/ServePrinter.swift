import Console
import Statecharts
import Transcripts

/// Prints answers of the API for commands of the command line, numbered from 1.
final class ServePrinter {
  private let server: Server
  private let streams: Streams
  private var count = 0
  private(set) var exitCode = ExitCode.agreed

  init(_ session: Session, _ tool: Tool) {
    server = Server(session, root: nil)
    streams = tool.streams
  }

  func take(_ request: ServeRequest, _ members: [Member] = []) throws {
    count += 1
    let call = ServeCall(id: .int(count), request: request, arguments: try ServeArguments(members, of: request))
    let answer = server.answer(call)
    try streams.hand([answer.json])
    let code: ExitCode =
      switch answer.verdict {
      case "broken"?: .differs
      case "stopped"?: .inconclusive
      default: answer.isError ? .badInput : .agreed
      }
    exitCode = exitCode.combined(with: code)
  }
}
