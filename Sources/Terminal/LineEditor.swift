import CEditline

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads lines that a person edits on the terminal, with libedit: emacs keys unless the user's editrc says otherwise,
/// wide characters, completion, history, search.
///
/// It lives on one thread, and `readLine` blocks it; never a thread of the cooperative pool. Whatever was written to the
/// standard output has to be flushed before `readLine`. Between two lines the terminal is in the mode it was found in.
///
/// A paste of several lines (where the terminal marks pastes) comes back as several lines, in order: each is inserted as
/// one text and accepted as if Enter had followed; what stands after the last newline stays in the line. Ctrl-C drops the
/// rest of a paste. Tabs in a paste are text and complete nothing.
package final class LineEditor {
  /// Given a line and the cursor's offset in UTF-8 bytes, what could stand there.
  package typealias Complete = (_ line: String, _ cursor: Int) -> Completion

  /// The lines accepted before, with the file they are kept in.
  package private(set) var history: History

  private var handle: OpaquePointer?
  private let complete: Complete
  /// What could follow a line whose cursor is at its end; it is shown where the terminal has a dim style.
  package var hint: ((_ line: String) -> String?)?
  private let usesColor: Bool
  private var walk: HistoryWalk
  private var search: HistorySearch?

  /// Takes the terminal.
  ///
  /// - Parameters:
  ///   - program: the name by which lines of an editrc may be meant for this program.
  ///   - usesColor: whether the prompts' styles are shown.
  ///   - complete: asked on Tab, on the thread of `readLine`.
  /// - Throws: `LineEditorError` where standard input or output is not a terminal, or an editor exists.
  package init(
    program: String, history: History, usesColor: Bool, complete: @escaping Complete
  ) throws(LineEditorError) {
    self.history = history
    self.complete = complete
    self.usesColor = usesColor
    walk = HistoryWalk(entries: history.entries)
    handle = cel_open(program, onKey, Unmanaged.passUnretained(self).toOpaque())
    guard handle != nil else { throw LineEditorError(errno: errno) }
  }

  deinit {
    if let handle { cel_close(handle) }
  }

  /// Reads one line; an accepted one enters the history as the history's rules say.
  ///
  /// - Parameter isKept: Whether the line may enter the history; the answer to a question does not.
  package func readLine(prompt: Prompt, isKept: Bool = true) -> LineInput {
    guard let handle else { return .failure(.notATerminal) }
    walk = HistoryWalk(entries: history.entries)
    search = nil
    var encoded = prompt.encoded(colored: usesColor && cel_has_escapes(handle))
    let result = encoded.withCString(count: { cel_read(handle, $0, $1) })
    switch result {
    case Int32(CEL_LINE) where !isKept: return .line(currentLine(of: handle).text)
    case Int32(CEL_LINE): return accepted(currentLine(of: handle).text)
    case Int32(CEL_INTERRUPTED): return .interrupted
    case Int32(CEL_END): return .endOfInput
    default: break
    }
    // A terminal that goes away fails and sends a signal; which of the two is seen first is chance.
    if let signal = Interrupt.endingSignal { return .ended(signal: signal) }
    return result == Int32(CEL_HUNG_UP) ? .hungUp : .failure(.system(errno: cel_error(handle)))
  }

  /// Leaves out the rest of the paste that the last line was from.
  ///
  /// - Parameter typedAhead: whether what was typed ahead goes too, as a paste arrives where the terminal marks none.
  /// - Returns: whether there was anything.
  package func dropPaste(typedAhead: Bool) -> Bool {
    handle.map { cel_drop_paste($0, typedAhead) } ?? false
  }

  /// Whether more was pasted or typed already than was read.
  package var hasPendingInput: Bool { handle.map { cel_has_input($0) } ?? false }

  /// What went wrong with the history's file since the last call.
  package func takeHistoryWarnings() -> [HistoryWarning] { history.takeWarnings() }

  private func accepted(_ text: String) -> LineInput {
    remember(text)
    return .line(text)
  }

  /// Lets a line enter the history, as the history's rules say, that was not read as one.
  package func remember(_ line: String) {
    history.add(line)
  }

  /// The answer to a key that libedit hands on.
  fileprivate func press(_ function: Int32, _ key: Int32) -> Int32 {
    guard let handle else { return Int32(CEL_BEEP) }
    let line = currentLine(of: handle)
    switch function {
    case Int32(CEL_COMPLETE): return pressTab(handle, line)
    case Int32(CEL_HINT): return showHint(handle, line)
    case Int32(CEL_HISTORY_PREVIOUS):
      return show(walk.previous(leaving: line.text, entries: history.entries), in: handle)
    case Int32(CEL_HISTORY_NEXT):
      return show(walk.next(leaving: line.text, entries: history.entries), in: handle)
    case Int32(CEL_SEARCH_BEGIN): return beginSearch(handle, line)
    case Int32(CEL_MOVE_LEFT): return pass(line.scalarsBefore) { cel_move(handle, -$0) }
    case Int32(CEL_MOVE_RIGHT): return pass(line.scalarsBehind) { cel_move(handle, $0) }
    case Int32(CEL_DELETE_LEFT): return pass(line.scalarsBefore) { cel_delete(handle, -$0) }
    case Int32(CEL_DELETE_RIGHT): return pass(line.scalarsBehind) { cel_delete(handle, $0) }
    case Int32(CEL_TRANSPOSE): return line.transposed.map { show($0, in: handle) } ?? Int32(CEL_BEEP)
    default: return pressInSearch(handle, key)
    }
  }

  /// Does something with the scalars of one character; there is none at an end of the line.
  private func pass(_ scalars: Int, _ body: (Int32) -> Void) -> Int32 {
    guard scalars > 0 else { return Int32(CEL_BEEP) }
    body(Int32(scalars))
    return Int32(CEL_REFRESH)
  }

  private func pressTab(_ handle: OpaquePointer, _ line: EditedLine) -> Int32 {
    let completion = complete(line.text, line.cursor)
    switch completion.edit(of: line) {
    case .nothing: return Int32(CEL_BEEP)
    case .replace(let line): return show(line, in: handle)
    case .list:
      let size = TerminalCapabilities.windowSize
      let list = CandidateList(
        candidates: completion.candidates, refused: completion.refused, advice: completion.advice,
        columns: size.columns,
        rows: size.rows)
      let dim = list.dimLines.map { TerminalStyle.dim.applied(to: $0, enabled: usesColor && cel_has_escapes(handle)) }
      var text = (list.lines + dim).joined(separator: "\n")
      text.withCString(count: { cel_print_below(handle, $0, $1) })
      return Int32(CEL_REFRESH)
    }
  }

  private func showHint(_ handle: OpaquePointer, _ line: EditedLine) -> Int32 {
    if usesColor, var text = hint?(line.text)?.inert {
      text.withCString(count: { cel_show_hint(handle, $0, $1) })
    }
    return Int32(CEL_REFRESH)
  }

  private func beginSearch(_ handle: OpaquePointer, _ line: EditedLine) -> Int32 {
    let search = HistorySearch(from: line, entries: history.entries)
    self.search = search
    setPrompt(search.prompt, of: handle)
    return Int32(CEL_SEARCH)
  }

  private func pressInSearch(_ handle: OpaquePointer, _ key: Int32) -> Int32 {
    guard let outcome = search?.press(HistorySearch.Key(key)) else { return Int32(CEL_BEEP) }
    switch outcome {
    case .show(let line):
      setPrompt(search?.prompt, of: handle)
      _ = show(line, in: handle)
      return Int32(CEL_SEARCH)
    case .end(let line):
      return endSearch(handle, line, answer: CEL_REFRESH)
    case .act(let line):
      return endSearch(handle, line, answer: CEL_ACT)
    }
  }

  private func endSearch(_ handle: OpaquePointer, _ line: EditedLine, answer: Int) -> Int32 {
    search = nil
    setPrompt(nil, of: handle)
    _ = show(line, in: handle)
    return Int32(answer)
  }

  private func show(_ text: String?, in handle: OpaquePointer) -> Int32 {
    text.map { show(EditedLine($0), in: handle) } ?? Int32(CEL_BEEP)
  }

  private func show(_ line: EditedLine, in handle: OpaquePointer) -> Int32 {
    var text = line.text
    let done = text.withCString(count: { cel_set_line(handle, $0, $1, line.cursor) })
    return Int32(done ? CEL_REFRESH : CEL_BEEP)
  }

  private func setPrompt(_ prompt: String?, of handle: OpaquePointer) {
    guard var prompt else { return cel_set_prompt(handle, nil, 0) }
    prompt.withCString(count: { cel_set_prompt(handle, $0, $1) })
  }

  private func currentLine(of handle: OpaquePointer) -> EditedLine {
    var length = 0
    var cursor = 0
    let bytes = UnsafeRawBufferPointer(start: cel_line(handle, &length, &cursor), count: length)
    return EditedLine(String(decoding: bytes, as: UTF8.self), cursor: cursor)
  }
}

/// The C function that libedit's keys arrive at; `context` is the editor, which outlives its handle.
private func onKey(_ context: UnsafeMutableRawPointer?, _ function: Int32, _ key: Int32) -> Int32 {
  guard let context else { return Int32(CEL_BEEP) }
  return Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue().press(function, key)
}

extension HistorySearch.Key {
  fileprivate init(_ key: Int32) {
    if key == CEL_KEY_INTERRUPT {
      self = .interrupt
    } else {
      self = UInt32(exactly: key).flatMap(Unicode.Scalar.init).map(Self.scalar) ?? .other
    }
  }
}

extension String {
  /// The text as C takes it here: a pointer and a count of bytes.
  fileprivate mutating func withCString<Result>(count body: (UnsafePointer<CChar>?, Int) -> Result) -> Result {
    withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { body($0.baseAddress, $0.count) }
    }
  }
}

/// What came of asking for a line.
package enum LineInput: Equatable, Sendable {
  /// A line was accepted; it has no newline, and U+FFFD where the terminal sent bytes that are not UTF-8.
  case line(String)
  /// Ctrl-C: the line was dropped, and `^C` stands below it.
  case interrupted
  /// Ctrl-D on an empty line.
  case endOfInput
  /// The terminal is gone.
  case hungUp
  /// A signal asks the program to end: it keeps what is to be kept, and ends by the same signal.
  case ended(signal: Int32)
  /// The terminal cannot be read.
  case failure(LineEditorError)
}
