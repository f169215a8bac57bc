import PtySupport
import Testing

@Suite("recalling lines", .serialized)
struct RecallTests {
  let home: ScratchFolder

  init() throws {
    home = try ScratchFolder()
  }

  @Test("Up shows the line before, wide characters whole")
  func up() throws {
    let session = try EditorSession(home: home)
    try session.type("设置 电话", gives: "设置 电话")
    try session.type("二", gives: "二")
    try session.type(Key.up + Key.up + Key.backspace + "机", gives: "设置 电机")
    #expect(try session.leave() == .code(0))
  }

  @Test("a draft of 1500 characters survives Up and Down")
  func draft() throws {
    let session = try EditorSession(home: home)
    let draft = String(repeating: "草稿x", count: 500)
    try session.type(draft + "2", gives: draft + "2")
    try session.type(draft + Key.up + Key.down, gives: draft)
    try session.type(draft + Key.up + Key.up, gives: draft + "2")
    #expect(try session.leave() == .code(0))
  }

  @Test("Ctrl-P and Ctrl-N walk as the arrows do, and a changed recalled line is kept on the way")
  func walk() throws {
    let session = try EditorSession(home: home)
    try session.type("one", gives: "one")
    try session.type("two", gives: "two")
    try session.type("\u{10}!\u{10}\u{E}", gives: "two!")
    #expect(try session.leave() == .code(0))
  }

  @Test("what is typed before Up chooses the lines that begin so")
  func prefix() throws {
    let session = try EditorSession(home: home)
    for line in ["set name 一", "tap login", "set name 二", "advance"] { try session.type(line, gives: line) }
    try session.type("set" + Key.up, gives: "set name 二")
    try session.type("set" + Key.up + Key.up + Key.up, gives: "set name 一")
    try session.type("set" + Key.up + Key.up + Key.down + Key.down + " x", gives: "set x")
    try session.type("tapx" + Key.up, gives: "tapx")
    #expect(try session.leave() == .code(0))
  }

  @Test("Ctrl-R finds characters whose low byte is a control code", arguments: ["上", "一"])
  func search(character: String) throws {
    let session = try EditorSession(home: home)
    try session.type("go \(character)海", gives: "go \(character)海")
    try session.type("other", gives: "other")
    try session.pty.send(Key.search)
    try session.pty.expect("(search)")
    try session.pty.send(character)
    try session.pty.expect("go ")
    try session.pty.send("\r")
    try session.got("go \(character)海")
    #expect(try session.leave() == .code(0))
  }

  @Test("Ctrl-R again goes further back, and Backspace starts again")
  func further() throws {
    let session = try EditorSession(home: home)
    for line in ["set a 1", "set b 2", "tap c"] { try session.type(line, gives: line) }
    try session.type(Key.search + "set" + Key.search, gives: "set a 1")
    try session.type(Key.search + "set b\(Key.backspace)\(Key.backspace)", gives: "set a 1")
    #expect(try session.leave() == .code(0))
  }

  @Test("Ctrl-G and Ctrl-C give the old line back")
  func cancel() throws {
    let session = try EditorSession(home: home)
    try session.type("earlier", gives: "earlier")
    try session.type("draft" + Key.search + "ear" + Key.cancel + "!", gives: "draft!")
    try session.pty.send("again" + Key.search + "ear")
    try session.pty.expect("earlier")
    try session.pty.send(Key.interrupt)
    try session.pty.expect("> ")
    try session.type("!", gives: "again!")
    #expect(try session.leave() == .code(0))
  }

  @Test("an arrow, a control key and a paste keep the line found and act on it")
  func act() throws {
    let session = try EditorSession(home: home)
    try session.type("find me", gives: "find me")
    try session.type(Key.search + "me" + Key.left + "X", gives: "findX me")
    try session.type(Key.search + "find m" + "\u{5}!", gives: "find me!")
    try session.type(Key.search + "find me!" + Key.paste("P"), gives: "Pfind me!")
    #expect(try session.leave() == .code(0))
  }

  @Test("a pattern that is nowhere says so and loses nothing")
  func nowhere() throws {
    let session = try EditorSession(home: home)
    try session.type("there", gives: "there")
    try session.pty.send(Key.search + "zz")
    try session.pty.expect("(no match)")
    try session.pty.send(Key.backspace + Key.backspace + "he\r")
    try session.got("there")
    #expect(try session.leave() == .code(0))
  }
}
