import PtySupport
import Testing

@testable import Terminal

@Suite("completing", .serialized)
struct CompletionTests {
  let home: ScratchFolder

  init() throws {
    home = try ScratchFolder()
  }

  @Test("Tab inserts the only candidate and its suffix")
  func one() throws {
    let session = try EditorSession(home: home)
    try session.type("sel\t", gives: "select ")
    try session.type("登\t", gives: "登录 ")
    try session.type("x sel y\u{1B}[D\u{1B}[D\t!", gives: "x select! y")
    #expect(try session.leave() == .code(0))
  }

  @Test("Tab inserts what several candidates share, then lists them")
  func several() throws {
    let session = try EditorSession(home: home)
    try session.pty.send("设\t\t")
    try session.pty.expect("  设置密码  设置电话\r\n")
    try session.waitForPrompt()
    try session.type("电\t", gives: "设置电话 ")
    #expect(try session.leave() == .code(0))
  }

  @Test("notes stand beside the candidates, aligned and inert")
  func notes() throws {
    let session = try EditorSession(home: home)
    try session.pty.send("note \t")
    try session.pty.expect("  phone  text\r\n  photo  \\u{1B}]0;x\r\n  密码   secret\r\n")
    try session.waitForPrompt()
    try session.type("密\t", gives: "note 密码 ")
    #expect(try session.leave() == .code(0))
  }

  @Test("the list stands below a wrapped line")
  func wrapped() throws {
    let session = try EditorSession(columns: 20, home: home)
    let words = String(repeating: "界 ", count: 12)
    try session.pty.send(words + "se\t\u{1}\u{1B}[C")
    try session.pty.send("\u{5}")
    try session.pty.send("\t")
    try session.pty.expect("  select  settle\r\n")
    try session.type("t\t", gives: words + "settle ")
    #expect(try session.leave() == .code(0))
  }

  @Test("nothing that fits changes nothing")
  func nothing() throws {
    let session = try EditorSession(home: home)
    try session.type("zzz\t", gives: "zzz")
    #expect(try session.leave() == .code(0))
  }

  @Test("what candidates share is counted in scalars")
  func sharedPrefix() {
    #expect(Completion.sharedPrefix(of: ["é1", "ê1"]) == "")
    #expect(Completion.sharedPrefix(of: ["上海", "上下"]) == "上")
    #expect(Completion.sharedPrefix(of: ["a\u{301}b", "a\u{301}c", "ad"]) == "a")
    #expect(Completion.sharedPrefix(of: ["same", "same"]) == "same")
    #expect(Completion.sharedPrefix(of: []) == "")
  }

  @Test("a candidate that does not go on from what is typed replaces it only when it is alone")
  func replacement() {
    let line = EditedLine("open LOG", cursor: 8)
    let one = Completion(start: 5, candidates: [.init("login")])
    #expect(one.edit(of: line) == .replace(EditedLine("open login ")))
    let two = Completion(start: 5, candidates: [.init("login"), .init("logout")])
    #expect(two.edit(of: line) == .list)
  }

  @Test("what cannot be used is inserted only where nothing else fits, and told at the next Tab")
  func refused() {
    let typed = EditedLine("tap lo", cursor: 6)
    let refused = Completion(start: 4, candidates: [], refused: [.init("login", note: "refused: disabled")])
    #expect(refused.edit(of: typed) == .replace(EditedLine("tap login")))
    #expect(refused.edit(of: EditedLine("tap login")) == .list)
    #expect(refused.edit(of: EditedLine("tap ")) == .list)
    let beside = Completion(start: 4, candidates: [.init("logout")], refused: [.init("login", note: "refused")])
    #expect(beside.edit(of: EditedLine("tap ")) == .replace(EditedLine("tap logout ")))
    let advice = Completion(start: 4, candidates: [], advice: "a number")
    #expect(advice.edit(of: EditedLine("tap ")) == .list)
  }

  @Test("a range outside the line or inside a character is none")
  func badRange() {
    let line = EditedLine("日本", cursor: 3)
    for start in [-1, 1, 4, 99] {
      #expect(Completion(start: start, candidates: [.init("x")]).edit(of: line) == .nothing)
    }
  }

  @Test("a suffix that stands there already is not inserted again")
  func suffix() {
    let line = EditedLine("tap lo user", cursor: 6)
    let one = Completion(start: 4, candidates: [.init("login")])
    #expect(one.edit(of: line) == .replace(EditedLine("tap login user", cursor: 9)))
  }
}
