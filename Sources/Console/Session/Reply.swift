import Traces

/// What the console answers to one line.
package struct Reply: Sendable {
  /// The command as a transcript holds it, expanded and quoted; nil when it is not for a transcript.
  package var echo: String?
  package var lines: [ReplyLine] = []
  /// Whether its lines of talk are turns, which are folded for a person where they repeat.
  package var tellsTurns = false
  /// How many lines '%mute' left out.
  package var mutedCount = 0
  /// What is wrong with the line; then nothing happened.
  package var mistake: Mistake?
  /// Why the command ended early; what it reached until then is kept, unless that is nothing that a command leads to.
  package var stop: CommandStop?
  /// Whether the person stopped it.
  package var wasInterrupted: Bool {
    if case .stopped? = mistake?.kind { return true }
    return stop?.reason == .interrupted
  }
  /// The breakpoints that the command met, as they were written.
  package var met: [String] = []
  /// The properties that the command broke.
  package var broken: [String] = []
  /// Whether the model crashed by the command.
  package var hasCrashed = false
  /// What the driver does, in this order, before it shows anything. If it cannot do one, it says so in place of the
  /// lines of talk.
  package var effects: [FileEffect] = []
}

/// One line of an answer; nothing in it acts on a terminal or a build log.
package enum ReplyLine: Hashable, Sendable {
  /// What a transcript holds behind `| `.
  case recorded(String)
  /// Everything else; the driver indents it by two blanks. A line feed begins a new line.
  case talk(String)

  fileprivate var inert: ReplyLine {
    switch self {
    case .recorded(let text): .recorded(text.escaped)
    case .talk(let text): .talk(text.inertOutput)
    }
  }
}

extension Reply {
  /// The text of the lines that a transcript holds.
  package var recordedLines: [String] {
    lines.compactMap { if case .recorded(let text) = $0 { text } else { nil } }
  }

  /// The reply with nothing in its echo and lines that acts on a terminal; what makes the lines sees to that already.
  var inert: Reply {
    var reply = self
    reply.echo = echo?.escaped
    for index in lines.indices { reply.lines[index] = lines[index].inert }
    return reply
  }

  static func talk(_ lines: [String]) -> Reply { Reply(lines: lines.map(ReplyLine.talk)) }
  static func talk(_ line: String) -> Reply { talk([line]) }
}
