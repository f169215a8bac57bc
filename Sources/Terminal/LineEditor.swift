import CEditline

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Edits lines with libedit: wide characters, completion, history and search. The keys are emacs's unless the
/// user's editrc changes them.
///
/// Use it on one thread outside the cooperative pool, because `readLine` blocks. Flush standard output before
/// `readLine`. Between lines the terminal has its original mode.
///
/// A bracketed paste of several lines returns one line per `readLine`; text after its last newline stays in the
/// edited line. Ctrl-C drops the rest. Tabs in a paste are text.
package final class LineEditor {
  /// Returns the completions at a cursor offset in UTF-8 bytes.
  package typealias Complete = (_ line: String, _ cursor: Int) -> Completion

  package private(set) var history: History

  private var handle: OpaquePointer?
  private let complete: Complete
  /// The dim text after a line, while the cursor is at its end.
  package var hint: ((_ line: String) -> String?)?
  private let usesColor: Bool
  private var walk: HistoryWalk
  private var search: HistorySearch?

  /// Opens the terminal.
  ///
  /// - Parameters:
  ///   - program: The prefix of this program's lines in an editrc.
  ///   - complete: Called on Tab, on the thread of `readLine`.
  /// - Throws: `LineEditorError` without a terminal on standard input and output, or if an editor exists.
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

  /// Reads one line.
  ///
  /// - Parameter isKept: False for an answer to a question, which does not enter the history.
  package func readLine(prompt: Prompt, isKept: Bool = true) -> LineInput {
    guard let handle else { return .failure(.notATerminal) }
    walk = HistoryWalk(entries: history.entries)
    search = nil
    var encoded = prompt.encoded(colored: usesColor && cel_has_escapes(handle))
    let result = encoded.withCString(count: { cel_read(handle, $0, $1) })
    switch result {
    case Int32(CEL_LINE):
      let text = currentLine(of: handle).text
      if isKept { remember(text) }
      return .line(text)
    case Int32(CEL_INTERRUPTED): return .interrupted
    case Int32(CEL_END): return .endOfInput
    default: break
    }
    // A closed terminal causes a read error and a signal, in any order.
    if let signal = Interrupt.endingSignal { return .ended(signal: signal) }
    return result == Int32(CEL_HUNG_UP) ? .hungUp : .failure(.system(errno: cel_error(handle)))
  }

  /// Drops the rest of a paste; returns whether there was any.
  ///
  /// - Parameter typedAhead: Drops all pending input, because some terminals do not mark pastes.
  package func dropPaste(typedAhead: Bool) -> Bool {
    handle.map { cel_drop_paste($0, typedAhead) } ?? false
  }

  /// Whether unread pasted or typed input exists.
  package var hasPendingInput: Bool { handle.map { cel_has_input($0) } ?? false }

  package func takeHistoryWarnings() -> [HistoryWarning] { history.takeWarnings() }

  /// Adds a line that was not read by `readLine`.
  package func remember(_ line: String) {
    history.add(line)
  }

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

/// The C callback. `context` is unretained: the editor outlives its handle.
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
  fileprivate mutating func withCString<Result>(count body: (UnsafePointer<CChar>?, Int) -> Result) -> Result {
    withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { body($0.baseAddress, $0.count) }
    }
  }
}

/// The result of reading a line.
package enum LineInput: Equatable, Sendable {
  /// Has no newline; invalid UTF-8 becomes U+FFFD.
  case line(String)
  /// Ctrl-C dropped the line and printed `^C`.
  case interrupted
  /// Ctrl-D on an empty line.
  case endOfInput
  /// The terminal was closed.
  case hungUp
  /// A signal asks the program to end: save everything, then end by the same signal.
  case ended(signal: Int32)
  case failure(LineEditorError)
}
