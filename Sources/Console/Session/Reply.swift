import Statecharts
import Traces

/// The answer to one command.
package struct Reply: Sendable {
  /// The command in a transcript's spelling; nil if transcripts do not contain it.
  package var echo: String?
  package var lines: [ReplyLine] = []
  /// Whether the notes are turns, which are folded where they repeat.
  package var tellsTurns = false
  /// The lines hidden by '%mute'.
  package var mutedCount = 0
  /// If set, the command had no effect.
  package var mistake: Mistake?
  /// Why the command ended early, or nil.
  package var stop: CommandStop?
  package var wasInterrupted: Bool {
    if case .stopped? = mistake?.kind { return true }
    return stop?.reason == .interrupted
  }
  package var met: [String] = []
  /// Properties that the command broke.
  package var broken: [Name] = []
  /// Whether this command crashed the model.
  package var hasCrashed = false
  /// Done in order before printing. If one fails, the driver prints the error instead of the notes.
  package var effects: [FileEffect] = []
}

/// A line of an answer, with control characters and build-log commands escaped.
package enum ReplyLine: Hashable, Sendable {
  /// A transcript's `| ` line.
  case recorded(String)
  /// A note, which transcripts do not contain; indented by two blanks. A line feed begins a new line.
  case talk(String)

  fileprivate var isInert: Bool {
    switch self {
    case .recorded(let text): !text.needsEscapes
    case .talk(let text): text.isPlainOutput
    }
  }

  fileprivate var inert: ReplyLine {
    switch self {
    case .recorded(let text): .recorded(text.escaped)
    case .talk(let text): .talk(text.inertOutput)
    }
  }
}

extension Reply {
  package var recordedLines: [String] {
    lines.compactMap { if case .recorded(let text) = $0 { text } else { nil } }
  }

  /// Escapes all lines again as a safeguard; their makers already escape them.
  consuming func inert() -> Reply {
    var reply = self
    reply.echo = reply.echo?.escaped
    // By index: an iterator would hold the list, and each change would copy it.
    for index in reply.lines.indices where !reply.lines[index].isInert { reply.lines[index] = reply.lines[index].inert }
    return reply
  }

  static func talk(_ lines: [String]) -> Reply { Reply(lines: lines.map(ReplyLine.talk)) }
  static func talk(_ line: String) -> Reply { talk([line]) }
}

/// A request to the driver, since the console accesses no files.
package enum FileEffect: Hashable, Sendable {
  /// Entry 0 is the header; each case and command is one entry.
  case startRecording(file: String, entries: [String])
  /// Adds one entry in one write.
  case append(String)
  /// Keeps only the first entries.
  case truncate(entries: Int)
  case replaceRecording([String])
  /// Ends the recording with its last line.
  case stopRecording
  case save(SavedFile)
  /// Runs commands by `Session.runFromFile`, echoed.
  case drive([String])
  /// Like `drive`; `bySteps` waits for the user before each line.
  case read(file: String, bySteps: Bool)
  case readOn(bySteps: Bool)
  /// The user decides on each difference of a transcript.
  case review(file: String)
  case quit

  /// The file that it creates.
  package var madeFile: String? {
    switch self {
    case .startRecording(let file, _): file
    case .save(let saved): saved.file
    case .append, .truncate, .replaceRecording, .stopRecording, .drive, .read, .readOn, .review, .quit: nil
    }
  }

  package var isOfRecording: Bool {
    switch self {
    case .startRecording, .append, .truncate, .replaceRecording, .stopRecording: true
    case .save, .drive, .read, .readOn, .review, .quit: false
    }
  }
}
