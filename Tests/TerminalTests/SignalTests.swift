import Foundation
import PtySupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("signals", .serialized)
struct SignalTests {
  let home: ScratchFolder

  init() throws {
    home = try ScratchFolder()
  }

  @Test("a new size draws the line again and loses nothing")
  func resize() throws {
    let session = try EditorSession(home: home)
    let line = String(repeating: "界x", count: 30)
    try session.pty.send(line)
    try session.pty.expect("x")
    for columns in [40, 17, 100] {
      session.pty.resize(rows: 20, columns: columns)
      try session.waitForPrompt()
    }
    try session.type("!", gives: line + "!")
    #expect(try session.leave() == .code(0))
  }

  // Widths at which the prompt has several rows and its "> " is in one of them, which the test waits for.
  @Test("a window narrower than the prompt ends nothing", arguments: [5, 6, 15])
  func narrow(columns: Int) throws {
    let session = try EditorSession(rows: 24, columns: columns, home: home)
    try session.type("aaaaaa", gives: "aaaaaa")
    try session.pty.send("abcdefg")
    try session.pty.send(Key.search)
    try session.pty.send(Key.cancel)
    try session.type("!", gives: "abcdefg!")
    #expect(try session.leave() == .code(0))
  }

  @Test("a program that was stopped and goes on draws its line again")
  func stopped() throws {
    let session = try EditorSession(home: home)
    try session.pty.send("半行")
    try session.pty.expect("半行")
    session.pty.signal(SIGSTOP)
    try session.pty.waitUntilStopped()
    session.pty.signal(SIGCONT)
    try session.pty.expect("半行")
    try session.type("!", gives: "半行!")
    #expect(try session.leave() == .code(0))
  }

  @Test("Ctrl-Z gives the terminal to the shell, and fg brings the line back")
  func suspend() throws {
    let environment = PtySession.environment(home: home.path).merging(["PS1": "sh$ "]) { $1 }
    let shell = try PtySession("/bin/bash", ["--norc", "--noprofile", "--noediting", "-i"], environment: environment)
    try shell.expect("sh$ ")
    try shell.send("\(BuiltProduct.path("editor-fixture")) -\n")
    try shell.expect("> ")
    try shell.send("半行")
    try shell.expect("半行")
    try shell.send(Key.suspend)
    try shell.expect("Stopped")
    try shell.expect("sh$ ")
    #expect(shell.isCooked)
    try shell.send("fg\n")
    try shell.expect("半行")
    try shell.send("!\r")
    try shell.expect("got 3: \"半行!\"")
    try shell.expect("> ")
    try shell.send("\u{4}")
    try shell.expect("bye")
    try shell.expect("sh$ ")
    try shell.send("exit\n")
    #expect(try shell.waitForExit() == .code(0))
  }

  @Test("a signal that asks the program to end is told to it, while a line is read and while a command runs")
  func leaving() throws {
    for line in ["half", "wait\r"] {
      let session = try EditorSession(home: home)
      try session.pty.send(line)
      try session.pty.expect(line == "half" ? "half" : "ing")
      session.pty.signal(SIGTERM)
      try session.pty.expect("ended")
      #expect(try session.pty.waitForExit() == .signal(SIGTERM))
    }
  }

  @Test("once a signal has asked the program to end, no other ends it before it has heard of that")
  func leavingOnce() throws {
    let session = try EditorSession(home: home)
    try session.pty.send("hang\r")
    try session.pty.expect("hanging")
    for _ in 0..<3 {
      for number in [SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGPIPE, SIGINT] {
        session.pty.signal(number)
      }
      #expect((try? session.pty.waitForExit(within: .milliseconds(50))) == nil)
    }
    session.pty.signal(SIGKILL)
    #expect(try session.pty.waitForExit() == .signal(SIGKILL))
  }

  @Test(
    "a signal that ends the program gives the terminal back first",
    arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGALRM, SIGXCPU])
  func ending(number: Int32) throws {
    let session = try EditorSession(home: home)
    try session.pty.send("x")
    try session.pty.expect("x")
    #expect(!session.pty.isCooked)
    session.pty.signal(number)
    try session.pty.expect("\u{1B}[?2004l")
    #expect(try session.pty.waitForExit() == .signal(number))
  }

  @Test("a program whose terminal goes away ends by the hang-up, or by the end of its input when it ignores that")
  func hangUp() throws {
    let session = try EditorSession(home: home)
    session.pty.hangUp()
    #expect(try session.pty.waitForExit() == .signal(SIGHUP))
    let script = "trap '' HUP; exec \(BuiltProduct.path("editor-fixture")) -"
    let deaf = try PtySession("/bin/sh", ["-c", script], environment: PtySession.environment(home: home.path))
    try deaf.expect("> ")
    deaf.hangUp()
    #expect(try deaf.waitForExit() == .code(0))
  }

  @Test("a crash while a line is read gives the terminal back first")
  func crash() throws {
    let session = try EditorSession(home: home)
    try session.pty.send("crash\t")
    try session.pty.expect("\u{1B}[?2004l")
    #expect(try session.pty.waitForExit() == .signal(SIGABRT))
  }

  @Test("a crash in the editor's own code gives the terminal back and lets the program keep its work")
  func crashOfTheEditor() throws {
    let session = try EditorSession(home: home)
    try session.pty.send("half")
    try session.pty.expect("half")
    // The hint is the program's own code; behind it the editor waits for a key.
    usleep(200_000)
    session.pty.signal(SIGURG)
    let rest = try session.pty.expect("ended")
    #expect(rest.contains("\u{1B}[?2004l"))
    #expect(try session.pty.waitForExit() == .signal(SIGABRT))
  }

  @Test(
    "the signal of a crash that another process sends is told to the program", arguments: [SIGABRT, SIGSEGV, SIGILL])
  func crashFromOutside(number: Int32) throws {
    for line in ["half", "wait\r"] {
      let session = try EditorSession(home: home)
      try session.pty.send(line)
      try session.pty.expect(line == "half" ? "half" : "ing")
      session.pty.signal(number)
      try session.pty.expect("ended")
      #expect(try session.pty.waitForExit() == .signal(number))
    }
  }

  @Test("Ctrl-C while a command runs is seen by the command, and the session stays")
  func commandListens() throws {
    let session = try EditorSession(home: home)
    for _ in 0..<2 {
      try session.pty.send("wait\r")
      try session.pty.expect("waiting")
      try session.pty.send(Key.interrupt)
      try session.pty.expect("stopped waiting")
      try session.waitForPrompt()
    }
    try session.type("still here", gives: "still here")
    #expect(try session.leave() == .code(0))
  }

  @Test("a second Ctrl-C ends a command that does not listen")
  func commandDoesNotListen() throws {
    let session = try EditorSession(home: home)
    try session.pty.send("hang\r")
    try session.pty.expect("hanging")
    // The system merges signals that come faster than they are taken.
    var exit: PtySession.Exit?
    for _ in 0..<50 where exit == nil {
      try session.pty.send(Key.interrupt)
      exit = try? session.pty.waitForExit(within: .milliseconds(200))
    }
    #expect(exit == .signal(SIGINT))
  }

  @Test("Ctrl-C pressed several times at once ends no command that is slow to look")
  func impatience() throws {
    let session = try EditorSession(home: home)
    try session.pty.send("hang\r")
    try session.pty.expect("hanging")
    for _ in 0..<3 {
      try session.pty.send(Key.interrupt)
      #expect((try? session.pty.waitForExit(within: .milliseconds(50))) == nil)
    }
  }

  @Test("between lines the terminal is in the mode of programs that do not edit")
  func cooked() throws {
    let session = try EditorSession(home: home)
    #expect(!session.pty.isCooked)
    try session.pty.send("wait\r")
    try session.pty.expect("waiting")
    #expect(session.pty.isCooked)
    try session.pty.send(Key.interrupt)
    try session.pty.expect("stopped waiting")
    try session.waitForPrompt()
    #expect(try session.leave() == .code(0))
  }
}
