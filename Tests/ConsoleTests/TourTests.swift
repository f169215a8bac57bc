import Testing

@testable import Console

@Suite("the tour")
struct TourTests {
  private func talk(_ reply: Reply) -> [String] {
    reply.lines.compactMap { if case .talk(let text) = $0 { text } else { nil } }
  }

  @Test("Enter plays every step, and ends with the recording of the double push")
  func whole() {
    var session = Session(catalogue: Fixture.catalogue)
    #expect(talk(session.run("help tour")).contains("     Enter runs 'open login@original'"))
    var replies: [Reply] = []
    for (index, step) in Tour.steps.enumerated() {
      let reply = session.run("")
      #expect(reply.mistake == nil)
      #expect(talk(reply).first == "> \(step.commands[0])")
      #expect(talk(reply).contains { $0.hasPrefix("\(index + 2) of 8: ") } == (index < 7))
      replies.append(reply)
    }
    #expect(replies[3].recordedLines.contains("push home"))
    #expect(talk(replies[5]).contains { $0.contains("broken \"one submission pushes one page\"") })
    #expect(talk(replies[5]).contains { $0.contains("hold tap login") })
    #expect(replies[6].broken.map { "\($0)" } == ["one submission pushes one page"])
    guard case .startRecording(let file, let entries)? = replies[7].effects.first else {
      Issue.record("no recording")
      return
    }
    #expect(file == "double-push.transcript" && entries.joined().contains("broken \"one submission pushes one page\""))
    #expect(session.run("").lines.isEmpty)
  }

  @Test("a look and a mistake leave it where it is, another command ends it")
  func leaving() {
    var session = Session(catalogue: Fixture.catalogue)
    _ = session.run("help tour")
    _ = session.run("")
    for line in ["state", "help tap", "nonsense", "# a comment"] { _ = session.run(line) }
    #expect(talk(session.run("  ")).first == "> screen")
    #expect(talk(session.run("set name b")).last == "the tour ends before step 3; 'help tour' begins it again")
    #expect(session.run("").lines.isEmpty)
    _ = session.run("help tour")
    #expect(talk(session.run("help tour")).count > 2 && talk(session.run("")).first == "> open login@original")
  }

  @Test("a catalogue without the machine says so")
  func absent() {
    var session = Session(catalogue: Catalogue([]))
    #expect(session.run("help tour").mistake?.sentence.hasPrefix("the tour needs 'login@original'") ?? false)
  }

  @Test("'help' leaves the last look to 'keep'")
  func lookIsKept() {
    var session = Fixture.login()
    _ = session.run("record a.transcript")
    _ = session.run("state")
    _ = session.run("help keep")
    #expect(session.run("keep").mistake == nil)
  }
}
