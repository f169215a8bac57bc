import Console
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
    let (file, limit) = length == 0 ? (nil, History.limit) : (HistoryFile.standard, length)
    let history = History(file: file, limit: limit) { driver.historyLine(for: $0) }
    try EditorInput(driver: driver, tool: tool, history: history, usesColor: driver.usesColor)
      .run(configuration)
  }
}
