import Console
import Files
import Statecharts
import Terminal
import Traces
import Transcripts

/// Unsaved work when a session ends: ask on a terminal, else keep it.
struct Leaving {
  let driver: SessionDriver
  let editor: LineEditor
  let executable: String

  enum Decision {
    case leave, stay
    case ended(LineInput)
  }

  /// Asks until there is a decision. Ctrl-C stays; Ctrl-D leaves and keeps the work.
  func ask() throws -> Decision {
    guard let work = driver.session.unsavedWork else { return .leave }
    let cases = work.cases == 1 ? "" : " of \(work.cases) cases"
    let verb = work.commands == 1 ? "is" : "are"
    try driver.streams.say("  \(work.commands.counted("command"))\(cases) \(verb) not saved")
    while true {
      try driver.streams.flush()
      let question = Prompt("save FILE, quit (keeps it), leave (drops it) or stay? ")
      let input = editor.readLine(prompt: question, isKept: false)
      switch input {
      case .line(let line):
        if let leaves = try answer(line) { return leaves ? .leave : .stay }
      case .interrupted: return .stay
      case .endOfInput:
        try driver.streams.say("")
        keep()
        return .leave
      case .hungUp, .ended, .failure: return .ended(input)
      }
    }
  }

  private func answer(_ line: String) throws -> Bool? {
    let words = line.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1).map { String(Substring($0)) }
    guard let word = words.first?.utf8 else { return nil }
    if "leave".utf8.starts(with: word), words.count == 1 { return true }
    if "quit".utf8.starts(with: word), words.count == 1 {
      keep()
      return true
    }
    if "stay".utf8.starts(with: word), word.count > 1, words.count == 1 { return false }
    if "save".utf8.starts(with: word), word.count > 1, words.count == 2 {
      Interrupt.clear()
      return try driver.saveAll(to: words[1]) ? true : nil
    }
    try driver.streams.say(
      "  'save FILE' writes a transcript, 'quit' or Ctrl-D keeps the work in \(Self.name).transcript, 'leave' drops it, "
        + "'stay' or Ctrl-C continues")
    return nil
  }

  /// Keeps the work in the user's state folder and prints where, else leaves a note for the next session. Ignores
  /// interrupts.
  ///
  /// - Parameter isHeard: False if the terminal is gone.
  func keep(isHeard: Bool = true) {
    Interrupt.disarm()
    let files = driver.session.unsavedFiles
    guard !files.isEmpty else { return }
    guard let folder = StateFolder.of(executable) else {
      return driver.streams.warn("the unsaved work is lost, because neither HOME nor XDG_STATE_HOME is set")
    }
    let isHeard = isHeard && Interrupt.endingSignal != Interrupt.hangUp
    let texts = files.map { ($0.text, note: isHeard ? nil : $0.words) }
    do {
      let paths = try folder.keep(texts, as: Self.name)
      if isHeard { tell(files, paths, folder) }
    } catch {
      driver.streams.warn("the unsaved work is not kept: \(error)")
    }
  }

  private func tell(_ files: [UnsavedFile], _ paths: [String], _ folder: StateFolder) {
    do {
      for (file, path) in zip(files, paths) {
        let verb = file.commands == 1 ? "is" : "are"
        try driver.streams.say("  \(file.words) \(verb) kept in \(place(path))")
      }
      try driver.streams.flush()
    } catch {
      for (file, path) in zip(files, paths) { folder.leaveNote(file.words, of: path) }
    }
  }

  func sayNotes() throws {
    let notes = StateFolder.of(executable)?.takeNotes(of: Self.name) ?? []
    for (words, file) in notes { try driver.streams.say("  an earlier session left \(words) in \(place(file))") }
  }

  private func place(_ path: String) -> String {
    "\(path.escapedForDisplay); '\(executable) record --resume \(path.asShellWord)' continues there"
  }

  private static let name = "last"
}

extension UnsavedFile {
  fileprivate var words: String { "\(commands.counted("command")) of \(machine)" }
}

extension StateFolder {
  /// `signalbox` in `XDG_STATE_HOME`, else in `.local/state`; nil if neither is known. Other executables have
  /// subfolders, so each lab has its own history and last session.
  static func of(_ executable: String) -> StateFolder? {
    let own = executable == ExecutableName.standard ? "" : "/\(executable)"
    if let state = environmentVariable("XDG_STATE_HOME"), state.utf8.first == UInt8(ascii: "/") {
      return StateFolder(path: "\(state)/signalbox\(own)")
    }
    return homeFolder.map { StateFolder(path: "\($0)/.local/state/signalbox\(own)") }
  }
}
