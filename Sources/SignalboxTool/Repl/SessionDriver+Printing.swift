import Console
import Files
import Statecharts
import Terminal
import Traces
import Transcripts

/// What a session answers, as it is printed: to a person folded, in a pager where it is long, and with what names stand for.
extension SessionDriver {
  /// How many lines are shown, at the end, of a command that the person stopped.
  private static let linesOfStopped = 100

  func say(_ reply: Reply, echoedAs typed: String?, isDone: Bool) throws(FileError) {
    if let echo = reply.echo, !isByHand || !(typed?.hasBytes(of: echo) ?? false) {
      try streams.say(Recording.command(echo))
    }
    let settings = session.options.settings
    let lines = isByHand && settings[.fold] ? FoldedLines(reply.lines, tellsTurns: reply.tellsTurns).lines : reply.lines
    let leftOut = reply.wasInterrupted ? max(0, lines.count - Self.linesOfStopped) : 0
    if leftOut > 0 { try streams.say("  \(leftOut.counted("line")) before, not shown") }
    let width = isByHand ? session.options.width : .max
    let printed = lines.dropFirst(leftOut).flatMap { parts(of: $0, isDone: isDone, width: width) }
    let names = isByHand && settings[.names] ? newNames(in: reply) : []
    let all = printed + names.map { [("  " + $0, .dim)] }
    if isByHand, try page(all) { return }
    for (index, part) in all.enumerated() {
      if stopButton.isPressed() {
        return try streams.say("  \((all.count - index).counted("line")) more, not shown; the command is done")
      }
      try streams.say(part, usesColor: usesColor)
    }
  }

  private func parts(of line: ReplyLine, isDone: Bool, width: Int) -> [[LineColors.Part]] {
    switch line {
    case .recorded(let text):
      // A pipe's lines are not looked at for colours that it has not.
      return [usesColor ? LineColors.recorded(text) : [(Recording.output(text), .plain)]]
    case .talk(let text):
      guard isDone else { return [] }
      return text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).flatMap { part in
        part.isEmpty ? [[]] : BrokenLine(LineColors.talk(String(Substring(part))), width: width).lines
      }
    }
  }

  /// What the names of values that are printed stand for, once each.
  private func newNames(in reply: Reply) -> [String] {
    session.meanings(in: reply, except: toldNames).map { meaning in
      toldNames.insert(meaning.reference)
      return meaning.line
    }
  }
}
