import Foundation
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

  @Test("random charts have the active states that Appendix D of SCXML gives")
  func random() throws {
    let run = try ToolRun.callersShell(
      "SIGNALBOX='\(BuiltProduct.path("signalbox"))' python3 '\(ReadmeTests.root)/Scripts/conformance' --random 40",
      in: ScratchFolder())
    #expect(run.output == "40 charts, 0 differ; right: 0 Signalbox, 0 Qt, 0 neither\n" && run.code == 0, "\(run)")
  }

  @Test("a byte order mark at the start of a diagram is skipped")
  func mark() throws {
    let folder = try ScratchFolder()
    try folder.write("\u{FEFF}\(Self.flow)", to: "flow.mmd")
    #expect(try ToolRun(["diagram", "flow.mmd"], in: folder).code == 0)
  }

  @Test("an event that asks names the samples of its answers")
  func samples() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.flow, to: "flow.mmd")
    let run = try ToolRun(["flow.mmd", "-c", "send pay", "-c", "send pay yes"], in: folder)
    #expect(run.errors.contains("'send' needs '$valid' or '$not_valid'; write 'send EVENT [VALUE]'"), "\(run)")
    #expect(run.errors.contains("'yes' is not a value that 'pay' holds; write '$valid' or '$not_valid'"), "\(run)")
  }

  @Test(
    "a file's name with more behind it is not an unknown machine",
    arguments: [
      ("flow.mmd@fixed", "a diagram has no variants; leave out '@fixed'"),
      ("flow.scxml#1", "only blocks of Markdown files have numbers; leave out '#1'"),
      ("page.md#first", "'#first' is not the number of a block; write '#1' for the first"),
    ])
  func misnamed(name: String, sentence: String) throws {
    let run = try ToolRun(["diagram", name], in: ScratchFolder())
    #expect(run.code == 2 && run.errors.contains("error[E1230]: \(name):1:1: \(sentence)"), "\(run)")
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
    let marked = "\u{FEFF}\(page)"
    try folder.write(marked.replacing(" : returned", with: " : back"), to: "page.md")
    #expect(try ToolRun(["lint", "page.md", "--update"], in: folder).code == 0)
    #expect(try Array(folder.text("page.md").utf8) == Array(marked.utf8))
    let returns = page.replacing("\n", with: "\r\n")
    try folder.write(returns.replacing(" : returned", with: " : back"), to: "page.md")
    #expect(try ToolRun(["lint", "page.md"], in: folder).code == 1)
    #expect(try ToolRun(["lint", "page.md", "--update"], in: folder).code == 0)
    #expect(try folder.text("page.md") == returns)
  }

  @Test(
    "a comment that checks nothing is an error",
    arguments: [
      ("<!-- Signalbox login -->\n```mermaid\n```", "1:1: the comment is not understood"),
      ("<!-- signalbox: login -->\n\nA caption\n```mermaid\n```", "1:1: no Mermaid block is below the comment"),
      ("<!-- signalbox: login -->\n```swift\n```", "1:1: no Mermaid block is below the comment"),
      ("text\n<!-- signalbox: login -->", "2:1: no Mermaid block is below the comment"),
    ])
  func comments(page: String, sentence: String) throws {
    let folder = try ScratchFolder()
    try folder.write("\(page)\n", to: "page.md")
    let run = try ToolRun(["lint", "page.md"], in: folder)
    #expect(run.code == 2 && run.errors.contains("page.md:\(sentence)"), "\(run)")
  }

  @Test("two diagrams hear each other's events; coverage counts a diagram's transcripts")
  func diagrams() throws {
    let folder = try ScratchFolder()
    let old = "stateDiagram-v2\n[*] --> Cart\nCart --> Paying : pay [valid]\nPaying --> Cart : cancel\n"
    try folder.write(old, to: "old.mmd")
    try folder.write(old + "Paying --> Lost : lose\n", to: "new.mmd")
    let run = try ToolRun(["compare", "old.mmd", "new.mmd"], in: folder)
    #expect(run.code == 1 && run.output.contains("  send pay $valid\n  send lose\n"), "\(run)")
    #expect(try ToolRun(["compare", "old.mmd", "old.mmd"], in: folder).code == 0)
    try folder.write(
      "%transcript 1\n%machine file:old.mmd\n\n%case buy\n| old Cart\n> send pay $valid\n| old Cart -> Paying\n",
      to: "buy.transcript")
    let coverage = try ToolRun(["coverage", "buy.transcript"], in: folder)
    #expect(coverage.code == 0 && coverage.output.contains("file:old.mmd"), "\(coverage)")
    let script = try ToolRun(["run", "old.mmd"], in: folder)
    #expect(script.code == 2 && script.errors.contains("'old.mmd' is a diagram and no script"), "\(script)")
  }

  @Test("a design is compared with its code: what it has and the code lacks comes with a shortest script")
  func designs() throws {
    let folder = try ScratchFolder()
    let drawn = try ToolRun(["diagram", "login@fixed", "--format", "mermaid"], in: folder).output
    try folder.write(drawn, to: "drawn.mmd")
    let equal = try ToolRun(["compare", "drawn.mmd", "login@fixed"], in: folder)
    #expect(equal.code == 0 && equal.output.contains("\nno difference: all 41 pairs of states"), "\(equal)")
    let design = """
      stateDiagram-v2
        [*] --> idle
        idle --> executing : tap_login [valid]
        executing --> succeeded : authenticate.ok
        executing --> failed : authenticate.fail
        executing --> idle : cancel
        failed --> idle : dismissed
        succeeded --> idle : returned

      """
    try folder.write(design, to: "flow.mmd")
    let run = try ToolRun(["compare", "flow.mmd", "login@fixed", "--map", "tap_login=login"], in: folder)
    #expect(run.code == 1 && run.output.contains("  - input cancel\n  + state validating\n  + state error\n"), "\(run)")
    #expect(
      run.output.contains("  tap login\n  send cancel\n    - login executing -> idle\n\n1 difference: breaking"),
      "\(run)")
    try folder.write(design.replacing("tap_login", with: "Log_In"), to: "flow.mmd")
    let spelled = try ToolRun(["compare", "flow.mmd", "login@fixed"], in: folder).output
    #expect(spelled.split(separator: "\n").dropFirst() == run.output.split(separator: "\n").dropFirst())
    let unknown = try ToolRun(["compare", "flow.mmd", "login@fixed", "--map", "log_in=logn"], in: folder)
    #expect(unknown.code == 2)
    #expect(
      unknown.errors.contains("error[E1023]: '--map': file:flow.mmd has no event 'log_in'; did you mean 'Log_In'?"))
    let wrong = try ToolRun(["compare", "login", "flow.mmd", "--map", "a=b"], in: folder)
    #expect(wrong.code == 2 && wrong.errors.contains("'--map' joins a diagram with code"))
  }

  @Test("the blocks of our own pages name their machines and show them")
  func own() throws {
    var count = 0
    let pages =
      FileManager.default.enumerator(atPath: "\(ReadmeTests.root)/Documentation")?.map { "Documentation/\($0)" } ?? []
    for page in pages.filter({ $0.hasSuffix(".md") }) + ["README.md"] {
      let path = "\(ReadmeTests.root)/\(page)"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let blocks = text.split(separator: "```mermaid\nstateDiagram").count - 1
      guard blocks > 0 else { continue }
      #expect(text.split(separator: "-->\n```mermaid\nstateDiagram").count - 1 == blocks, "\(path)")
      let run = try ToolRun(["lint", path], in: ScratchFolder())
      #expect(run.code == 0, "\(run)")
      count += blocks
    }
    #expect(count > 0)
  }
}
