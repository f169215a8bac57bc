import Foundation
import PtySupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// However a session on a terminal ends, what a person did is asked for or kept.
@Suite(.serialized)
struct LeavingTests {
  let home: ScratchFolder
  private let folder = ".local/state/signalbox"

  init() throws {
    home = try ScratchFolder()
  }

  private func session(_ lines: [String] = ["set name a"], _ more: [String: String] = [:]) throws -> PtySession {
    let environment = PtySession.environment(home: home.path).merging(["NO_COLOR": "1"]) { $1 }
    let script = "cd '\(home.path)' && exec '\(BuiltProduct.path("signalbox"))' login@fixed"
    let pty = try PtySession(
      "/bin/bash", ["-c", script], environment: environment.merging(more) { $1 }, columns: 120)
    try pty.expect("1 login@fixed 0ms> ")
    for line in lines {
      try pty.send(line + "\r")
      try pty.expect("login@fixed 0ms> ")
    }
    return pty
  }

  @Test("who leaves is asked once, and may stay, save or leave", arguments: ["quit\r", "\u{4}"])
  func question(_ leave: String) throws {
    let pty = try session()
    try pty.send(leave)
    try pty.expect("1 command is in no file")
    try pty.expect("save FILE, leave or stay? ")
    try pty.send("what\r")
    try pty.expect("'leave' drops what no file holds")
    try pty.expect("stay? ")
    try pty.send("stay\r")
    try pty.expect("2 login@fixed 0ms> ")
    try pty.send("set name b\r")
    try pty.expect("3 login@fixed 0ms> ")
    try pty.send(leave)
    try pty.expect("2 commands are in no file")
    try pty.expect("stay? ")
    try pty.send("\u{3}")
    try pty.expect("3 login@fixed 0ms> ")
    try pty.send(leave)
    try pty.expect("stay? ")
    try pty.send("save no/such/folder.transcript\r")
    try pty.expect("error")
    try pty.expect("stay? ")
    try pty.send("save a.transcript\r")
    try pty.expect("saved to a.transcript")
    try pty.expect("2 commands, ")
    #expect(try pty.waitForExit() == .code(0))
    #expect(try home.text("a.transcript").contains("> set name \"b\"\n| name \"a\" -> \"b\"\n"))
    #expect(!FileManager.default.fileExists(atPath: home.path("\(folder)/last.transcript")))
    #expect(try !home.text("\(folder)/history").contains("stay"))
  }

  @Test("who says 'leave' leaves, and nothing is written")
  func leave() throws {
    let pty = try session()
    try pty.send("\u{4}")
    try pty.expect("stay? ")
    try pty.send("leave\r")
    #expect(try pty.waitForExit() == .code(0))
    #expect(!FileManager.default.fileExists(atPath: home.path("\(folder)/last.transcript")))
  }

  @Test(
    "nothing is asked where nothing was done, or a file holds it",
    arguments: [
      [], ["set name a", "undo"], ["record r.transcript", "set name a"], ["set name a", "save s.transcript"],
    ])
  func nothing(_ lines: [String]) throws {
    let pty = try session(lines)
    try pty.send("\u{4}")
    #expect(try pty.waitForExit() == .code(0))
    #expect(!pty.output.contains("stay?"))
  }

  @Test("Ctrl-C never leaves: a second one at an empty prompt says what does")
  func interrupts() throws {
    let pty = try session()
    for _ in 0..<3 {
      try pty.send("\u{3}")
      try pty.expect("2 login@fixed 0ms> ")
    }
    #expect(pty.output.contains("Ctrl-D leaves"))
    try pty.send("\u{4}")
    try pty.expect("stay? ")
    try pty.send("\u{4}")
    try pty.expect("1 command of login@fixed is kept in \(home.path)/\(folder)/last.transcript")
    #expect(try pty.waitForExit() == .code(0))
  }

  @Test("a signal keeps the work, says where, and ends the session as that signal does")
  func terminated() throws {
    let pty = try session(["set name a", "set password \"hunter22\""])
    pty.signal(SIGTERM)
    try pty.expect(
      "2 commands of login@fixed are kept in \(home.path)/\(folder)/last.transcript; 'signalbox record --resume "
    )
    #expect(try pty.waitForExit() == .signal(SIGTERM))
    let text = try home.text("\(folder)/last.transcript")
    #expect(text.contains("> set name \"a\"\n| name \"\" -> \"a\"\n> set password $typed1\n"))
    #expect(!text.contains("hunter22"))
    try expectPrivate("last.transcript")
  }

  @Test("a signal that comes instead of an answer keeps the work too, and ends the session as that signal does")
  func terminatedAtTheQuestion() throws {
    let pty = try session()
    try pty.send("\u{4}")
    try pty.expect("stay? ")
    pty.signal(SIGTERM)
    try pty.expect("1 command of login@fixed is kept in \(home.path)/\(folder)/last.transcript")
    #expect(try pty.waitForExit() == .signal(SIGTERM))
    #expect(pty.isCooked)
  }

  @Test("a terminal that goes away keeps the work, and the next session says where")
  func hungUp() throws {
    let pty = try session()
    pty.hangUp()
    #expect(try pty.waitForExit() == .signal(SIGHUP))
    #expect(try home.text("\(folder)/last.transcript").contains("> set name \"a\"\n"))
    try expectPrivate("last.transcript")
    let environment = PtySession.environment(home: home.path).merging(["NO_COLOR": "1"]) { $1 }
    for isFirst in [true, false] {
      let next = try PtySession(BuiltProduct.path("signalbox"), ["login@fixed"], environment: environment, columns: 200)
      try next.expect("1 login@fixed 0ms> ")
      #expect(next.output.contains("last.transcript; 'signalbox record --resume ") == isFirst)
      try next.send("\u{4}")
      #expect(try next.waitForExit() == .code(0))
    }
    #expect(try ToolRun(["replay", "\(folder)/last.transcript"], in: home).code == 0)
  }

  @Test("it can be gone on with as the message says")
  func resumed() throws {
    let pty = try session()
    pty.signal(SIGTERM)
    #expect(try pty.waitForExit() == .signal(SIGTERM))
    let resumed = try ToolRun(
      ["record", "--resume", home.path("\(folder)/last.transcript")], input: Data("set name b\n".utf8), in: home)
    #expect(resumed.code == 0)
    #expect(try home.text("\(folder)/last.transcript").contains("> set name \"b\"\n| name \"a\" -> \"b\"\n"))
  }

  @Test("sessions that end one after the other keep theirs, and XDG_STATE_HOME is heeded")
  func several() throws {
    let state = home.path("state")
    for name in ["a", "b", "c"] {
      let pty = try session(["set name \(name)"], ["XDG_STATE_HOME": state])
      pty.signal(SIGTERM)
      #expect(try pty.waitForExit() == .signal(SIGTERM))
    }
    let files = ["last.transcript", "last-2.transcript", "last-3.transcript"]
    for (file, name) in zip(files, ["c", "b", "a"]) {
      #expect(try home.text("state/signalbox/\(file)").contains("> set name \"\(name)\"\n"))
    }
  }

  @Test("cases of other machines are kept beside the present one's")
  func machines() throws {
    let pty = try session()
    try pty.send("open home@fixed\r")
    try pty.expect("case #1 is kept with its 1 command; 'switch #1' returns to it")
    try pty.expect("1 home@fixed 0ms> ")
    try pty.send("send getDatas\r")
    try pty.expect("2 home@fixed 0ms> ")
    try pty.send("quit\r")
    try pty.expect("2 commands of 2 cases are in no file")
    try pty.expect("stay? ")
    try pty.send("save all.transcript\r")
    #expect(try pty.waitForExit() == .code(0))
    #expect(try home.text("all.transcript").contains("%machine home@fixed"))
    #expect(try home.text("all-2.transcript").contains("%machine login@fixed"))
  }

  @Test("what is kept of several machines is said with each one's own file")
  func keptMachines() throws {
    let pty = try session()
    try pty.send("open home@fixed\r")
    try pty.expect("1 home@fixed 0ms> ")
    try pty.send("send getDatas\r")
    try pty.expect("2 home@fixed 0ms> ")
    pty.signal(SIGTERM)
    try pty.expect("of login@fixed is kept in \(home.path)/\(folder)/last-2.transcript")
    try pty.expect("of home@fixed is kept in \(home.path)/\(folder)/last.transcript")
    #expect(try pty.waitForExit() == .signal(SIGTERM))
    #expect(try home.text("\(folder)/last-2.transcript").contains("%machine login@fixed"))
  }

  @Test("a pipe is asked nothing and leaves nothing, since what drove it is there already")
  func pipe() throws {
    let run = try ToolRun(["login@fixed"], lines: ["set name a"], in: home)
    #expect(run.code == 0)
    #expect(!FileManager.default.fileExists(atPath: home.path(".local")))
  }

  private func expectPrivate(_ name: String) throws {
    let file = try FileManager.default.attributesOfItem(atPath: home.path("\(folder)/\(name)"))
    #expect((file[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    let directory = try FileManager.default.attributesOfItem(atPath: home.path(folder))
    #expect((directory[.posixPermissions] as? NSNumber)?.intValue == 0o700)
  }
}
