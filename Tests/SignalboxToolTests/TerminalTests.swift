import Foundation
import PtySupport
import Testing

@Suite(.serialized)
struct TerminalTests {
  private func session(_ arguments: [String] = ["login@fixed"], home: ScratchFolder) throws -> PtySession {
    try PtySession(
      BuiltProduct.path("signalbox"), arguments, environment: environment(home), columns: 100)
  }

  private func environment(_ home: ScratchFolder) -> [String: String] {
    PtySession.environment(home: home.path).merging(["NO_COLOR": "1"]) { $1 }
  }

  @Test("a search tells how far it is, and Ctrl-C ends it with what it found")
  func search() throws {
    let home = try ScratchFolder()
    let pty = try session(["explore", "login@original", "--time", "600"], home: home)
    try pty.expect(" commands deep, ")
    try pty.expect(" steps/s")
    try pty.send("\u{3}")
    try pty.expect(" steps/s\r\n")
    try pty.expect("broken \"one submission pushes one page\"")
    try pty.expect("interrupted: ")
  }

  @Test("mutants are counted while they are tried, and Ctrl-C tells of those that were")
  func mutants() throws {
    let home = try ScratchFolder()
    let pty = try session(["mutate", "goods@fixed", "\(HazardsPage.repositoryRoot)/Transcripts/goods"], home: home)
    try pty.expect(" of 114 mutants, ")
    try pty.send("\u{3}")
    try pty.expect(" untried; interrupted")
  }

  @Test("Ctrl-C ends a search of the console with what it found, which is printed, and the session goes on")
  func searchOfConsole() throws {
    let home = try ScratchFolder()
    let pty = try session(["goods@blocks"], home: home)
    try pty.expect("> ")
    try pty.send("explore\n")
    try pty.expect(" steps/s")
    try pty.send("\u{3}")
    try pty.expect("broken \"a logout forgets the credentials\"")
    try pty.expect("interrupted: ")
    try pty.expect("> ")
    #expect(!pty.output.contains("not shown"))
    try pty.send("state\n")
    try pty.expect("> ")
  }

  @Test("a Chinese login is driven by hand, with completion, Ctrl-C and Ctrl-D")
  func login() throws {
    let home = try ScratchFolder()
    let pty = try session(home: home)
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send("paste na\t\"aaaaaa中文\"\r")
    try pty.expect("| name \"\" -> \"aaaaaa中文\" -> \"aaaaaa\"")
    try pty.expect("2 login@fixed 0ms> ")
    try pty.send("set password $wr\t\r")
    try pty.expect("| password <secret> changed")
    try pty.expect("3 login@fixed 0ms> ")
    try pty.send("ta\t\u{3}")
    try pty.expect("3 login@fixed 0ms> ")
    try pty.send("\u{3}")
    try pty.expect("Ctrl-D leaves")
    try pty.expect("3 login@fixed 0ms> ")
    try pty.send("tap log\t\r")
    try pty.expect("| login idle -> validating -> executing")
    try pty.expect("4 login@fixed 0ms> ")
    try pty.send("advance\r")
    try pty.expect("+1000ms alert \"登录失败\" \"用户名或密码错误\" [\"确定\"]")
    try pty.expect("5 login@fixed 1s> ")
    try pty.send("dismiss 确\t\r")
    try pty.expect("| alert closed")
    try pty.expect("6 login@fixed 1s> ")
    try pty.send("nonsense\r")
    try pty.expect("error: ")
    try pty.expect("6 login@fixed 1s> ")
    try pty.send("\u{4}")
    try pty.expect("5 commands are not saved")
    try pty.expect("stay? ")
    try pty.send("leave\r")
    #expect(try pty.waitForExit() == .code(0))
    try expectPrivateHistory(home)
  }

  private func expectPrivateHistory(_ home: ScratchFolder) throws {
    let folder = home.path(".local/state/signalbox")
    let file = try FileManager.default.attributesOfItem(atPath: folder + "/history")
    #expect((file[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    let directory = try FileManager.default.attributesOfItem(atPath: folder)
    #expect((directory[.posixPermissions] as? NSNumber)?.intValue == 0o700)
    let lines = try home.text(".local/state/signalbox/history").split(separator: "\n")
    #expect(lines.contains("paste name \"aaaaaa中文\""))
    #expect(lines.contains("set password $wrong"))
    // What no verb begins may be a password.
    #expect(lines.last == "dismiss \"确定\" ")
  }

  @Test("one line holds several commands, and an open text goes on in the next line")
  func severalCommands() throws {
    let home = try ScratchFolder()
    let pty = try session(home: home)
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send("set name aaaaaa; state; foo; tap login\r")
    try pty.expect("> set name \"aaaaaa\"\r\n")
    try pty.expect("  login  idle\r\n")
    try pty.expect("^\r\n")
    try pty.expect("error: unknown verb '...'")
    try pty.expect("2 login@fixed 0ms> ")
    try pty.send("set name \"b\r")
    try pty.expect("... ")
    try pty.send("\u{3}")
    try pty.expect("2 login@fixed 0ms> ")
    try pty.send("assign name \"b\r")
    try pty.expect("... ")
    try pty.send("c\"; back\r")
    try pty.expect("| name \"aaaaaa\" -> \"b\\nc\" -> \"bc\"\r\n> back\r\n")
    try pty.expect("4 login@fixed 0ms> ")
    try pty.leaveWithout()
    #expect(try pty.waitForExit() == .code(0))
    let history = try home.text(".local/state/signalbox/history")
    #expect(history.hasSuffix("assign name \"b\\\\nc\"; back\n"))
  }

  @Test("a secret that is typed in the clear never reaches the history")
  func secrets() throws {
    let home = try ScratchFolder()
    let pty = try session(home: home)
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send("set password \"hunter22\"\r")
    try pty.expect("2 login@fixed 0ms> ")
    try pty.send("set passwrd \"hunter22\"\r")
    try pty.expect("error: ")
    try pty.expect("2 login@fixed 0ms> ")
    try pty.send("state\r")
    try pty.expect("2 login@fixed 0ms> ")
    try pty.send("quit\r")
    try pty.expect("stay? ")
    try pty.send("leave\r")
    #expect(try pty.waitForExit() == .code(0))
    #expect(try !home.text(".local/state/signalbox/history").contains("hunter22"))
  }

  @Test("there is no history where it is turned off")
  func noHistory() throws {
    let home = try ScratchFolder()
    var environment = environment(home)
    environment["SIGNALBOX_HISTORY"] = ""
    let pty = try PtySession(BuiltProduct.path("signalbox"), ["login@fixed"], environment: environment)
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send("state\r")
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send("\u{4}")
    #expect(try pty.waitForExit() == .code(0))
    #expect(!FileManager.default.fileExists(atPath: home.path(".local")))
  }

  @Test("a file name completes, and a recording goes on until the end")
  func recording() throws {
    let home = try ScratchFolder()
    try home.write("set name \"a\"\nset name \"b\"\n", to: "脚本.txt")
    let environment = environment(home)
    let arguments = ["-c", "cd '\(home.path)' && exec '\(BuiltProduct.path("signalbox"))' login@fixed"]
    let pty = try PtySession("/bin/bash", arguments, environment: environment)
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send("record a.transcript\r")
    try pty.expect("recording to a.transcript")
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send("source 脚\t\r")
    try pty.expect("> set name \"b\"")
    try pty.expect("3 login@fixed 0ms> ")
    try pty.send("\u{4}")
    #expect(try pty.waitForExit() == .code(0))
    #expect(try home.text("a.transcript").contains("> set name \"b\"\n| name \"a\" -> \"b\"\n"))
    #expect(try ToolRun(["replay", "a.transcript"], in: home).code == 0)
  }

  @Test("every mistake counts in the last line, whatever kind it is of")
  func mistakes() throws {
    let home = try ScratchFolder()
    let pty = try session(home: home)
    try pty.expect("1 login@fixed 0ms> ")
    for line in ["nonsense", "tap nothing", "source none.txt", "open none", "service authentcate 1s"] {
      try pty.send(line + "\r")
      try pty.expect("error")
      try pty.expect("1 login@fixed 0ms> ")
    }
    try pty.send("\u{4}")
    #expect(try pty.waitForExit() == .code(0))
    #expect(pty.output.contains("0 commands, 5 mistakes"))
  }

  @Test("the first screen after the window was resized has its new width")
  func resize() throws {
    let home = try ScratchFolder()
    let pty = try session(["goods@fixed"], home: home)
    try pty.expect("1 goods@fixed 0ms> ")
    try pty.send("advance 2s\r")
    try pty.expect("2 goods@fixed 2s> ")
    try pty.send("screen\r")
    #expect(try pty.expect("2 goods@fixed 2s> ").contains("price  likes  like"))
    pty.resize(rows: 24, columns: 44)
    try pty.expect("2 goods@fixed 2s> ")
    try pty.send("screen\r")
    let narrow = try pty.expect("offset")
    #expect(!narrow.contains("price  likes  like"))
    try pty.expect("2 goods@fixed 2s> ")
    try pty.leaveWithout()
    #expect(try pty.waitForExit() == .code(0))
  }

  @Test("a file completes behind 'save' and 'source'")
  func fileNames() throws {
    let home = try ScratchFolder()
    let arguments = ["-c", "cd '\(home.path)' && exec '\(BuiltProduct.path("signalbox"))' login@fixed"]
    let pty = try PtySession("/bin/bash", arguments, environment: environment(home), columns: 100)
    try home.write("", to: "s2.txt")
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send("save --force s2\t")
    try pty.expect(".txt")
    try pty.send("2\u{3}")
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send("source s2\t\r")
    try pty.expect(".txt")
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send("\u{4}")
    #expect(try pty.waitForExit() == .code(0))
  }
}
