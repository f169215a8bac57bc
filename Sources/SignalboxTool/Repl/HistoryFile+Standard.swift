import Files
import Terminal

extension HistoryFile {
  /// Where the history is kept: `SIGNALBOX_HISTORY`, else in the user's folder for state; nil when it is turned off.
  static var standard: HistoryFile? {
    if let path = environmentVariable("SIGNALBOX_HISTORY") { return path.isEmpty ? nil : HistoryFile(path: path) }
    return StateFolder.standard.map { HistoryFile(path: "\($0.path)/history") }
  }
}
