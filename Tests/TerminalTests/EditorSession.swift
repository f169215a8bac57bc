import PtySupport

/// The editor's fixture on a terminal, waiting at its first prompt.
struct EditorSession {
  let pty: PtySession

  init(
    history: String = "-", term: String = "xterm", locale: String = "C.UTF-8", extra: [String: String] = [:],
    rows: Int = 24, columns: Int = 80, home: ScratchFolder
  ) throws {
    let base = PtySession.environment(home: home.path, term: term, locale: locale)
    pty = try PtySession(
      BuiltProduct.path("editor-fixture"), [history], environment: base.merging(extra) { $1 }, rows: rows,
      columns: columns)
    try waitForPrompt()
  }

  func waitForPrompt() throws {
    try pty.expect("> ")
  }

  /// Types keys and Enter, and waits for what the program got and for its next prompt.
  func type(_ keys: String, gives line: String) throws {
    try pty.send(keys + "\r")
    try got(line)
  }

  func got(_ line: String) throws {
    try pty.expect("got \(line.unicodeScalars.count): \"\(line)\"")
    try waitForPrompt()
  }

  /// Leaves with Ctrl-D.
  func leave() throws -> PtySession.Exit {
    try pty.send("\u{4}")
    return try pty.waitForExit()
  }
}

/// What keys send.
enum Key {
  static let backspace = "\u{7F}"
  static let up = "\u{1B}[A"
  static let down = "\u{1B}[B"
  static let left = "\u{1B}[D"
  static let interrupt = "\u{3}"
  static let delete = "\u{4}"
  static let cancel = "\u{7}"
  static let search = "\u{12}"
  static let suspend = "\u{1A}"

  static func paste(_ text: String) -> String {
    "\u{1B}[200~\(text)\u{1B}[201~"
  }
}
