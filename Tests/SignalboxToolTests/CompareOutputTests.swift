import Foundation
import PtySupport
import Testing

/// What `signalbox compare` writes for programs, for a pull request and for later, and what of it counts.
@Suite("The outputs of a comparison")
struct CompareOutputTests {
  private func compare(
    _ a: String, _ b: String, _ options: String..., in folder: ScratchFolder? = nil, tool: String = "signalbox"
  ) throws -> ToolRun {
    try ToolRun(["compare", a, b] + options, in: folder ?? ScratchFolder(), tool: tool)
  }

  private func kinds(_ lines: [Substring]) -> [Substring] {
    lines.map { $0.split(separator: "\"").dropFirst().first ?? "" }
  }

  // MARK: JSON

  @Test("a line is an object: the machines, the parts, the causes, the search, the verdict")
  func json() throws {
    let run = try compare("purchase@original", "purchase@fixed", "--json")
    #expect(run.code == 1 && run.errors.isEmpty)
    let whole = run.output.split(separator: "\n")
    let lines = whole.filter { !$0.hasPrefix("{\"part\"") }
    #expect(kinds(lines) == ["compare", "cause", "cause", "cause", "search", "verdict"])
    #expect(
      lines[2]
        == #"{"cause":2,"v":1,"class":"transition","count":2,"script":["tap buy","advance 1s","tap complete"],"findings":["#
        + #"{"finding":"only","class":"transition","side":"b","reaction":{"kind":"transition","name":"purchase","at":0,"#
        + #""old":"failed","values":["idle"]}}]}"#)
    #expect(
      lines[3]
        == #"{"cause":3,"v":1,"class":"fault","count":1,"script":["tap buy","tap buy","advance 1s"],"findings":["#
        + #"{"finding":"only","class":"fault","side":"a","reaction":{"kind":"broken","name":"a purchase pushes one page","#
        + #""at":1000,"values":[]}}],"behind":1}"#)
    #expect(
      lines[4].hasPrefix(
        #"{"search":"complete","v":1,"pairs":3,"steps":5,"depth":3,"open":0,"behind":1000,"untried":[{"untried":[{"#))
    #expect(lines[5] == #"{"verdict":"breaking","v":1,"differences":3,"classes":{"fault":2,"transition":1}}"#)
    #expect(whole.count == 25 && kinds(whole)[1...19].allSatisfy { $0 == "part" })
    #expect(whole[1] == #"{"part":"view model","v":1,"owner":"","name":"check","details":["",null],"parts":12}"#)
  }

  @Test("nothing found is identical only where everything was searched")
  func verdicts() throws {
    let same = try compare("purchase@fixed", "purchase@fixed", "--json")
    #expect(same.code == 0 && same.output.contains(#"{"verdict":"identical","v":1,"differences":0,"classes":{}}"#))
    // A bound came first; nothing could be tried.
    for machines in [["login@fixed", "login@fixed", "--depth", "2"], ["purchase@fixed", "headlines@fixed"]] {
      let run = try ToolRun(["compare"] + machines + ["--json", "--accept-bound"], in: ScratchFolder())
      #expect(run.code == 0 && run.output.contains(#"{"verdict":null,"v":1,"differences":0,"classes":{}}"#))
    }
  }

  static let pairs: [[String]] = [
    ["login@original", "login@fixed", "--races", "--depth", "3"],
    ["phone@blocks", "phone@fixed", "--states", "30"], ["flickr@original", "flickr@fixed", "--states", "20"],
    ["home@original", "home@fixed", "--depth", "5"], ["follow@original", "follow@fixed"],
  ]

  @Test("every line is JSON that the published schema allows, with its keys in order", arguments: pairs)
  func schema(_ arguments: [String]) throws {
    let schema = try JSONSchema("diff.schema.json", besides: ["trace.schema.json", "search.schema.json"])
    let run = try ToolRun(["compare"] + arguments + ["--json", "--save", "."], in: ScratchFolder())
    let lines = run.output.split(separator: "\n")
    #expect(lines.count > 4)
    for line in lines {
      #expect(try schema.faults(in: line) == [], "\(line.prefix(300))")
      #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
    }
  }

  @Test("the lines of diff are of the same schema, alone and in a comparison", arguments: ["goods", "phone", "login"])
  func runs(_ name: String) throws {
    let schema = try JSONSchema("diff.schema.json", besides: ["trace.schema.json", "search.schema.json"])
    let other = ["goods": "rac", "phone": "blocks", "login": "original"][name] ?? ""
    let folder = "\(ReadmeTests.root)/Transcripts/\(name)"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().prefix(4)
    #expect(files.count > 1)
    for file in files {
      let machines = ["--as", "\(name)@\(other)", "--as", "\(name)@fixed"]
      let diff = try ToolRun(["diff", "\(folder)/\(file)", "--json"] + machines, in: ScratchFolder()).output
      for line in diff.split(separator: "\n") { #expect(try schema.faults(in: line) == [], "\(line.prefix(300))") }
      let run = try ToolRun(
        ["compare", "\(name)@\(other)", "\(name)@fixed", "\(folder)/\(file)", "--json", "--depth", "1"],
        in: ScratchFolder())
      #expect(run.output.contains("{\"file\":\"\(folder)/\(file)\",\"v\":1}\n\(diff)"))
    }
  }

  @Test("the schema refuses what is not of it")
  func refused() throws {
    let schema = try JSONSchema("diff.schema.json", besides: ["trace.schema.json", "search.schema.json"])
    let search = #"{"search":"complete","v":1,"pairs":3,"steps":5,"depth":3,"open":0,"behind":7,"untried":[null,null]}"#
    #expect(try schema.faults(in: search) == [])
    for (old, new) in [
      ("complete", "done"), ("\"v\":1,", ""), ("\"pairs\":3,\"steps\":5", "\"steps\":5,\"pairs\":3"),
      ("\"open\":0", "\"open\":0,\"more\":1"), ("\"open\":0", "\"open\":\"0\""), ("\"pairs\":3", "\"pairs\":0"),
    ] {
      #expect(try !schema.faults(in: search.replacing(old, with: new)).isEmpty, "\(new)")
    }
  }

  // MARK: Markdown

  @Test("a comment has the verdict, a table of causes, how far it went, and scripts and definitions to unfold")
  func markdown() throws {
    let folder = try ScratchFolder()
    try folder.write("tap buy\ntap buy\n", to: "one|two.txt")
    let run = try ToolRun(
      ["compare", "purchase@original", "purchase@fixed", "one|two.txt", "--markdown"], in: folder)
    #expect(run.code == 1 && run.errors.isEmpty)
    #expect(
      run.output.hasPrefix(
        """
        ### <code>purchase&#64;original</code> → <code>purchase&#64;fixed</code>: breaking

        | | what differs | class | first place | times |
        |---|---|---|---|---|
        | 1 | <code>broken &quot;a purchase has exactly one outcome&quot;, only in a</code> | fault | step 2: <code>tap buy</code> | 1 |
        | 2 | <code>purchase failed -&gt; idle, only in b</code> | transition | step 3: <code>tap complete</code> | 2 |
        | 3 | <code>+1000ms broken &quot;a purchase pushes one page&quot;, only in a</code> | fault | step 3: <code>advance 1s</code> | 1 |

        3 differences: breaking; everything before a difference was searched: 3 pairs of states, 5 steps, 3 commands deep; behind differences laws were compared, in 1000 steps

        <details><summary>Script of 1</summary>

        <pre>
        tap buy
        tap buy
        </pre>
        </details>

        <details><summary>Script of 2</summary>

        """))
    #expect(run.output.contains("<details><summary>Different definitions: 19 parts</summary>\n\n<pre>\n- view model"))
    #expect(run.output.contains("\n#### <code>one&#124;two.txt</code>: breaking\n\n| | what differs |"))
    let same = try compare("purchase@fixed", "purchase@fixed", "--markdown").output
    #expect(same.contains(": identical\n\nno difference: all ") && !same.contains("|"))
    let bounded = try compare("login@fixed", "login@fixed", "--markdown", "--depth", "1").output
    #expect(bounded.contains(": no difference found\n\nno difference up to 1 command; stopped by --depth 1: "))
    let opening = try compare("home@original", "home@fixed", "--markdown", "--depth", "5").output
    #expect(
      opening.contains(
        "\n| 0 | <code>dataArray&#91;0&#93;.number &quot;10&quot;, only in a</code> | value | opening | 1 |\n| 1 | "))
    #expect(opening.contains("Script of 1<") && !opening.contains("Script of 0<"))
    let folded = try compare("purchase@original", "purchase@fixed", "--markdown", "--causes", "1").output
    #expect(folded.contains("\nand 2 more causes\n") && !folded.contains("Script of 2"))
  }

  @Test("what a hostile machine prints ends no cell and no block, mentions nobody, and is JSON; its scripts are kept")
  func hostile() throws {
    let folder = try ScratchFolder()
    let arguments = ["typed@one", "typed@two", "--depth", "2"]
    let text = try ToolRun(["compare"] + arguments, in: folder, tool: "hostile-fixture")
    #expect(text.code == 1 && text.output.contains("@all"))
    let comment = try ToolRun(["compare"] + arguments + ["--markdown"], in: folder, tool: "hostile-fixture")
    #expect(comment.code == 1 && InertBytes.faults(in: comment.output).isEmpty)
    let lines = comment.output.split(separator: "\n")
    let openings = lines.filter { $0.hasPrefix("<details><summary>") }.count
    #expect(openings == 1 && lines.count { $0.contains("</details>") } == openings)
    #expect(lines.count { $0.contains("<pre>") } == openings && lines.count { $0.contains("</pre>") } == openings)
    #expect(["@", "`", "<b>", "$"].allSatisfy { !comment.output.contains($0) })
    #expect(lines.filter { $0.hasPrefix("| ") }.allSatisfy { $0.split(separator: "|").count == 5 })
    let schema = try JSONSchema("diff.schema.json", besides: ["trace.schema.json", "search.schema.json"])
    let json = try ToolRun(["compare"] + arguments + ["--json", "--save", "."], in: folder, tool: "hostile-fixture")
    for line in json.output.split(separator: "\n") { #expect(try schema.faults(in: line) == []) }
    #expect(InertBytes.faults(in: json.output).isEmpty)
    let kept = try folder.names
    #expect(!kept.isEmpty)
    for name in kept { #expect(InertBytes.faults(in: try folder.text(name), isLog: false).isEmpty, "\(name)") }
    #expect(try ToolRun(["replay", "."], in: folder, tool: "hostile-fixture").code == 0)
  }

  // MARK: What is kept

  @Test("each script is kept for both machines: it replays, and diff tells the difference again")
  func saved() throws {
    let folder = try ScratchFolder()
    let run = try compare("purchase@original", "purchase@fixed", "--save", ".", in: folder)
    let names = ["original", "fixed"].map {
      "purchase@\($0)-1-broken-a-purchase-has-exactly-one-outcome-only-in-a.transcript"
    }
    #expect(run.code == 1 && run.output.contains("\n  saved to ./\(names[0])\n  saved to ./\(names[1])\n"))
    #expect(try folder.names.count == 6)
    let replayed = try ToolRun(["replay", "."], in: folder)
    #expect(replayed.code == 0 && replayed.output == "6 cases in 6 files: 6 passed; leftovers in 2 cases\n")
    let diff = try ToolRun(["diff"] + names, in: folder)
    #expect(diff.code == 1 && diff.output.contains("1  broken \"a purchase has exactly one outcome\", only in a"))
    let again = try compare("purchase@original", "purchase@fixed", "--save", ".", in: folder)
    #expect(again.code == 2 && again.errors.contains("already exists"))
    let nested = try compare("purchase@original", "purchase@fixed", "--save", "new/deep", in: folder)
    #expect(nested.code == 1 && nested.output.contains("\n  saved to new/deep/\(names[0])\n"))
    #expect(try folder.text("new/deep/\(names[0])") == folder.text(names[0]))
    let other = try ScratchFolder()
    let json = try compare(
      "purchase@original", "purchase@fixed", "--save", ".", "--json", "--causes", "1", in: other)
    #expect(json.output.contains(#""saved":["./\#(names[0])","./\#(names[1])"]}"#))
    #expect(json.output.components(separatedBy: "\"saved\"").count == 2 && json.output.contains(#"{"cause":2,"#))
    #expect(try other.names == names.sorted())
  }

  @Test("where a machine cannot take a command as it is typed, only the other's transcript is kept, and it is said")
  func half() throws {
    let machines = [
      "compare", "login@original", "login@fixed", "--past-the-screen", "--fail-on", "fault", "--depth", "2",
    ]
    let folder = try ScratchFolder()
    let run = try ToolRun(machines + ["--save", "."], in: folder)
    #expect(
      run.output.contains(
        "-3-broken-the-button-is-enabled-only-by-six-clean-characters.transcript\n  not saved: script 3 on login@fixed: "
          + "'loginEnabled' is computed; assign a field that it is computed from\n"))
    #expect(try !folder.names.contains { $0.hasPrefix("login@fixed-3-") })
    let json = try ToolRun(machines + ["--save", ".", "--json"], in: ScratchFolder())
    #expect(json.output.contains("clean-characters.transcript\",null]}\n"))
  }

  @Test(
    "what is kept replays",
    arguments: [
      ["login@original", "login@fixed", "--races", "--depth", "3"],
      ["phone@blocks", "phone@rac", "--states", "30"], ["goods@blocks", "goods@rac", "--states", "20"],
      ["home@original", "home@fixed", "--depth", "5"], ["command@original", "command@fixed"],
    ])
  func replayed(_ arguments: [String]) throws {
    let folder = try ScratchFolder()
    let run = try ToolRun(["compare"] + arguments + ["--save", "."], in: folder)
    #expect(run.code == 1 && !run.output.contains("not saved"), "\(run.output)")
    let replayed = try ToolRun(["replay", "."], in: folder)
    #expect(try replayed.code == 0 && folder.names.count > 1, "\(replayed.output)")
  }

  // MARK: What counts

  @Test("a class that fails decides the exit code; what does not fail ends no branch")
  func failing() throws {
    let machines = ["compare", "command@original", "command@fixed", "--depth", "3"]
    let all = try ToolRun(machines, in: ScratchFolder())
    #expect(all.code == 1 && all.output.contains("\n1 difference: breaking; "))
    let folder = try ScratchFolder()
    let behind = try ToolRun(machines + ["--fail-on", "transition"], in: folder)
    #expect(
      behind.code == 1 && behind.output.contains("\n2  searching executing -> validating -> executing, only in a"))
    let none = try ToolRun(machines + ["--fail-on", "fault"], in: folder)
    #expect(none.code == 3 && none.output.contains("\n2 differences: breaking; stopped by --depth 3: "))
    #expect(try ToolRun(machines + ["--fail-on", "fault", "--accept-bound"], in: folder).code == 0)
  }

  @Test("what is ignored is no difference, of a class or of a field, in the search and in the files")
  func ignored() throws {
    let folder = try ScratchFolder()
    try folder.write("set query $word\ntap search\n", to: "one.txt")
    let machines = ["compare", "command@original", "command@fixed", "--depth", "2"]
    let field = try ToolRun(machines + ["one.txt", "--ignore-path", "canSearch"], in: folder)
    #expect(field.code == 1 && !field.output.contains("canSearch true"))
    #expect(try ToolRun(machines + ["one.txt"], in: folder).output.contains("canSearch true -> false"))
    let classes = ["value", "timing", "order"].flatMap { ["--ignore", $0] }
    let none = try ToolRun(machines + ["one.txt"] + classes, in: folder)
    #expect(
      none.code == 3 && none.output.contains("no difference up to 2 commands") && none.output.contains("identical"))
    let deeper = try ToolRun(machines + classes + ["--depth", "3"], in: folder)
    #expect(
      deeper.code == 1 && deeper.output.contains("\n1  searching executing -> validating -> executing, only in a"))
  }

  @Test("a field to ignore that neither machine has is bad input, with the nearest name")
  func ignoredUnknown() throws {
    let folder = try ScratchFolder()
    let run = try ToolRun(["compare", "command@original", "command@fixed", "--ignore-path", "canSaerch"], in: folder)
    #expect(run.code == 2)
    #expect(
      run.errors.contains(
        "'--ignore-path canSaerch': command@original has no field 'canSaerch'; did you mean 'canSearch'?"))
    let open = try ToolRun(
      ["compare", "command@original", "command@fixed", "--ignore-path", "canSearch[3"], in: folder)
    #expect(open.code == 2 && open.errors.contains("has no field 'canSearch[3'"), "\(open)")
  }

  @Test("two forms at once, and a class that is none, are bad usage")
  func mistakes() throws {
    let both = try compare("login@original", "login@fixed", "--json", "--markdown")
    #expect(both.code == 2 && both.errors.contains("'--json' and '--markdown' exclude each other; choose one"))
    #expect(try compare("login@original", "login@fixed", "--fail-on", "all").code == 2)
  }
}
