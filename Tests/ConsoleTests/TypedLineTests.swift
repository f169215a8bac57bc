import Testing

@testable import Console

@Suite("a typed line and its commands")
struct TypedLineTests {
  @Test(
    "';' stands between two commands, unless it is in a text, a list or a record",
    arguments: [
      ("tap login", ["tap login"]), ("", [""]), ("  ", ["  "]), (";", [""]), ("tap login;", ["tap login"]),
      ("tap login; advance", ["tap login", "advance"]),
      ("tap login; advance ; ; undo;", ["tap login", "advance ", "undo"]),
      ("set name \"a;b\"; tap login", ["set name \"a;b\"", "tap login"]),
      ("set name \"a\\\";b\"", ["set name \"a\\\";b\""]),
      ("reply load ok [\"a;\", {k: \"]\"}]; state", ["reply load ok [\"a;\", {k: \"]\"}]", "state"]),
      ("# a; b", ["# a; b"]), ("set name it's;state", ["set name it's;state"]),
      ("tap items[3].like; state", ["tap items[3].like", "state"]), ("set name 5\"; state", ["set name 5\"", "state"]),
      ("case 登录; state", ["case 登录", "state"]),
    ])
  func commands(_ line: String, _ commands: [String]) {
    #expect(TypedLine(line).commands.map(\.text) == commands)
    #expect(TypedLine(line).opening == nil)
  }

  @Test("a command knows how many scalars stand before it")
  func shifts() {
    #expect(TypedLine("case 登录; state; x").commands.map(\.shift) == [0, 9, 16])
  }

  @Test("a line of many commands is cut in one pass")
  func manyCommands() {
    let line = TypedLine(Array(repeating: "登; ", count: 20_000).joined())
    #expect(line.commands.map(\.shift) == (0..<20_000).map { $0 * 3 })
    #expect(line.commands.allSatisfy { $0.text == "登" })
  }

  @Test(
    "a text, list or record that is open goes on",
    arguments: [
      ("set name \"a", TypedLine.Opening.text), ("set name \"a\\\"", .text), ("reply load ok [1, 2", .listOrRecord),
      ("reply load ok {a: \"b", .text), ("reply load ok {a: [1]", .listOrRecord), ("set name \"a\\", .text),
    ])
  func openings(_ line: String, _ opening: TypedLine.Opening) {
    #expect(TypedLine(line).opening == opening)
  }

  @Test("joined lines are what they would be on one")
  func joining() {
    #expect(TypedLine.Opening.text.joining("set name \"a", "b\"") == "set name \"a\\nb\"")
    #expect(TypedLine.Opening.listOrRecord.joining("reply load ok [1,", "2]") == "reply load ok [1, 2]")
    #expect(TypedLine(TypedLine.Opening.text.joining("set name \"a", "b\"; state")).commands.count == 2)
  }

  @Test("the history takes a line with several commands, secrets by their names")
  func history() {
    let session = Fixture.login()
    #expect(session.historyLine(for: "set name a; state") == "set name a; state")
    #expect(
      session.historyLine(for: "set name a; state ;  set password aaaaaa") == "set name a; state ; set password $right")
    #expect(session.historyLine(for: "set name a; set password hunter22") == nil)
    // Which machine hears the second command, nobody knows yet.
    #expect(session.historyLine(for: "open login; set name hunter22") == nil)
    #expect(session.historyLine(for: "open login; advance") == "open login; advance")
  }

  @Test("a line that was read is hinted, kept and run without being read again")
  func readOnce() {
    var session = Fixture.login()
    let line = session.read("set password aaaaaa; state")
    #expect(line.commands.map(\.text) == ["set password aaaaaa", "state"] && line.opening == nil)
    #expect(session.historyLine(for: line) == "set password $right; state")
    let reply = session.run(line)
    #expect(reply.echo == "set password $right" && session.depth == 1)
    let refused = session.read("tap login")
    #expect(session.hint(for: refused) == "  refused: disabled, loginEnabled is false")
    #expect(session.run(refused).recordedLines == ["refused login: disabled, loginEnabled is false"])
    let mistaken = session.read("tap logn")
    #expect(session.hint(for: mistaken) == nil && session.run(mistaken).mistake?.column == 5 && session.depth == 2)
  }

  @Test("Tab completes the last command of a line")
  func completion() {
    let line = "set name a; tap lo"
    let completion = Fixture.login().completion(for: line, cursor: line.utf8.count)
    #expect(completion.start == 16)
  }
}
