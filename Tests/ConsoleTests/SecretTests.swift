import Testing
import Traces
import Turns

@testable import Console

struct SecretTests {
  @Test("a typed secret that is no sample gets a name for this session, and the recording says so at its end")
  func typed() {
    var session = Fixture.login("record a.transcript")
    #expect(session.run("set password hunter2").echo == "set password $typed1")
    #expect(session.run("paste password hunter2").echo == "paste password $typed1")
    #expect(session.run("set password other").echo == "set password $typed2")
    #expect(session.run("set password $typed1").echo == "set password $typed1")
    _ = session.run("undo 2")
    let reply = session.run("record")
    #expect(
      reply.effects == [
        .append(
          "# $typed1 of 'password' has no lasting name; declare it as a sample, or name it with '%let typed1 = ...' "
            + "below '%case'\n"), .stopRecording,
      ])
    #expect(!session.isRecording)
  }

  @Test(
    "history holds a sample's name, or nothing",
    arguments: [
      ("set password aaaaaa", "set password $right"), ("hold set password \"aaaaaa\"", "hold set password $right"),
      ("set password hunter2", nil), ("type password h", nil), ("assign password x", nil),
      ("set pasword hunter2", nil), ("sett password hunter2", nil), ("password hunter2", nil),
      ("set password hunter2 x", nil), ("set password \"hunter2", nil), ("set password $nope", nil),
      ("set name aaaaaa", "set name aaaaaa"), ("tap lgin", "tap lgin"), ("undo 99", "undo 99"), ("  ", nil),
      ("state", "state"), ("record x", "record x"), ("hunter2", nil), ("# set password hunter2", nil),
    ] as [(String, String?)])
  func history(_ line: String, _ expected: String?) {
    #expect(Fixture.login().historyLine(for: line) == expected)
  }

  @Test("many different secrets have numbers in their order", .timeLimit(.minutes(1)))
  func numbers() {
    var session = Fixture.login()
    session.learn([NamedValues.Entry("typed2", "x")])
    for number in 1...2_000 { _ = session.run("set password s\(number)") }
    #expect(session.run("set password s1").echo == "set password $typed1")
    #expect(session.run("set password s2").echo == "set password $typed3")
    #expect(session.run("set password last").echo == "set password $typed2002")
  }

  @Test("no look, recording, trace, mistake or completion shows a secret")
  func nowhere() {
    var session = Fixture.login("record a", "set password hunter2", "set name aaaaaa", "tap login", "advance 1ms")
    var shown = session.state
    for line in [
      "undo", "redo", "back", "branches", "help password", "why login", "save b", "trace t", "case 2", "quit",
    ] {
      let reply = session.run(line)
      shown += ["\(reply)"]
    }
    for line in ["set password ", "assign ", "fields ", "help "] {
      shown.append("\(session.completion(for: line, cursor: line.utf8.count))")
    }
    #expect(shown.allSatisfy { !$0.contains("hunter2") })
  }
}
