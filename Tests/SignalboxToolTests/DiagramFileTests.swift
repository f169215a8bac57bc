import PtySupport
import Testing

/// Diagrams in files, through the commands of the tool.
struct DiagramFileTests {
  private static let flow = """
    stateDiagram-v2
      [*] --> idle
      idle --> paying : pay [valid] / show
      idle --> idle : pay [not valid]
      paying --> idle : after 5s

    """

  @Test("a diagram opens, is searched, replayed from beside the transcript, written and read back")
  func commands() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.flow, to: "flow.mmd")
    let run = try ToolRun(["flow.mmd", "-c", "send pay $valid", "-c", "advance 5s"], in: folder)
    #expect(run.output.contains("| flow idle -> paying\n| show\n| timer paying 5000ms\n"), "\(run)")
    let search = try ToolRun(["explore", "flow.mmd"], in: folder)
    #expect(search.code == 0 && search.output.contains("nothing found; complete: all "), "\(search)")
    try folder.write(
      "%transcript 1\n%machine file:flow.mmd\n%case pays\n| flow idle\n> send pay {valid: true}\n| flow idle -> paying\n|*\n",
      to: "pays.transcript")
    #expect(try ToolRun(["replay", "pays.transcript"], in: folder).code == 0)
    try folder.write("%transcript 1\n%machine file:../flow.mmd\n%case a\n> send pay\n|*\n", to: "out.transcript")
    let outside = try ToolRun(["replay", "out.transcript"], in: folder)
    #expect(outside.code == 2 && (outside.output + outside.errors).contains("'..' in a path"), "\(outside)")
    let drawn = try ToolRun(["diagram", "flow.mmd"], in: folder).output
    for file in ["copy.mmd", "copy.scxml"] {
      #expect(try ToolRun(["diagram", "flow.mmd", "-o", file], in: folder).code == 0)
      #expect(try ToolRun(["diagram", file], in: folder).output == drawn)
    }
  }

  @Test("a byte order mark at the start of a diagram is skipped")
  func mark() throws {
    let folder = try ScratchFolder()
    try folder.write("\u{FEFF}\(Self.flow)", to: "flow.mmd")
    #expect(try ToolRun(["diagram", "flow.mmd"], in: folder).code == 0)
  }

  @Test("a part that is not understood is an error with its place, or a warning")
  func lenient() throws {
    let folder = try ScratchFolder()
    try folder.write("# Page\n\n```mermaid\n\(Self.flow)  a ==> b\n```\n", to: "page.md")
    let strict = try ToolRun(["diagram", "page.md#1"], in: folder)
    #expect(
      strict.code == 2 && strict.errors.contains("error[E1231]: page.md:9:3: 'a ==> b' is not understood"), "\(strict)")
    let lenient = try ToolRun(["diagram", "page.md", "--lenient"], in: folder)
    #expect(lenient.code == 0 && lenient.errors.contains("warning: page.md:9:3: "), "\(lenient)")
    #expect(try ToolRun(["lint", "page.md#1"], in: folder).code == 1)
  }

  @Test("a block below a comment is compared with its machine, and rewritten")
  func pages() throws {
    let folder = try ScratchFolder()
    let text = try ToolRun(["diagram", "login@fixed", "--format", "mermaid"], in: folder).output
    let page = "# Login\n\n<!-- signalbox: login@fixed -->\n```mermaid\n\(text)```\n"
    try folder.write(page, to: "page.md")
    #expect(try ToolRun(["lint", "page.md"], in: folder).code == 0)
    try folder.write(page.replacing(" : returned", with: " : back"), to: "page.md")
    let wrong = try ToolRun(["lint", "page.md"], in: folder)
    #expect(wrong.code == 1 && wrong.output.contains("page.md:4: error[diagram]: "), "\(wrong)")
    #expect(wrong.output.contains("  -       back     -> idle\n  +       returned -> idle\n"), "\(wrong)")
    #expect(try ToolRun(["lint", "page.md", "--update"], in: folder).code == 0)
    #expect(try folder.text("page.md") == page)
  }

  @Test("the blocks of our own page show their machines")
  func own() throws {
    let run = try ToolRun(["lint", "\(ReadmeTests.root)/Documentation/Diagrams.md"], in: ScratchFolder())
    #expect(run.code == 0, "\(run)")
  }
}
