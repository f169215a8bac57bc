import PtySupport
import Testing

struct LintTests {
  @Test("a search that a machine declares wrongly is an error")
  func domains() throws {
    let run = try ToolRun(["lint", "guests@sorted"], in: ScratchFolder(), tool: "unsteady-fixture")
    let wrong = "error[wrong-domain]: the domain"
    let found = run.output.split(separator: "\n").filter { $0.contains("wrong-domain") }
    #expect(
      found == [
        "guests@sorted: \(wrong) 'few': is declared already, so this one cannot be chosen; give it another name",
        "guests@sorted: \(wrong) 'wrong': a search of it is refused; "
          + "no control, input, field or service is called 'greted'; did you mean 'greeted'?",
      ])
    #expect(run.code == 1 && run.output.hasSuffix("1 variant: 2 errors, 0 warnings, 1 note\n"), "\(run.output)")
  }

  @Test("the gallery has no error and no warning that is not accepted")
  func gallery() throws {
    let run = try ToolRun(["lint", "--strict"], in: ScratchFolder())
    #expect(run.code == 0, "\(run.output)")
    #expect(run.output.split(separator: "\n").last?.contains("0 errors, 0 warnings") ?? false)
  }

  @Test("findings are told as lines or as JSON")
  func told() throws {
    let folder = try ScratchFolder()
    let text = try ToolRun(["lint", "login@original"], in: folder)
    #expect(text.output.contains("login@original: "))
    let json = try ToolRun(["lint", "login@original", "--json"], in: folder)
    #expect(json.output.split(separator: "\n").allSatisfy { $0.hasPrefix("{\"finding\":\"") && $0.hasSuffix("}") })
    #expect(json.output.split(separator: "\n").count == text.output.split(separator: "\n").count - 1)
  }

  @Test("a line of a transcript that holds for more than it needs to is an error, unless a comment accepts it")
  func loose() throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      %transcript 1
      %machine login@fixed
      %case one
      |*
      > set name "aaaaaa"
      |? loginEnabled <int as other>
      | name <any> -> <any as typed>
      > set password $right
      # The screen is not what this is about.
      # loose: whatever the button does
      |*
      > tap login
      | login idle -> <any> -> executing
      | request authenticate {name: <=typed>, password: <any>, ...}
      > tap login
      | refused login: <any>
      %case two
      | login idle
      > set name "aaaaaa"
      | name <any> -> "aaaaaa"
      |! request
      |*
      %case three
      | login <any>
      > tap login
      | login idle

      """, to: "a.transcript")
    let run = try ToolRun(["lint", "a.transcript"], in: folder)
    #expect(run.code == 1)
    #expect(
      run.output == """
        a.transcript:4: error[bare-wildcard]: '|*' matches any lines; restrict it, as '|* request' does, or write \
        the lines
        a.transcript:6: error[unused-binding]: nothing refers to 'other'; write '<=other>' where the same value is expected, \
        or remove ' as other'
        a.transcript:7: error[wide-matcher]: '<any>' matches the same value in all 2 places; write '""'
        a.transcript:7: error[wide-matcher]: '<any as typed>' matches anything, and a narrower matcher holds too; write \
        '<string as typed>'
        a.transcript:11: accepted[bare-wildcard]: '|*' matches any lines; accepted: whatever the button does
        a.transcript:14: error[partial-container]: '...' in '{name: <=typed>, password: <any>, ...}' matches nothing; remove it, \
        so that additions are detected
        a.transcript:14: error[wide-matcher]: '<any>' matches anything, and a narrower matcher holds too; write '<secret>'
        a.transcript:20: error[wide-matcher]: '<any>' matches the same value in all 2 places; write '""'
        1 file: 7 errors, 0 warnings, 0 notes, 1 accepted, 1 case does not hold

        """)
    let json = try ToolRun(["lint", "--json", "a.transcript"], in: folder)
    #expect(
      json.output.hasPrefix(
        #"{"finding":"bare-wildcard","v":1,"path":"a.transcript","line":4,"severity":"error","cause":"'|*' matches any "#
      ))
    #expect(json.output.split(separator: "\n").count == 8)
    let repository = try ToolRun(["lint", "\(ReadmeTests.root)/Transcripts"], in: folder)
    #expect(repository.code == 0, "\(repository.output)")
  }

  @Test("a first word that begins no line of the machine is an error with the nearest one")
  func firstWords() throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      %transcript 1
      %machine login@fixed
      %case one
      |/ logn idel
      |/ login idle
      > set name "aaaaaa"
      | name "" -> "aaaaaa"
      |! reqest
      |? nope
      |? loginEnabled true -> false
      |! authenticate
      |! crash
      |* login

      """, to: "a.transcript")
    let run = try ToolRun(["lint", "a.transcript"], in: folder)
    #expect(
      run.output == """
        a.transcript:4: error[unknown-word]: no line begins with 'logn'; did you mean 'login'?
        a.transcript:8: error[unknown-word]: no line begins with 'reqest'; did you mean 'request'?
        a.transcript:9: error[unknown-word]: no line begins with 'nope'; write a word such as 'request', or a field, \
        a region or a subject of login@fixed
        a.transcript:12: error[unknown-word]: no line begins with 'crash'; did you mean 'crash:'?
        1 file: 4 errors, 0 warnings, 0 notes

        """)
    #expect(run.code == 1)
  }

  @Test("what is wrong with a transcript is bad input")
  func transcripts() throws {
    let folder = try ScratchFolder()
    let head = "%transcript 1\n%machine login@fixed\n%case one\n| login idle\n"
    try folder.write("\(head)> settle\n", to: "good.transcript")
    try folder.write("\(head)> tapp login\n", to: "bad.transcript")
    try folder.write("%transcript 1\n%machine logn@fixed\n%case one\n| login idle\n", to: "unknown.transcript")
    let good = try ToolRun(["lint", "good.transcript"], in: folder)
    #expect(good.code == 0)
    #expect(good.output == "1 file: 0 errors, 0 warnings, 0 notes\n")
    let bad = try ToolRun(["lint", "."], in: folder)
    #expect(bad.code == 2)
    #expect(bad.errors.contains("bad.transcript:5:3"))
    #expect(bad.errors.contains("'login@fixed'"))
    #expect(bad.output == "3 files: 0 errors, 0 warnings, 0 notes, 2 files unreadable\n")
    let nothing = try ToolRun(["lint", "nothing"], in: folder)
    #expect(nothing.code == 2)
    #expect(nothing.output == "0 variants: 0 errors, 0 warnings, 0 notes, 1 name unknown\n")
  }

  @Test("what is neither a machine nor a file is told as what it was meant for")
  func mistyped() throws {
    let folder = try ScratchFolder()
    let machine = try ToolRun(["lint", "logn"], in: folder)
    #expect(machine.code == 2)
    #expect(
      machine.errors == "signalbox: error[E1020]: no machine and no file is called 'logn'; did you mean 'login'?\n")
    let nothing = try ToolRun(["lint", "xyzzy"], in: folder)
    #expect(
      nothing.errors
        == "signalbox: error[E1020]: no machine and no file is called 'xyzzy'; 'signalbox list' lists the machines\n")
    #expect(try ToolRun(["lint", "logn.transcript"], in: folder).errors.contains("no such file"))
  }
}
