import Foundation
import PtySupport
import Testing

@testable import SignalboxTool

/// An answer that is longer than the window is shown in the user's pager.
@Suite("The pager", .serialized)
struct PagerTests {
  let home: ScratchFolder

  init() throws {
    home = try ScratchFolder()
  }

  /// A pager that keeps what it is given, says how it was started, and ends when Enter is pressed.
  private static let script = """
    #!/bin/sh
    trap 'echo interrupted' INT
    stty -echo -icanon </dev/tty
    cat >"$HOME/paged"
    echo "paging with $LESS"
    until read -r answer </dev/tty; do :; done
    echo "paged"

    """

  /// A session at the prompt in a window of 12 rows.
  private func session(
    _ environment: [String: String], machine: String = "goods@fixed", pager: String? = "pager"
  ) throws -> PtySession {
    if let pager {
      try home.write(Self.script, to: pager)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: home.path(pager))
    }
    var all = PtySession.environment(home: home.path)
    all["PAGER"] = nil
    all.merge(["NO_COLOR": "1", "PATH": "\(home.path):/usr/bin:/bin"]) { $1 }
    let pty = try PtySession(
      BuiltProduct.path("signalbox"), [machine], environment: all.merging(environment) { $1 }, rows: 12,
      columns: 80)
    try pty.expect("1 \(machine) 0ms> ")
    return pty
  }

  private func leave(_ pty: PtySession) throws {
    try pty.send("quit\r")
    #expect(try pty.waitForExit() == .code(0))
  }

  @Test("a long answer goes to PAGER, a command of the shell, and a short one does not")
  func variable() throws {
    let pty = try session(["PAGER": "exec pager -x"])
    try pty.send("state\r")
    try pty.expect("1 goods@fixed 0ms> ")
    #expect(!pty.output.contains("paging"))
    try pty.send("help\r")
    try pty.expect("paging with FRX\r\n")
    try pty.send("\n")
    try pty.expect("paged\r\n")
    try pty.expect("1 goods@fixed 0ms> ")
    let text = try home.text("paged")
    #expect(text.hasPrefix("  ") && text.contains("this console") && !text.contains("\u{1B}"))
    #expect(!pty.output.contains("this console"))
    try leave(pty)
  }

  @Test("without PAGER it is less, with the options that LESS has already")
  func less() throws {
    let pty = try session(["LESS": "-S"], pager: "less")
    try pty.send("help\r")
    try pty.expect("paging with -S\r\n")
    try pty.send("\n")
    try pty.expect("paged\r\n")
    try pty.expect("1 goods@fixed 0ms> ")
    try leave(pty)
  }

  @Test("the next command stays whole, the terminal is as before, and Ctrl-C ends neither the session nor its work")
  func interrupted() throws {
    let pty = try session(["PAGER": "pager"], machine: "login@fixed")
    try pty.send("set name aaaaaa\r")
    try pty.expect("2 login@fixed 0ms> ")
    try pty.send("help\r")
    try pty.expect("paging with FRX\r\n")
    for _ in 0..<3 {
      // A signal between the pager's line and its read() is answered only behind the read.
      usleep(600_000)
      try pty.send("\u{3}")
      try pty.expect("interrupted\r\n")
    }
    try pty.send("\n")
    try pty.expect("paged\r\n")
    try pty.expect("2 login@fixed 0ms> ")
    try pty.send("statx\u{7F}e\r")
    try pty.expect("idle")
    try pty.expect("2 login@fixed 0ms> ")
    try pty.send("quit\r")
    try pty.expect("1 command is not saved")
    try pty.expect("or stay? ")
    try pty.send("leave\r")
    #expect(try pty.waitForExit() == .code(0))
    #expect(pty.isCooked)
  }

  @Test("a pager that is quit before it has read everything is no error")
  func quitEarly() throws {
    let pty = try session(["PAGER": "head -n 2"], machine: "home@fixed")
    try pty.send("settings fold off; advance 2000s\r")
    // More than a pipe holds.
    let shown = try pty.expect("2 home@fixed 33m20s> ")
    #expect(shown.split(separator: "\r\n").count { $0.hasPrefix("| ") } == 2, "\(shown)")
    try pty.send("state\r")
    try pty.expect("2 home@fixed 33m20s> ")
    try pty.leaveWithout()
    #expect(try pty.waitForExit() == .code(0))
  }

  @Test("a pager that cannot be started is none")
  func missing() throws {
    for environment in [["PAGER": "no-such-pager"], ["PATH": home.path]] {
      let pty = try session(environment, pager: nil)
      try pty.send("help\r")
      try pty.expect("this console")
      try pty.expect("1 goods@fixed 0ms> ")
      try leave(pty)
    }
  }

  @Test(
    "where none is wanted, the answer is printed",
    arguments: [["PAGER": ""], ["PAGER": " "], ["PAGER": "cat"], ["TERM": "dumb"], ["CI": "true"]])
  func none(_ environment: [String: String]) throws {
    let pty = try session(["PAGER": "pager"].merging(environment) { $1 })
    try pty.send("help\r")
    try pty.expect("this console")
    try pty.expect("1 goods@fixed 0ms> ")
    #expect(!pty.output.contains("paging"))
    try leave(pty)
  }

  @Test("a pipe has all of it")
  func pipe() throws {
    let run = try ToolRun.shell("PAGER=false TERM=xterm \"$S\" -c help login@fixed", in: home)
    #expect(run.code == 0 && run.output.contains("this console"))
  }

  @Test("the rows of lines that are wider than the window count")
  func rows() {
    #expect(!Pager.isNeeded(for: ["a", "", "b"], columns: 10, rows: 4))
    #expect(Pager.isNeeded(for: ["a", "", "b", "c"], columns: 10, rows: 4))
    #expect(Pager.isNeeded(for: ["一二三四五六七", "a", "b"], columns: 10, rows: 4))
  }
}
