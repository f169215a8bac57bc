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

  @Test(
    "a chart that cannot run is an error with its place",
    arguments: [
      (
        "<state id='a' initial='b c'>\n<state id='b'/><state id='c'/></state>",
        "2:1: a: 'a.b' and 'a.c' cannot be active"
      ),
      ("<state id='a' initial='a'>\n<state id='b'/></state>", "2:1: a: its initial state 'a' is not inside it"),
      (
        "<state id='a' initial='h'>\n<history id='h'/><state id='b'/></state>", "3:1: a.h: its default leads back to it"
      ),
    ])
  func unsound(states: String, sentence: String) throws {
    let folder = try ScratchFolder()
    try folder.write("<scxml version='1.0'>\n\(states)</scxml>", to: "a.scxml")
    try folder.write("stateDiagram-v2\n[*] --> D\nstate \"H last\" as D\nE --> D : x\n", to: "b.mmd")
    for command in ["diagram", "explore"] {
      let run = try ToolRun([command, "a.scxml"], in: folder)
      #expect(run.code == 2 && run.errors.contains("error[E1230]: a.scxml:\(sentence)"), "\(run)")
    }
    let mermaid = try ToolRun(["explore", "b.mmd"], in: folder)
    #expect(mermaid.code == 2 && mermaid.errors.contains("b.mmd:3:1: last: its default leads back to it"), "\(mermaid)")
  }

  @Test("a guard that has an error for the error that it raises reaches a limit, and many changes are quick to print")
  func endless() throws {
    let folder = try ScratchFolder()
    try folder.write(
      "<scxml version='1.0' datamodel='ecmascript'><state id='a'><transition event='*' cond='count &gt; 2'/></state></scxml>",
      to: "a.scxml")
    let run = try ToolRun(["a.scxml", "-c", "send other"], in: folder)
    #expect(run.output.contains("| limit microsteps: 1000 reached by error.execution"), "\(run.errors)")
    let loop = (1...3).reduce("<assign location='n' expr='n + 1'/>") { inner, depth in
      "<foreach array='l' item='x\(depth)'>\(inner)</foreach>"
    }
    let list = (0..<40).map { "\($0)" }.joined(separator: ",")
    try folder.write(
      """
      <scxml version='1.0' datamodel='ecmascript'><datamodel><data id='l' expr='[\(list)]'/><data id='n' expr='0'/>
      <data id='x1'/><data id='x2'/><data id='x3'/></datamodel>
      <state id='a'><transition event='go'>\(loop)</transition></state></scxml>
      """, to: "b.scxml")
    let many = try ToolRun(["b.scxml", "-c", "send go"], in: folder)
    #expect(many.output.contains("| n 0 -> … -> 64000 (64000 changes)"), "\(many)")
  }

  @Test("a chart that was written as SCXML asks its guards as the machine and as Mermaid do")
  func writtenGuards() throws {
    let folder = try ScratchFolder()
    for file in ["a.scxml", "a.mmd"] {
      #expect(try ToolRun(["diagram", "login@fixed", "-o", file], in: folder).code == 0)
      let search = try ToolRun(["explore", file], in: folder)
      #expect(search.code == 0 && search.output.contains("nothing found; complete: all 12 states"), "\(search)")
      #expect(try ToolRun(["compare", file, "login@fixed"], in: folder).code == 0)
    }
    #expect(try ToolRun(["compare", "a.scxml", "a.mmd"], in: folder).code == 0)
    let several = try ToolRun(["diagram", "purchase@fixed", "-o", "b.mmd"], in: folder)
    #expect(several.output.contains(" charts, which opens as another machine\n"), "\(several)")
  }

  @Test("two designs differ if a guard without event was renamed and leads elsewhere")
  func renamedGuard() throws {
    let folder = try ScratchFolder()
    let start = "stateDiagram-v2\n[*] --> a\na --> b : go\n"
    try folder.write(start + "b --> c : always [done]\n", to: "a.mmd")
    try folder.write(start + "b --> a : always [finished]\n", to: "b.mmd")
    let run = try ToolRun(["compare", "a.mmd", "b.mmd"], in: folder)
    #expect(run.code == 1 && run.output.contains("  assign done true\n"), "\(run)")
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
    let guards = (1...7).map { "a --> a : go [g\($0)]\n" }.joined()
    try folder.write("stateDiagram-v2\n[*] --> a\n\(guards)", to: "many.mmd")
    let many = try ToolRun(["diagram", "many.mmd"], in: folder)
    #expect(
      many.code == 2 && many.errors.contains("'go' has more than 6 guards, whose answers no search tries"), "\(many)")
    #expect(try ToolRun(["many.mmd", "--lenient", "-c", "send go {g7: true}"], in: folder).code == 0)
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
    try folder.write(page.replacing("password is longer than 5", with: "password is longer than 6"), to: "page.md")
    let long = try ToolRun(["lint", "page.md"], in: folder)
    #expect(long.output.contains("the password is longer than 6] -> executing\n  +  "), "\(long)")
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

  @Test("a comment's diagram is below the page's folder, and what cannot be checked is counted")
  func pageFolders() throws {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(atPath: folder.path("docs"), withIntermediateDirectories: false)
    for file in ["flow.mmd", "docs/flow.mmd"] { try folder.write(Self.flow, to: file) }
    func lint(_ machine: String) throws -> ToolRun {
      try folder.write("<!-- signalbox: \(machine) -->\n```mermaid\n\(Self.flow)```\n", to: "docs/page.md")
      return try ToolRun(["lint", "docs/page.md"], in: folder)
    }
    let good = try lint("file:flow.mmd")
    #expect(good.code == 0 && good.output == "1 file: 0 errors, 0 warnings, 0 notes\n", "\(good)")
    for (machine, code) in [
      ("file:../flow.mmd", "E6001"), ("\(folder.path)/flow.mmd", "E6001"), ("file:docs/flow.mmd", "E2001"),
      ("nothing", "E1020"),
    ] {
      let bad = try lint(machine)
      #expect(bad.code == 2 && bad.errors.contains("error[\(code)]: docs/page.md:"), "\(bad)")
      #expect(bad.output == "1 file: 1 error, 0 warnings, 0 notes\n", "\(bad)")
    }
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

  @Test("what a search saves is beside its diagram or above, which is checked first; it replays")
  func saved() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.flow, to: "flow.mmd")
    try folder.write(Self.flow.replacing("5s", with: "6s"), to: "new.mmd")
    for command in [["explore", "flow.mmd"], ["fuzz", "flow.mmd"], ["compare", "flow.mmd", "new.mmd"]] {
      let run = try ToolRun(command + ["--save", "out"], in: folder)
      #expect(run.code == 2 && run.output.isEmpty, "\(run)")
      #expect(run.errors.contains("save it into the diagram's folder or one above"), "\(run)")
      #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
    }
    #expect(try ToolRun(["compare", "flow.mmd", "new.mmd", "--save", "."], in: folder).code == 1)
    let replay = try ToolRun(["replay", "."], in: folder)
    #expect(replay.code == 0 && replay.output.contains("2 cases in 2 files: 2 passed"), "\(replay)")
  }

  @Test("the recording of a diagram becomes a transcript that names it from its own folder")
  func recorded() throws {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(atPath: folder.path("docs"), withIntermediateDirectories: false)
    try folder.write(Self.flow, to: "docs/flow.mmd")
    try folder.write(Self.flow, to: "docs/my flow.mmd")
    for (file, diagram) in [
      ("a.transcript", "docs/flow.mmd"), ("docs/a.transcript", "flow.mmd"),
      ("b.transcript", "docs/my flow.mmd"), ("docs/b.transcript", "my flow.mmd"),
    ] {
      try folder.write("open \"docs/\(diagram.split(separator: "/").last ?? "")\"\nsend pay $valid\n", to: "script")
      #expect(try ToolRun(["trace", "script", "-o", "a.trace.jsonl"], in: folder).code == 0)
      let run = try ToolRun(["record", file, "--from", "a.trace.jsonl"], in: folder)
      #expect(run.code == 0, "\(run)")
      #expect(try folder.text(file).contains("\n%machine file:\(diagram) "))
      #expect(try ToolRun(["replay", file], in: folder).code == 0)
    }
  }

  @Test("two diagrams of other names are joined in a picture and in a comparison of runs")
  func joined() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.flow, to: "flow.mmd")
    try folder.write(Self.flow.replacing("5s", with: "6s"), to: "new.mmd")
    let picture = try ToolRun(["diagram", "flow.mmd", "new.mmd"], in: folder).output
    let marked = picture.split(separator: "\n").filter { $0.first != " " }
    #expect(marked == ["-     after 5000ms -> idle", "+     after 6000ms -> idle"], "\(picture)")
    try folder.write("send pay $valid\n", to: "script")
    let diff = try ToolRun(["diff", "script", "--as", "flow.mmd", "--as", "new.mmd"], in: folder)
    #expect(diff.code == 1 && diff.output.contains("1  timer paying.delay  - 5000  + 6000"), "\(diff)")
    #expect(!diff.output.contains("only a has"), "\(diff)")
  }

  @Test("a diagram's name alone opens it; a file that is missing is named")
  func alone() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.flow, to: "flow.mmd")
    let run = try ToolRun(["-c", "flow.mmd", "-c", "send pay $valid"], in: folder)
    #expect(run.code == 0 && run.output.contains("| flow idle -> paying\n"), "\(run)")
    let missing = try ToolRun(["-c", "other.mmd"], in: folder)
    #expect(missing.code == 2 && missing.errors.contains("other.mmd: no such file"), "\(missing)")
    let slashes = try ToolRun(["diagram", "//\(folder.path)/other.mmd"], in: folder)
    #expect(slashes.code == 2 && slashes.errors.contains("/other.mmd: no such file"), "\(slashes)")
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

  @Test("a diagram that is written as SCXML has the same guards: and, or, not, brackets")
  func guards() throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      stateDiagram-v2
      [*] --> a
      a --> b : x [p or q and not r]
      a --> c : y [p and (q or in a)]
      a --> d : z [!(p && q)]
      b --> a
      c --> d : w [p and (q and r)]
      d --> a
      """, to: "flow.mmd")
    #expect(try ToolRun(["diagram", "flow.mmd", "-o", "flow.scxml"], in: folder).code == 0)
    let text = try folder.text("flow.scxml")
    #expect(text.contains("cond=\"_event.data.p || _event.data.q &amp;&amp; !_event.data.r\" target"), "\(text)")
    #expect(text.contains("cond=\"_event.data.p &amp;&amp; (_event.data.q || In(&quot;a&quot;))\" target"), "\(text)")
    #expect(text.contains("cond=\"!(_event.data.p &amp;&amp; _event.data.q)\" signalbox:guard="), "\(text)")
    let run = try ToolRun(["compare", "flow.mmd", "flow.scxml"], in: folder)
    #expect(run.code == 0 && run.output.contains("no difference"), "\(run)")
  }

  @Test("a diagram behind the code is refused, and an event is joined once")
  func order() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.flow, to: "flow.mmd")
    let second = try ToolRun(["compare", "login", "flow.mmd"], in: folder)
    #expect(second.code == 2 && second.errors.contains("name the diagram first"), "\(second)")
    let twice = try ToolRun(["compare", "flow.mmd", "login", "--map", "pay=login", "--map", "pay=back"], in: folder)
    #expect(twice.code == 2 && twice.errors.contains("names the event 'pay' twice"), "\(twice)")
  }
}
