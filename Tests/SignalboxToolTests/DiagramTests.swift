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

  @Test("the charts of two machines are drawn as one, in every format; '--seen' is of one machine")
  func versions() throws {
    let folder = try ScratchFolder()
    let text = try ToolRun(["diagram", "login@original", "login@fixed"], in: folder)
    #expect(text.code == 0 && text.output.contains("\n~   executing\n"), "\(text.output)")
    let svg = try ToolRun(["diagram", "login@original", "login@fixed", "-o", "both.svg"], in: folder)
    #expect(svg.code == 0 && svg.output.hasPrefix("both.svg: svg, "))
    #expect(try folder.text("both.svg").contains("login@original -&gt; login@fixed"))
    let seen = try ToolRun(["diagram", "login", "login@fixed", "--seen", "x.transcript"], in: folder)
    #expect(seen.code == 2 && seen.errors.contains("'--seen' marks one machine"), "\(seen.errors)")
    #expect(try ToolRun(["diagram", "login", "logn"], in: folder).code == 2)
  }

  @Test("an unknown machine or format is bad input")
  func mistakes() throws {
    let folder = try ScratchFolder()
    #expect(try ToolRun(["diagram", "logn"], in: folder).code == 2)
    #expect(try ToolRun(["diagram", "login", "--format", "pdf"], in: folder).code == 2)
    #expect(try ToolRun(["diagram", "login", "-o", "none/login.gv"], in: folder).code == 2)
  }
}
