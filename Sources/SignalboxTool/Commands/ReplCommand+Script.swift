import Console
import Transcripts

extension ReplCommand {
  /// A session in which a script has run up to a line; 'redo' does the rest.
  ///
  /// - Returns: The session, and the lines that say what comes next.
  static func session(
    before line: Int, in path: String, _ budget: CommandBudget, _ tool: Tool
  ) throws -> (session: Session, next: [String]) {
    let script = try Script(path: path, line: line, allowsLineInList: true)
    let run = try script.onlyRun()
    let player = ScriptPlayer(catalogue: tool.catalogue, budget: budget)
    var session = try player.session(of: run, in: path, isTranscript: false)
    try player.play(run.commands.filter { $0.line < line }, in: path, on: &session)
    let rest = run.commands.filter { $0.line >= line }
    player.lookAhead(rest, in: path, on: &session)
    session.countAsSaved()
    guard let next = rest.first, let command = session.undoneCommand else { return (session, []) }
    let expected = script.expectedLines(ofCommandAt: next.line)
    let head = "  'redo' does '\(command)'\(expected.isEmpty ? "" : ", of which the transcript holds:")"
    return (session, [head] + expected.map { "  " + $0 })
  }
}
