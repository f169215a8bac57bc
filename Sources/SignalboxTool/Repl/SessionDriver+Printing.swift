import Console
import Files
import Statecharts
import Terminal
import Traces
import Transcripts

/// On a terminal, replies are folded and paged, and names are explained.
extension SessionDriver {
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
    var all = lines.dropFirst(leftOut).flatMap { parts(of: $0, isDone: isDone, width: width) }
    if isByHand, settings[.names] { all += newNames(in: reply).map { [("  " + $0, .dim)] } }
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
      // Saves time: pipes have no colours.
      return [usesColor ? LineColors.recorded(text) : [(Recording.output(text), .plain)]]
    case .talk(let text):
      guard isDone else { return [] }
      return text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).flatMap { part in
        part.isEmpty ? [[]] : BrokenLine(LineColors.talk(String(Substring(part))), width: width).lines
      }
    }
  }

  private func newNames(in reply: Reply) -> [String] {
    session.meanings(in: reply, except: toldNames).map { meaning in
      toldNames.insert(meaning.reference)
      return meaning.line
    }
  }
}
