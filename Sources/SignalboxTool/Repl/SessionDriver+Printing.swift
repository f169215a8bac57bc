import Console
import Files
import Terminal
import Traces
import Transcripts

/// What a session answers, as it is printed: to a person folded, page by page, and with what names stand for.
extension SessionDriver {
  /// How many lines are shown, at the end, of a command that the person stopped.
  private static let linesOfStopped = 100

  func say(_ reply: Reply, echoedAs typed: String?, isDone: Bool) throws(FileError) {
    if let echo = reply.echo, !isByHand || !(typed?.utf8.elementsEqual(echo.utf8) ?? false) {
      try streams.say(Recording.command(echo))
    }
    let settings = session.options.settings
    let lines = isByHand && settings[.fold] ? FoldedLines(reply.lines, tellsTurns: reply.tellsTurns).lines : reply.lines
    let leftOut = reply.wasInterrupted ? max(0, lines.count - Self.linesOfStopped) : 0
    if leftOut > 0 { try streams.say("  \(leftOut.counted("line")) before, not shown") }
    let width = isByHand ? session.options.width : .max
    let printed = lines.dropFirst(leftOut).flatMap { parts(of: $0, isDone: isDone, width: width) }
    var pages = isByHand && settings[.pager] ? makePages() : nil
    for (index, part) in printed.enumerated() {
      if stopButton.isPressed() {
        return try streams.say("  \((printed.count - index).counted("line")) more, not shown; the command is done")
      }
      if pages?.goesOn(with: part.map(\.text).joined(), left: printed.count - index) == false {
        return try streams.say(
          "  \((printed.count - index).counted("line")) not shown; 'settings pager off' shows all at once")
      }
      try streams.say(part, usesColor: usesColor)
    }
    if isByHand, settings[.names] { try tellNames(in: reply) }
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

  /// Says what the names of values that were printed stand for, once each.
  private func tellNames(in reply: Reply) throws(FileError) {
    for meaning in session.meanings(in: reply, except: toldNames) {
      toldNames.insert(meaning.reference)
      try streams.say([("  " + meaning.line, .dim)], usesColor: usesColor)
    }
  }
}

/// Stops an answer that is longer than the window, page by page.
struct Pages {
  /// Fewer lines are shown without a question.
  private static let fewLines = 3

  /// The size of the window.
  let columns: Int
  let rows: Int
  /// Asks whether to go on, given how many lines are left.
  let ask: (Int) -> Bool
  /// The rows that are taken since the last question.
  private var taken = 0

  init(columns: Int, rows: Int, ask: @escaping (Int) -> Bool) {
    self.columns = columns
    self.rows = rows
    self.ask = ask
  }

  /// Counts a line that comes next.
  mutating func goesOn(with line: String, left: Int) -> Bool {
    let height = max(1, (line.displayWidth + columns - 1) / max(1, columns))
    if taken + height > rows - 1, taken > 0, left > Self.fewLines {
      taken = 0
      guard ask(left) else { return false }
    }
    taken += height
    return true
  }
}
