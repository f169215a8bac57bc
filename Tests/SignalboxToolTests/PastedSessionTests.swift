import Foundation
import PtySupport
import Testing

@Suite("pasting a session into the console", .serialized)
struct PastedSessionTests {
  let home: ScratchFolder

  init() throws {
    home = try ScratchFolder()
  }

  private func session(_ arguments: [String] = [], columns: Int = 100) throws -> PtySession {
    let environment = PtySession.environment(home: home.path).merging(["NO_COLOR": "1"]) { $1 }
    return try PtySession(BuiltProduct.path("signalbox"), arguments, environment: environment, columns: columns)
  }

  private func marked(_ text: String) -> String { "\u{1B}[200~\(text.replacing("\n", with: "\r"))\u{1B}[201~" }

  private static let readme = """
    $ ./Scripts/signalbox
    > open login
    | login idle
      login@fixed: Login page with a service behind it
    1 login@fixed 0ms> paste name "1aaaaaa!"
    | name "" -> "1aaaaaa!" -> "aaaaaa"
    2 login@fixed 0ms> set password $right
    | password <secret> changed
    | loginEnabled false -> true
    3 login@fixed 0ms> tap login
    | login idle -> validating -> executing
    | request authenticate {name: "aaaaaa", password: <secret>}

    """

  @Test("a session of the README runs, whether the terminal marks the paste or types it", arguments: [true, false])
  func readme(isMarked: Bool) throws {
    let pty = try session()
    try pty.expect("> ")
    try pty.send(isMarked ? marked(Self.readme) : Self.readme.replacing("\n", with: "\r"))
    try pty.expect("4 login@fixed 0ms> ")
    // What was pasted ends with two lines of output, which are passed over at a prompt of their own.
    try pty.expect("password: <secret>}")
    try pty.expect("4 login@fixed 0ms> ")
    try pty.leaveWithout()
    #expect(try pty.waitForExit() == .code(0))
    #expect(pty.output.contains("3 commands, 0 mistakes"))
    let history = try home.text(".local/state/signalbox/history")
    #expect(history.contains("\npaste name \"1aaaaaa!\"\nset password $right\ntap login\n"))
    #expect(!history.contains("| login") && !history.contains("Login page"))
  }

  @Test("a transcript runs: its machine is opened, each case begins anew")
  func transcript() throws {
    let pty = try session()
    try pty.expect("> ")
    try pty.send(
      marked(
        "%transcript 1\n%machine login@fixed 4f1c9e02a7d3\n%case one\n| login idle\n> set name \"a\"\n| name \"\" -> \"a\"\n"
      ))
    try pty.expect("2 login@fixed 0ms> ")
    try pty.send(marked("\n%case two\n| login idle\n> set name \"b\"\n"))
    try pty.expect("| name \"\" -> \"b\"")
    try pty.expect("2 login@fixed 0ms> ")
    try pty.leaveWithout()
    #expect(try pty.waitForExit() == .code(0))
    #expect(pty.output.contains("2 commands, 0 mistakes"))
  }

  @Test("it stops at the first mistake, and says that the rest does not run", arguments: [true, false])
  func mistake(isMarked: Bool) throws {
    let pty = try session()
    try pty.expect("> ")
    let text = Self.readme.replacing("set password", with: "zet password")
    try pty.send(isMarked ? marked(text) : text.replacing("\n", with: "\r"))
    try pty.expect("error: unknown verb 'zet'")
    try pty.expect("the rest of the pasted text does not run")
    try pty.expect("2 login@fixed 0ms> ")
    try pty.send("state\r")
    try pty.expect("  login  idle")
    try pty.expect("2 login@fixed 0ms> ")
    try pty.leaveWithout()
    #expect(try pty.waitForExit() == .code(0))
    #expect(pty.output.contains("1 command, 1 mistake"))
  }

  @Test("what is told otherwise stops it too: a file that is not there")
  func file() throws {
    let pty = try session(["login@fixed"])
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send(marked("source none.txt\nset name \"a\"\n"))
    try pty.expect("none.txt: no such file")
    try pty.expect("the rest of the pasted text does not run")
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send("\u{4}")
    #expect(try pty.waitForExit() == .code(0))
    #expect(pty.output.contains("0 commands, 1 mistake"))
  }

  @Test("a mistake in the last pasted line loses nothing and says nothing of a rest")
  func lastLine() throws {
    let pty = try session(["login@fixed"])
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send(marked("1 login@fixed 0ms> nonsense\n") + "state\r")
    try pty.expect("unknown verb '...'")
    try pty.expect("  login  idle")
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send("\u{4}")
    #expect(try pty.waitForExit() == .code(0))
    #expect(!pty.output.contains("the rest"))
  }

  @Test("a pasted directive that a line cannot follow is a mistake with what to do; another machine's is refused")
  func directives() throws {
    let pty = try session(["login@fixed"])
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send("%let li = \"li\"\r")
    try pty.expect("'%let' is not followed; 'source FILE' runs a transcript")
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send("%machine home@fixed\r")
    try pty.expect("the transcript is of 'home@fixed' and 'login@fixed' is open; 'open home@fixed' first")
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send("\u{4}")
    #expect(try pty.waitForExit() == .code(0))
    #expect(pty.output.contains("0 commands, 2 mistakes"))
  }

  @Test("a secret behind a pasted prompt stays out of the history")
  func secret() throws {
    let pty = try session(["login@fixed"])
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send(marked("1 login@fixed 0ms> set password \"hunter22\"\n> set password \"hunter23\"\n"))
    try pty.expect("3 login@fixed 0ms> ")
    try pty.leaveWithout()
    #expect(try pty.waitForExit() == .code(0))
    let history = (try? home.text(".local/state/signalbox/history")) ?? ""
    #expect(!history.contains("hunter"))
  }
}
