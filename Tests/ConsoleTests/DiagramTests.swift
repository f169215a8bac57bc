import Testing

@testable import Console

struct DiagramTests {
  @Test("diagram draws the open machine and marks where it stands")
  func text() {
    var session = Fixture.login("set name aaaaaa", "set password $right", "tap login")
    #expect(
      session.shown("diagram").joined(separator: "\n") == """
          * login
              idle (initial)
                  login -> validating
              validating
                  always [the name is longer than 5 and the password is
                  longer than 5]                                         -> executing
                  always                                                 -> idle
          *   executing
                  invoke authenticate
                  authenticate.ok    -> succeeded / code
                  authenticate.fail  -> failed / code
                  authenticate.error -> error / code
              succeeded
                  returned -> idle
              failed
                  dismissed -> idle
              error
                  dismissed -> idle
        """)
  }

  @Test("every format is drawn, and an unknown one is told with the nearest")
  func formats() {
    var session = Fixture.login()
    #expect(session.shown("diagram mermaid").first == "  stateDiagram-v2")
    #expect(session.shown("diagram dot").first == "  digraph \"login@fixed\" {")
    #expect(session.shown("diagram text") == session.shown("diagram"))
    #expect(session.shown("diagram mermaids") == ["9: unknown format 'mermaids'; did you mean 'mermaid'?"])
    #expect(session.shown("diagram svg").first?.hasPrefix("  <svg xmlns=\"http://www.w3.org/2000/svg\" ") ?? false)
    #expect(
      session.shown("diagram pdf") == [
        "9: unknown format 'pdf'; there are 'text', 'mermaid', 'dot', 'svg' or 'scxml'; a file ends in '.txt', '.mmd', '.dot', "
          + "'.svg' or '.scxml'"
      ])
    #expect(session.shown("diagram dot x").count == 1)
  }
}
