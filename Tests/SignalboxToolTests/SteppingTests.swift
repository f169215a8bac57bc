import Foundation
import PtySupport
import Testing

/// Files that are run and transcripts that are reviewed by hand, inside a session.
@Suite(.serialized)
struct SteppingTests {
  private func session(_ home: ScratchFolder, _ more: [String: String] = [:]) throws -> PtySession {
    let environment = PtySession.environment(home: home.path).merging(["NO_COLOR": "1"]) { $1 }.merging(more) { $1 }
    let start = "unset CI; cd '\(home.path)' && exec '\(BuiltProduct.path("signalbox"))' login@fixed"
    return try PtySession("/bin/bash", ["-c", start], environment: environment, columns: 100)
  }

  @Test("'source --step' shows each command and waits; 'q' stops, and 'source' goes on with the rest")
  func steps() throws {
    let home = try ScratchFolder()
    try home.write((1...5).map { "set name \"a\($0)\"\n" }.joined(), to: "a.txt")
    let pty = try session(home)
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send("source --step a.txt\r")
    try pty.expect("  next: set name \"a1\"")
    try pty.expect("q stops -- ")
    try pty.send("\r")
    try pty.expect("| name \"\" -> \"a1\"")
    try pty.expect("  next: set name \"a2\"")
    try pty.expect("q stops -- ")
    try pty.send("q\r")
    try pty.expect("  4 commands of 'a.txt' wait; 'source' continues")
    try pty.expect("2 login@fixed 0ms> ")
    try pty.send("source --step\r")
    try pty.expect("  next: set name \"a2\"")
    try pty.expect("q stops -- ")
    try pty.send("c\r")
    try pty.expect("> set name \"a5\"")
    try pty.expect("6 login@fixed 0ms> ")
    try pty.send("source\r")
    try pty.expect("error: there is no stopped file to continue")
    try pty.expect("6 login@fixed 0ms> ")
    try pty.leaveWithout()
    #expect(try pty.waitForExit() == .code(0))
  }

  @Test("what a breakpoint stopped waits, too")
  func breakpoint() throws {
    let home = try ScratchFolder()
    try home.write("set name \"aaaaaa\"\nset password $right\ntap login\nadvance\nback\n", to: "a.txt")
    let pty = try session(home)
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send("break executing; source a.txt\r")
    try pty.expect("  break: executing")
    try pty.expect("  2 commands of 'a.txt' wait; 'source' continues")
    try pty.expect("4 login@fixed 0ms> ")
    try pty.send("state; source\r")
    try pty.expect("login executing -> succeeded")
    try pty.expect("6 login@fixed 1s> ")
    try pty.leaveWithout()
    #expect(try pty.waitForExit() == .code(0))
  }

  @Test("'review' walks the differing blocks of a transcript, and the session goes on")
  func review() throws {
    let home = try ScratchFolder()
    let lines = [
      "%transcript 1", "%machine login@fixed", "%case one", "| login idle", "> set name \"aaaaaa\"",
      "| name \"\" -> \"b\"", "",
    ]
    try home.write(lines.joined(separator: "\n"), to: "a.transcript")
    let pty = try session(home)
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send("review a.transcript\r")
    try pty.expect("- | name \"\" -> \"b\"")
    try pty.expect("[a r s l A q] ")
    try pty.send("?\r")
    try pty.expect("reject it: it still fails")
    try pty.expect("[a r s l A q] ")
    try pty.send("a\r")
    try pty.expect("  accepted")
    try pty.expect("1 accepted")
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send("state\r")
    try pty.expect("  login  idle")
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send("\u{4}")
    #expect(try pty.waitForExit() == .code(0))
    #expect(try home.text("a.transcript").contains("| name \"\" -> \"aaaaaa\"\n"))
  }

  @Test(
    "where nobody can be asked, both are refused with what to do; a file that exists is replaced by '--force' alone")
  func piped() throws {
    let home = try ScratchFolder()
    try home.write("set name \"a\"\n", to: "a.txt")
    let lines = ["open login", "source --step a.txt", "review a.transcript", "source"]
    let run = try ToolRun([], lines: lines, in: home)
    #expect(run.code == 2)
    #expect(run.errors.contains("E1183]: 'source --step' asks the user, which needs a terminal; remove '--step'"))
    #expect(run.errors.contains("E1183]: 'review' asks the user"))
    #expect(run.errors.contains("E1184]: there is no stopped file to continue; name a file: 'source FILE'"))

    let saved = try ToolRun([], lines: ["open login", "set name b", "save a.txt", "save --force a.txt"], in: home)
    #expect(saved.code == 2)
    #expect(saved.errors.contains("a.txt: already exists; choose another name, or replace it with '--force'"))
    #expect(saved.output.contains("  saved to a.txt: case 'a', 1 command\n"))
    #expect(try home.text("a.txt").hasPrefix("%transcript 1 recorded\n"))
  }
}
