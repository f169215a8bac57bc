import Console
import Files
import Terminal

/// Lets a person, or a pipe, drive a session until it ends.
struct Conversation {
  let color: ColorChoice

  /// Runs until the input ends or `quit` is said; lines are edited where both ends are a terminal.
  func run(_ driver: SessionDriver, _ tool: Tool) throws {
    guard TerminalCapabilities.isInteractive else {
      driver.usesColor = TerminalCapabilities.usesColor(color)
      return try StreamInput(driver: driver).run()
    }
    let configuration = Configuration.standard
    let chosen = color == .automatic ? configuration.color?.choice : nil
    driver.usesColor = TerminalCapabilities.usesColor(chosen ?? color)
    let length = configuration.historyLength
    let (file, limit) = length == 0 ? (nil, History.limit) : (HistoryFile.of(tool.executable), length)
    let history = History(file: file, limit: limit) { driver.historyLine(for: $0) }
    try EditorInput(driver: driver, tool: tool, history: history, usesColor: driver.usesColor)
      .run(configuration)
  }
}

/// Runs the lines of a pipe or file: no prompt, every mistake told with its place, and on to the next line.
struct StreamInput {
  let driver: SessionDriver
  private let reader = LineReader(descriptor: 0, name: "stdin")

  init(driver: SessionDriver) {
    self.driver = driver
  }

  func run() throws {
    while !driver.hasQuit, let line = try nextLine() {
      switch line.text {
      case .success(let text): try driver.take(text, at: LinePlace(path: reader.path, line: line.number))
      case .failure(let error): driver.note(Diagnostic(error))
      }
    }
  }

  /// The next line; what was printed is flushed before it is waited for.
  private func nextLine() throws(FileError) -> InputLine? {
    if !reader.hasBufferedLine { try driver.streams.flush() }
    return reader.next()
  }
}

/// By which a person ends what runs. One that a command heard ends it, and its answer is printed all the same; the next one, and one
/// that no command heard, leaves out what is still to be printed.
struct StopButton: Sendable {
  /// Whether it is pressed. A command that sees it ends.
  var isPressed: @Sendable () -> Bool = { false }
  /// Whether it was pressed so long ago that a command looks for nothing more.
  var isOver: @Sendable () -> Bool = { false }
  /// Takes it for not pressed where a command saw it, and says whether one did.
  var takeHeard: @Sendable () -> Bool = { false }
}

extension StopButton {
  /// Ctrl-C.
  static var ofTerminal: StopButton {
    let clock = SearchClock(seconds: nil)
    return StopButton(
      isPressed: { Interrupt.isRequested }, isOver: { clock.isOver }, takeHeard: Interrupt.takeHeard)
  }
}

/// How much was done in a session.
struct SessionCounts {
  /// The commands that drove a machine.
  var commands = 0
  /// What was told on standard error.
  var mistakes = 0
  /// How often a model crashed.
  var crashes = 0
  /// How often a property became false.
  var broken = 0

  /// `3 commands, 1 mistake`, and what broke: `2 broken properties`.
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
