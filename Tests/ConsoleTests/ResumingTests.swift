import Testing

@testable import Console

struct ResumingTests {
  @Test("a recording that is gone on with has the entries of one that never ended, and goes on with appends")
  func resumed() {
    var session = Fixture.login("set name a", "set name b")
    var recorded = session
    _ = recorded.run("record f")
    session.goOn(withCase: "a case")
    #expect(session.resumeRecording(to: "f") == recorded.recordedEntries(.free).count)
    #expect(session.run("set name c").effects == [.append("> set name \"c\"\n| name \"b\" -> \"c\"\n")])
    #expect(session.recordedEntries(.free)[1].hasPrefix("%case a case\n"))
    #expect(session.recordedEntries(.free).dropFirst(2).first == "> set name \"a\"\n| name \"\" -> \"a\"\n")
  }

  @Test("nothing is gone on with where no machine is open")
  func empty() {
    var session = Session(catalogue: Fixture.catalogue)
    #expect(session.resumeRecording(to: "f") == nil && !session.isRecording)
  }
}
