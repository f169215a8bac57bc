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

  private func session(
    _ lines: [String] = ["set name a"], _ more: [String: String] = [:], machine: String = "login@fixed"
  ) throws -> PtySession {
    let environment = PtySession.environment(home: home.path).merging(["NO_COLOR": "1"]) { $1 }
    let script = "cd '\(home.path)' && exec '\(BuiltProduct.path("signalbox"))' \(machine)"
    let pty = try PtySession(
      "/bin/bash", ["-c", script], environment: environment.merging(more) { $1 }, columns: 120)
    try pty.expect("1 \(machine) 0ms> ")
    for line in lines {
      try pty.send(line + "\r")
      try pty.expect("\(machine) ")
      try pty.expect("> ")
    }
    return pty
  }

  @Test("who leaves is asked once, and may stay, save or leave", arguments: ["quit\r", "\u{4}"])
  func question(_ leave: String) throws {
    let pty = try session()
    try pty.send(leave)
    try pty.expect("1 command is not saved")
    try pty.expect("save FILE, quit (keeps it), leave (drops it) or stay? ")
    try pty.send("what\r")
    try pty.expect("'quit' or Ctrl-D keeps the work in last.transcript, 'leave' drops it, 'stay' or Ctrl-C continues")
    try pty.expect("stay? ")
    try pty.send("stay\r")
    try pty.expect("2 login@fixed 0ms> ")
    try pty.send("set name b\r")
    try pty.expect("3 login@fixed 0ms> ")
    try pty.send(leave)
    try pty.expect("2 commands are not saved")
    try pty.expect("stay? ")
    try pty.send("\u{3}")
    try pty.expect("3 login@fixed 0ms> ")
    try pty.send(leave)
    try pty.expect("stay? ")
    try pty.send("save /dev/null/a.transcript\r")
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

  @Test("'quit' twice leaves, and the work is kept")
  func twice() throws {
    let pty = try session()
    try pty.send("quit\r")
    try pty.expect("stay? ")
    try pty.send("quit\r")
    try pty.expect("1 command of login@fixed is kept in \(home.path)/\(folder)/last.transcript")
    #expect(try pty.waitForExit() == .code(0))
    #expect(try home.text("\(folder)/last.transcript").contains("> set name \"a\"\n"))
  }

  @Test("a file that is given options at the question: '--force' replaces it, an unknown one is a mistake")
  func options() throws {
    try home.write("old\n", to: "a.transcript")
    let pty = try session()
    try pty.send("quit\r")
    try pty.expect("stay? ")
    try pty.send("save --forec a.transcript\r")
    try pty.expect("unknown option '--forec'")
    try pty.expect("stay? ")
    try pty.send("save a.transcript --force\r")
    try pty.expect("saved to a.transcript")
    #expect(try pty.waitForExit() == .code(0))
    #expect(try home.names == ["a.transcript"])
    #expect(try home.text("a.transcript").hasPrefix("%transcript"))
  }

  @Test("a lab has a history and a last session of its own")
  func lab() throws {
    let environment = PtySession.environment(home: home.path).merging(["NO_COLOR": "1"]) { $1 }
    let script = "exec -a some/lab '\(BuiltProduct.path("signalbox"))' login@fixed"
    let pty = try PtySession("/bin/bash", ["-c", script], environment: environment, columns: 120)
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send("set name a\r")
    try pty.expect("2 login@fixed 0ms> ")
    pty.signal(SIGTERM)
    try pty.expect("kept in \(home.path)/\(folder)/lab/last.transcript; 'lab record --resume ")
    #expect(try pty.waitForExit() == .signal(SIGTERM))
    #expect(try home.text("\(folder)/lab/history").contains("set name a"))
    #expect(!FileManager.default.fileExists(atPath: home.path("\(folder)/history")))
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

  @Test(
    "the signal of a crash keeps the work, says where, and says that the tool crashed", arguments: [SIGABRT, SIGSEGV])
  func crashed(number: Int32) throws {
    let pty = try session(["set name a"])
    pty.signal(number)
    try pty.expect("1 command of login@fixed is kept in \(home.path)/\(folder)/last.transcript")
    try pty.expect("error[E9002]")
    #expect(try pty.waitForExit() == .signal(number))
    #expect(pty.isCooked)
    #expect(try home.text("\(folder)/last.transcript").contains("> set name \"a\"\n"))
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

  @Test("a terminal that goes away instead of an answer keeps the work too, and the next session says where")
  func hungUpAtTheQuestion() throws {
    let pty = try session()
    try pty.send("quit\r")
    try pty.expect("stay? ")
    pty.hangUp()
    #expect(try pty.waitForExit() == .signal(SIGHUP))
    #expect(try notes() == ["an earlier session left 1 command of login@fixed in last.transcript"])
  }

  @Test("a terminal that goes away while a command runs keeps what it did, however often the hang-up is told")
  func hungUpInACommand() throws {
    let pty = try session([], machine: "home@fixed")
    try pty.send("advance 600m\r")
    try pty.expect(" turns")
    pty.hangUp()
    try send([SIGHUP], untilEndOf: pty, by: .signal(SIGHUP))
    #expect(try home.text("\(folder)/last.transcript").hasSuffix("%end 1\n"))
    #expect(try notes() == ["an earlier session left 1 command of home@fixed in last.transcript"])
  }

  @Test("each note names the file that holds its work by then, and is said once")
  func notesMoveOn() throws {
    let first = try session(["set name a"])
    first.hangUp()
    #expect(try first.waitForExit() == .signal(SIGHUP))
    let second = try session(["set name b", "set name c"])
    second.signal(SIGTERM)
    #expect(try second.waitForExit() == .signal(SIGTERM))
    let third = try session(["set name d", "set name e", "set name f"], machine: "login@original")
    third.hangUp()
    #expect(try third.waitForExit() == .signal(SIGHUP))
    // The second session was in between, and has said them.
    #expect(second.output.contains("an earlier session left 1 command of login@fixed in "))
    #expect(try notes() == ["an earlier session left 3 commands of login@original in last.transcript"])
    #expect(try notes().isEmpty)
  }

  @Test("the notes of several terminals that go away at once name their own files")
  func severalNotes() throws {
    let sessions = try (1...3).map { count in try session((0..<count).map { "set name \($0)" }) }
    for pty in sessions { pty.hangUp() }
    for pty in sessions { #expect(try pty.waitForExit() == .signal(SIGHUP)) }
    let notes = try notes()
    try #require(notes.count == 3)
    for (number, file) in [(3, "last-3.transcript"), (2, "last-2.transcript"), (1, "last.transcript")] {
      let count = try home.text("\(folder)/\(file)").components(separatedBy: "\n> ").count - 1
      let words = "\(count) command\(count == 1 ? "" : "s") of login@fixed"
      #expect(notes[3 - number] == "an earlier session left \(words) in \(file)")
    }
  }

  /// What the next session says of earlier ones, without folders and how to go on.
  private func notes() throws -> [String] {
    let environment = PtySession.environment(home: home.path).merging(["NO_COLOR": "1"]) { $1 }
    let next = try PtySession(BuiltProduct.path("signalbox"), ["login@fixed"], environment: environment, columns: 200)
    try next.expect("1 login@fixed 0ms> ")
    try next.send("\u{4}")
    #expect(try next.waitForExit() == .code(0))
    let lines = next.output.components(separatedBy: "\r\n").filter { $0.contains("an earlier session") }
    #expect(lines.allSatisfy { $0.contains("; 'signalbox record --resume \(home.path)/") })
    return lines.map { line in
      line.components(separatedBy: ";")[0].replacingOccurrences(of: "\(home.path)/\(folder)/", with: "")
        .trimmingCharacters(in: .whitespaces)
    }
  }

  @Test(
    "every signal that ends a program keeps the work, at the prompt, and ends the session as that signal does",
    arguments: [SIGTERM, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGPIPE])
  func ending(_ number: Int32) throws {
    let pty = try session()
    pty.signal(number)
    try pty.expect("1 command of login@fixed is kept in \(home.path)/\(folder)/last.transcript")
    #expect(try pty.waitForExit() == .signal(number))
    #expect(pty.isCooked)
    #expect(try home.text("\(folder)/last.transcript").hasSuffix("%end 1\n"))
  }

  @Test("while a command runs, too, as far as it got", arguments: [SIGTERM, SIGQUIT, SIGUSR1, SIGXCPU])
  func endingACommand(_ number: Int32) throws {
    let pty = try session([], machine: "home@fixed")
    try pty.send("advance 600m\r")
    try pty.expect(" turns")
    pty.signal(number)
    try pty.expect("1 command of home@fixed is kept in ")
    #expect(try pty.waitForExit() == .signal(number))
    #expect(try home.text("\(folder)/last.transcript").contains("> advance "))
  }

  @Test("Ctrl-\\ keeps the work at the prompt and while a command runs", arguments: [true, false])
  func quitKey(_ isAtPrompt: Bool) throws {
    let pty = try session(["send getDatas"], machine: "home@fixed")
    if !isAtPrompt {
      try pty.send("advance 600m\r")
      try pty.expect(" turns")
    }
    try pty.send("\u{1C}")
    #expect(try pty.waitForExit() == .signal(SIGQUIT))
    #expect(try home.text("\(folder)/last.transcript").hasSuffix("%end 1\n"))
  }

  @Test(
    "a second signal right behind the first loses nothing",
    arguments: [[SIGTERM, SIGHUP], [SIGHUP, SIGTERM], [SIGTERM, SIGTERM], [SIGQUIT, SIGINT], [SIGHUP, SIGHUP]],
    [UInt32(0), 500, 2_000])
  func twoSignals(_ numbers: [Int32], _ microseconds: UInt32) throws {
    let pty = try session()
    pty.signal(numbers[0])
    usleep(microseconds)
    pty.signal(numbers[1])
    let exit = try pty.waitForExit()
    #expect(exit == .signal(numbers[0]) || exit == .signal(numbers[1]))
    #expect(try home.text("\(folder)/last.transcript").hasSuffix("%end 1\n"))
  }

  @Test("no signal ends the session while a long case is written")
  func signalsWhileKeeping() throws {
    let pty = try session(["advance 20m"], machine: "home@fixed")
    pty.signal(SIGTERM)
    try pty.expect("\u{1B}[?2004l")
    try send([SIGHUP, SIGTERM, SIGQUIT, SIGUSR1, SIGALRM, SIGINT], untilEndOf: pty, by: .signal(SIGTERM))
    #expect(try home.text("\(folder)/last.transcript").hasSuffix("%end 1\n"))
  }

  @Test("no Ctrl-C ends it while a long case is written that nobody was asked for")
  func interruptsWhileKeeping() throws {
    let pty = try session(["advance 20m"], machine: "home@fixed")
    try pty.send("\u{4}")
    try pty.expect("stay? ")
    try pty.send("\u{4}")
    try pty.expect("\u{1B}[?2004l")
    try send([SIGINT], untilEndOf: pty, by: .code(0))
    #expect(try home.text("\(folder)/last.transcript").hasSuffix("%end 1\n"))
  }

  private func send(_ signals: [Int32], untilEndOf pty: PtySession, by expected: PtySession.Exit) throws {
    for _ in 0..<2_000 {
      for number in signals { pty.signal(number) }
      guard let exit = try? pty.waitForExit(within: .milliseconds(20)) else { continue }
      // One that comes when everything is written and the handlers are gone ends the process as it would any other.
      #expect(exit == expected || signals.contains { exit == .signal($0) })
      return
    }
    Issue.record("the session does not end")
  }

  @Test("'save' at the question is stopped by Ctrl-C: nothing is written, and the session stays")
  func stoppedSave() throws {
    let pty = try session(["advance 200m"], machine: "home@fixed")
    try pty.send("quit\r")
    try pty.expect("stay? ")
    try pty.send("save a.transcript\r")
    try pty.expect("\u{1B}[?2004l")
    // It takes a second to write. One key stops it and the next leaves the question; one between the two, when
    // nobody reads, is lost.
    var isBack = false
    for _ in 0..<100 where !isBack {
      try pty.send("\u{3}")
      isBack = (try? pty.expect("2 home@fixed ", within: .milliseconds(100))) != nil
    }
    #expect(isBack && pty.output.contains("stopped; nothing changed"))
    #expect(try home.names.isEmpty)
    try pty.expect("> ")
    try pty.leaveWithout()
    #expect(try pty.waitForExit() == .code(0))
  }

  @Test("'save' at the question says what 'save' at the prompt says")
  func savedAsAtThePrompt() throws {
    let pty = try session(["set password \"hunter22\""])
    try pty.send("quit\r")
    try pty.expect("stay? ")
    try pty.send("save a.transcript\r")
    try pty.expect("$typed1 of 'password' has no lasting name")
    #expect(try pty.waitForExit() == .code(0))
    #expect(try home.names == ["a.transcript"])
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
    try pty.expect("2 commands of 2 cases are not saved")
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
