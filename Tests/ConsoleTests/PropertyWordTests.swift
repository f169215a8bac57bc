import Testing

@testable import Console

@Suite("what 'properties' says of a property: now, or once")
struct PropertyWordTests {
  private func table(_ session: Session) -> [String] {
    var session = session
    return session.shown("properties").map { $0.split(separator: " ").joined(separator: " ") }
  }

  @Test("a law about the history that one turn broke was broken, and an invariant that fails is broken")
  func nowOrOnce() {
    var session = Basket.session()
    #expect(table(session) == [#"holds "a step is taken once""#, #"holds "no step is the fourth""#])
    for line in ["send next", "send next"] { _ = session.run(line) }
    // The second step broke the law in its own turn.
    #expect(table(session)[0] == #"broken "a step is taken once""#)
    _ = session.run("tap apply")
    #expect(table(session) == [#"was broken "a step is taken once""#, #"holds "no step is the fourth""#])
    _ = session.run("send next")
    #expect(table(session)[1] == #"broken "no step is the fourth""#)
    _ = session.run("assign step 0")
    #expect(table(session)[1] == #"was broken "no step is the fourth""#)
  }

  @Test("what was broken follows time travel: it is that of the path, not of the session")
  func travel() {
    var session = Basket.session("send next", "send next", "tap apply")
    #expect(table(session)[0] == #"was broken "a step is taken once""#)
    _ = session.run("undo 2")
    #expect(table(session)[0] == #"holds "a step is taken once""#)
    _ = session.run("tap confirm")
    #expect(table(session)[0] == #"holds "a step is taken once""#)
    _ = session.run("switch 1")
    #expect(table(session)[0] == #"was broken "a step is taken once""#)
    _ = session.run("case another")
    #expect(table(session)[0] == #"holds "a step is taken once""#)
  }
}
