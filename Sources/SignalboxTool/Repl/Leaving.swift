import Console
import Files
import Statecharts
import Terminal
import Traces
import Transcripts

/// What becomes of what no file holds when a session ends on a terminal: a person who leaves is asked, and where nobody can
/// be asked it is kept.
struct Leaving {
  let driver: SessionDriver
  let editor: LineEditor
  let executable: String

  /// What a person who leaves wants.
  enum Decision {
    case leave, stay
    /// A signal ends the program, or the terminal is gone.
    case ended(LineInput)
  }

  /// Asks once. Ctrl-C stays, Ctrl-D leaves and keeps the work.
  func ask() throws -> Decision {
    guard let work = driver.session.unsavedWork else { return .leave }
    let cases = work.cases == 1 ? "" : " of \(work.cases) cases"
    let verb = work.commands == 1 ? "is" : "are"
    try driver.streams.say("  \(work.commands.counted("command"))\(cases) \(verb) in no file")
    while true {
      try driver.streams.flush()
      switch editor.readLine(prompt: Prompt("save FILE, leave or stay? "), isKept: false) {
      case .line(let line):
        if let leaves = try answer(line) { return leaves ? .leave : .stay }
      case .interrupted: return .stay
      case .endOfInput:
        try driver.streams.say("")
        keep()
        return .leave
      case .hungUp: return .ended(.hungUp)
      case .ended(let signal): return .ended(.ended(signal: signal))
      case .failure(let error): return .ended(.failure(error))
      }
    }
  }

  /// Whether the answer leaves; nil when it is none, or nothing could be saved.
  private func answer(_ line: String) throws -> Bool? {
    let words = line.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1).map { String(Substring($0)) }
    guard let word = words.first?.utf8 else { return nil }
    if "leave".utf8.starts(with: word), words.count == 1 { return true }
    if "stay".utf8.starts(with: word), word.count > 1, words.count == 1 { return false }
    if "save".utf8.starts(with: word), word.count > 1, words.count == 2 {
      return try driver.saveAll(to: file(words[1])) ? true : nil
    }
    try driver.streams.say("  'save FILE' writes a transcript, 'leave' drops what no file holds, 'stay' goes on")
    return nil
  }

  /// A name as it stands, or in quotes.
  private func file(_ words: String) -> String {
    if case .string(let name)? = try? Value(parsing: words) { name } else { words }
  }

  /// Keeps the work in the user's folder for state and says where; what nobody hears is said by the next session.
  func keep(isHeard: Bool = true) {
    let files = driver.session.unsavedFiles
    guard !files.isEmpty else { return }
    guard let folder = StateFolder.standard else {
      return driver.streams.warn("what no file holds is lost, since neither HOME nor XDG_STATE_HOME is set")
    }
    let lines: [String]
    do {
      let paths = try folder.keep(files.map { ($0.text, $0.ending) }, as: "last")
      lines = zip(files, paths).map(sentence)
    } catch {
      return driver.streams.warn("what no file holds is not kept: \(error)")
    }
    if isHeard { for line in lines { try? driver.streams.say("  \(line)") } } else { folder.leaveNote(lines) }
  }
}

extension Leaving {
  private func sentence(_ file: UnsavedFile, _ path: String) -> String {
    let words = file.isSnapshot ? "" : "record --resume "
    let verb = file.commands == 1 ? "is" : "are"
    return "\(file.commands.counted("command")) of \(file.machine) \(verb) kept in \(path.escapedForDisplay); "
      + "'\(executable) \(words)\(path.asShellWord)' goes on from there"
  }
}

extension StateFolder {
  /// `signalbox` in `XDG_STATE_HOME`, else in the user's `.local/state`; nil where neither is known.
  static var standard: StateFolder? {
    if let state = environmentVariable("XDG_STATE_HOME"), state.utf8.first == UInt8(ascii: "/") {
      return StateFolder(path: "\(state)/signalbox")
    }
    guard let home = environmentVariable("HOME"), home.utf8.first == UInt8(ascii: "/") else { return nil }
    return StateFolder(path: "\(home)/.local/state/signalbox")
  }
}
