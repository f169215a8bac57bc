import Console
import Files
import Terminal
import Traces

struct Conversation {
  let color: ColorChoice

  func run(_ driver: SessionDriver, _ tool: Tool) throws {
    guard TerminalCapabilities.isInteractive else {
      driver.usesColor = TerminalCapabilities.usesColor(color)
      return try StreamInput(driver: driver).run()
    }
    let configuration = Configuration.standard
    let chosen = color == .auto ? configuration.color : nil
    driver.usesColor = TerminalCapabilities.usesColor(chosen ?? color)
    let length = configuration.historyLength
    let (file, limit) = length == 0 ? (nil, History.limit) : (HistoryFile.of(tool.executable), length)
    let history = History(file: file, limit: limit) { driver.historyLine(for: $0) }
    try EditorInput(driver: driver, tool: tool, history: history, usesColor: driver.usesColor)
      .run(configuration)
  }
}

/// Runs the lines of a pipe or file; reports each mistake and continues.
struct StreamInput {
  let driver: SessionDriver
  private let reader = LineReader(descriptor: 0, name: "stdin")

  func run() throws {
    while !driver.hasQuit, let line = try nextLine() {
      switch line.text {
      case .success(let text): try driver.take(text, at: LinePlace(path: reader.path, line: line.number))
      case .failure(let error): driver.note(Diagnostic(error))
      }
    }
  }

  private func nextLine() throws(FileError) -> InputLine? {
    if !reader.hasBufferedLine { try driver.streams.flush() }
    return reader.next()
  }
}

/// The user's interrupt. The first ends a command, whose answer is still printed. A second, or one that no command
/// saw, suppresses the remaining output.
struct StopButton: Sendable {
  var isPressed: @Sendable () -> Bool = { false }
  /// Whether the interrupt is old enough to end follow-up searches too.
  var isOver: @Sendable () -> Bool = { false }
  /// Clears the interrupt if a command saw it; returns whether one did.
  var takeHeard: @Sendable () -> Bool = { false }
}

extension StopButton {
  static var ofTerminal: StopButton {
    let clock = SearchClock(seconds: nil)
    return StopButton(
      isPressed: { Interrupt.isRequested }, isOver: { clock.isOver }, takeHeard: Interrupt.takeHeard)
  }
}

struct SessionCounts {
  var commands = 0
  var mistakes = 0
  var crashes = 0
  var broken = 0

  var summary: String {
    let parts = [commands.counted("command"), mistakes.counted("mistake")]
    let crashed = crashes == 0 ? [] : [crashes.counted("crash", "crashes")]
    return (parts + crashed + (broken == 0 ? [] : ["\(broken) broken \(broken == 1 ? "property" : "properties")"]))
      .joined(separator: ", ")
  }

  static func += (total: inout SessionCounts, counts: SessionCounts) {
    total.commands += counts.commands
    total.mistakes += counts.mistakes
    total.broken += counts.broken
    total.crashes += counts.crashes
  }
}
