import Console
import Terminal

/// Lets a person, or a pipe, drive a session until it ends.
struct Conversation {
  let hasNoHistory: Bool
  let color: ColorChoice

  /// Runs until the input ends or `quit` is said; lines are edited where both ends are a terminal.
  func run(_ driver: SessionDriver, _ tool: Tool) throws {
    let isInteractive = TerminalCapabilities.isInteractive
    let chosen = color == .automatic && isInteractive ? Configuration.standard.color?.choice : nil
    let usesColor = TerminalCapabilities.usesColor(chosen ?? color)
    driver.usesColor = usesColor
    guard isInteractive else { return try StreamInput(driver: driver).run() }
    let history = History(file: hasNoHistory ? nil : HistoryFile.standard) { driver.historyLine(for: $0) }
    try EditorInput(driver: driver, executable: tool.executable, history: history, usesColor: usesColor).run()
  }
}
