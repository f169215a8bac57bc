import Console
import Files
import Terminal
import Traces
import Transcripts

struct EditorInput {
  private let driver: SessionDriver
  private let editor: LineEditor
  private let usesColor: Bool
  private let leaving: Leaving

  init(driver: SessionDriver, tool: Tool, history: History, usesColor: Bool) throws {
    self.driver = driver
    self.usesColor = usesColor
    do {
      editor = try LineEditor(program: tool.executable, history: history, usesColor: usesColor) { line, cursor in
        driver.session.completion(for: line, cursor: cursor).onTerminal
      }
    } catch {
      throw Diagnostic(code: "E4201", sentence: error.description, exitCode: .environment)
    }
    editor.hint = { driver.hint(for: $0) }
    let streams = driver.streams
    // Weak: the editor owns the driver, and its deinitializer restores the terminal.
    let ask: (String) -> String? = { [weak editor] question in
      try? streams.flush()
      guard case .line(let answer)? = editor?.readLine(prompt: Prompt(question), isKept: false) else { return nil }
      return answer
    }
    driver.ask = ask
    driver.review = { [weak driver] path in
      guard let budget = driver?.session.options.budget else { return }
      var review = Review(tool: tool, budget: budget, usesColor: usesColor, ask: ask)
      _ = try review.ask(path)
    }
    driver.page = { [weak editor] (lines) throws(FileError) in
      // A pager would consume input that the user typed ahead.
      guard let editor, !editor.hasPendingInput, let pager = Pager() else { return false }
      let size = TerminalCapabilities.windowSize
      let texts = lines.map { $0.map(\.text).joined() }
      guard Pager.isNeeded(for: texts, columns: size.columns, rows: size.rows) else { return false }
      try streams.flush()
      return pager.show(lines.map { Streams.line(of: $0, usesColor: usesColor) }.joined())
    }
    leaving = Leaving(driver: driver, editor: editor, executable: tool.executable)
  }

  /// Keeps unsaved work however the session ends, unless the user drops it.
  func run(_ configuration: Configuration) throws {
    driver.isByHand = true
    driver.watch(.ofTerminal)
    try leaving.sayNotes()
    do {
      try begin(configuration)
      try converse()
    } catch {
      // A lost terminal cannot show the error; the parent process sees the exit status.
      leaving.keep()
      if let signal = Interrupt.endingSignal { finish(by: signal) }
      throw error
    }
    // A signal that arrived during or after keeping the work.
    if let signal = Interrupt.endingSignal { finish(by: signal) }
  }

  private func begin(_ configuration: Configuration) throws {
    for problem in configuration.problems { driver.note(problem) }
    driver.choose(configuration.settings)
    driver.setWidth(TerminalCapabilities.windowSize.columns)
    if let opening = configuration.opening, driver.session.machine == nil {
      try driver.take(opening.text, at: opening.place)
    }
    for line in configuration.lines { try driver.take(line.text, at: line.place) }
    if let greeting = driver.session.greeting { try driver.streams.say("  \(greeting)") }
  }

  private func converse() throws {
    var lineNumber = 0
    var wasInterrupted = false
    while true {
      if driver.hasQuit {
        switch try leaving.ask() {
        case .leave: return
        case .stay: driver.stay()
        case .ended(let input): return try end(by: input)
        }
      }
      for warning in editor.takeHistoryWarnings() { driver.streams.warn(warning.description) }
      try driver.streams.flush()
      let prompt = driver.session.prompt
      let input = editor.readLine(prompt: styled(prompt))
      switch input {
      case .line(let first):
        lineNumber += 1
        wasInterrupted = false
        guard let line = try whole(first) else { continue }
        // The window may have been resized since the prompt.
        driver.setWidth(TerminalCapabilities.windowSize.columns)
        try take(line, number: lineNumber, prompt: line == first ? prompt : nil)
      case .interrupted:
        if wasInterrupted { try driver.streams.say("  Ctrl-D leaves") }
        wasInterrupted = true
      case .endOfInput:
        try driver.streams.say("")
        switch try leaving.ask() {
        case .leave: return
        case .stay: wasInterrupted = false
        case .ended(let input): return try end(by: input)
        }
      case .hungUp, .ended, .failure: return try end(by: input)
      }
    }
  }

  /// Joins continuation lines; nil if the user cancelled.
  private func whole(_ first: String) throws -> String? {
    var line = first
    while let opening = driver.opening(of: line) {
      try driver.streams.flush()
      guard case .line(let next) = editor.readLine(prompt: Self.continuation, isKept: false) else { return nil }
      line = opening.joining(line, next)
    }
    if line != first { editor.remember(line) }
    return line
  }

  private static let continuation = Prompt("... ")

  private func end(by input: LineInput) throws {
    switch input {
    case .line, .interrupted, .endOfInput: preconditionFailure("\(input) ends nothing")
    case .hungUp: leaving.keep(isHeard: false)
    case .ended(let signal): end(by: signal)
    case .failure(let error):
      throw Diagnostic(code: "E4202", sentence: error.description, exitCode: .environment)
    }
  }

  private func end(by signal: Int32) -> Never {
    leaving.keep()
    finish(by: signal)
  }

  private func finish(by signal: Int32) -> Never {
    _ = try? driver.end()
    try? driver.streams.flush()
    Interrupt.end(by: signal)
  }

  private func take(_ line: String, number: Int, prompt: String?) throws {
    Interrupt.clear()
    let mistakes = driver.counts.mistakes
    do {
      try driver.takeCopied(line, at: LinePlace(path: "line", line: number))
    } catch let mistake as Diagnostic {
      driver.count(mistake)
      point(at: mistake, behind: prompt, line)
    }
    if driver.counts.mistakes > mistakes { dropPaste() }
  }

  private func dropPaste() {
    guard editor.dropPaste(typedAhead: driver.copied.isCopied) else { return }
    driver.streams.complain("  the rest of the pasted text does not run")
  }

  /// Adds a caret under the mistake if the line fits the window.
  ///
  /// - Parameter prompt: nil for a joined line.
  private func point(at mistake: Diagnostic, behind prompt: String?, _ line: String) {
    var caret = ""
    if let prompt, let place = mistake.place, mistake.path == "line", place.column <= line.unicodeScalars.count + 1 {
      let before = String(String.UnicodeScalarView(line.unicodeScalars.prefix(place.column - 1)))
      let column = prompt.displayWidth + before.escapedForDisplay.displayWidth
      if (prompt + line).displayWidth < TerminalCapabilities.windowSize.columns {
        caret = String(repeating: " ", count: column) + "^\n"
      }
    }
    let place = [nil, "line"].contains(mistake.path) ? "" : "\(mistake.shownPlace): "
    let sentence = " \(place)\(mistake.sentence.escapedForDisplay)"
    let parts: [LineColors.Part] = [("  ", .plain), ("error:", .red), (sentence, .plain)]
    let lines = BrokenLine(parts, width: TerminalCapabilities.windowSize.columns).lines
    driver.streams.complain([(caret, .plain)] + lines.joined(separator: [("\n", .plain)]), usesColor: usesColor)
  }

  private func styled(_ prompt: String) -> Prompt {
    guard prompt.utf8.count > 2 else { return Prompt(prompt) }
    return Prompt([(String(prompt.dropLast(2)), .bold), (String(prompt.suffix(2)), .plain)])
  }
}

extension LineCompletion {
  var onTerminal: Completion {
    switch source {
    case .candidates(let candidates):
      return Completion(
        start: start, candidates: candidates.map(\.onTerminal), suffix: suffix, refused: refused.map(\.onTerminal),
        advice: advice)
    case .fileNames(let prefix):
      return Completion(start: start, candidates: Self.fileNames(prefix).map { Completion.Candidate($0) }, suffix: "")
    }
  }

  /// Folders end in a slash, so that the next Tab enters them.
  private static func fileNames(_ prefix: String) -> [String] {
    let slash = prefix.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(prefix[...$0]) } ?? ""
    guard let entries = try? listFolder(folder.isEmpty ? "." : folder.expanded(from: homeFolder)) else { return [] }
    return entries.map { folder + $0.name + ($0.isFolder ? "/" : "") }.filter { $0.utf8.starts(with: prefix.utf8) }
  }
}

extension LineCompletion.Candidate {
  fileprivate var onTerminal: Completion.Candidate { Completion.Candidate(text, note: note) }
}

extension HistoryFile {
  /// `SIGNALBOX_HISTORY`, else in the user's state folder; nil if `SIGNALBOX_HISTORY` is empty.
  static func of(_ executable: String) -> HistoryFile? {
    if let path = environmentVariable("SIGNALBOX_HISTORY") { return path.isEmpty ? nil : HistoryFile(path: path) }
    return StateFolder.of(executable).map { HistoryFile(path: "\($0.path)/history") }
  }
}
