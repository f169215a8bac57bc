import Statecharts
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
  package var broken: [Name] = []
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

/// What a driver does for the console, which itself touches no file.
package enum FileEffect: Hashable, Sendable {
  /// A recording begins: its header is entry 0, then come the cases and commands so far, one entry each.
  case startRecording(file: String, entries: [String])
  /// One more entry: a case, or a command and its block. It is one write.
  case append(String)
  /// The recording keeps its first entries, so many of them.
  case truncate(entries: Int)
  /// The recording holds these entries instead.
  case replaceRecording([String])
  /// The recording ends, and says so in its last line.
  case stopRecording
  case save(SavedFile)
  /// The commands run, each as `Session.runFromFile`, echoed.
  case drive([String])
  /// The lines of the file run, each as `Session.runFromFile`, echoed; by steps, once a person says so for each.
  case read(file: String, bySteps: Bool)
  /// The lines of the last file run that did not run yet.
  case readOn(bySteps: Bool)
  /// The differing blocks of a transcript are shown, and a person says what becomes of each.
  case review(file: String)
  case quit

  /// The file that it makes; nil when it makes none.
  package var madeFile: String? {
    switch self {
    case .startRecording(let file, _): file
    case .save(let saved): saved.file
    case .append, .truncate, .replaceRecording, .stopRecording, .drive, .read, .readOn, .review, .quit: nil
    }
  }

  /// Whether it writes to the recording under way.
  package var isOfRecording: Bool {
    switch self {
    case .startRecording, .append, .truncate, .replaceRecording, .stopRecording: true
    case .save, .drive, .read, .readOn, .review, .quit: false
    }
  }
}
