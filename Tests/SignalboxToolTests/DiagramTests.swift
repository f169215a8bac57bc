import PtySupport
import Testing

struct DiagramTests {
  @Test("a machine's chart is drawn to standard output or to a file")
  func drawn() throws {
    let folder = try ScratchFolder()
    let text = try ToolRun(["diagram", "login@fixed"], in: folder)
    #expect(text.code == 0)
    #expect(text.output.hasPrefix("login\n  idle (initial)\n      login -> validating\n"))
    let printed = try ToolRun(["diagram", "login", "--format", "dot"], in: folder)
    let file = try ToolRun(["diagram", "login", "--format", "dot", "-o", "login.gv"], in: folder)
    #expect(file.code == 0)
    #expect(file.output.hasPrefix("login.gv: dot, "))
    #expect(try folder.text("login.gv") == printed.output)
  }

  @Test("an unknown machine or format is bad input")
  func mistakes() throws {
    let folder = try ScratchFolder()
    #expect(try ToolRun(["diagram", "logn"], in: folder).code == 2)
    #expect(try ToolRun(["diagram", "login", "--format", "pdf"], in: folder).code == 2)
    #expect(try ToolRun(["diagram", "login", "-o", "none/login.gv"], in: folder).code == 2)
  }
}
