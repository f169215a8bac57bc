import Testing

@testable import Console

struct RecordingNameTests {
  @Test(
    "a file may be written in quotes",
    arguments: [
      (#"save x y.transcript"#, "x y.transcript"), (#"save "x y.transcript""#, "x y.transcript"),
      (#"save "a\"b""#, #"a"b"#),
    ])
  func quotes(_ line: String, _ file: String) {
    var session = Fixture.login()
    guard case .save(let saved)? = session.run(line).effects.first else {
      Issue.record("nothing is saved")
      return
    }
    #expect(saved.file == file)
  }

  @Test("an empty file name is none")
  func empty() {
    var session = Fixture.login()
    #expect(session.run(#"save "  ""#).mistake?.code == session.run("save").mistake?.code)
  }

  @Test(
    "a case without a title gets the name of its file",
    arguments: [
      ("save a/retry.transcript", "retry"), (#"save "two words.transcript""#, "two words"), ("save plain", "plain"),
      ("save .transcript", "untitled"),
    ])
  func title(_ line: String, _ title: String) {
    var session = Fixture.login("set name aaaaaa")
    guard case .save(let saved)? = session.run(line).effects.first else {
      Issue.record("nothing is saved")
      return
    }
    let text = saved.text
    #expect(text.contains("\n%case \(title)\n"))
    #expect(Fixture.login("case given", "save x").openingTitle == "given")
  }

  @Test("a recording keeps the title that its file gave, and it is taken")
  func recording() {
    var session = Fixture.login("record retry.transcript", "set name aaaaaa")
    #expect(session.run("case retry").mistake != nil)
    #expect(session.run("case \"other\"").lines.last == .talk("case: other"))
  }
}

extension Session {
  fileprivate var openingTitle: String? { run?.title }
}
