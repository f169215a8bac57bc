import Files
import Terminal

extension HistoryFile {
  /// Where the history is kept: `SIGNALBOX_HISTORY`, else in the user's folder for state; nil when it is turned off.
  static var standard: HistoryFile? {
    if let path = environmentVariable("SIGNALBOX_HISTORY") { return path.isEmpty ? nil : HistoryFile(path: path) }
    if let state = environmentVariable("XDG_STATE_HOME"), state.utf8.first == UInt8(ascii: "/") {
      return HistoryFile(path: "\(state)/signalbox/history")
    }
    guard let home = environmentVariable("HOME"), home.utf8.first == UInt8(ascii: "/") else { return nil }
    return HistoryFile(path: "\(home)/.local/state/signalbox/history")
  }
}
