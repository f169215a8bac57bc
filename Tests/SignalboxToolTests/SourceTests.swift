import PtySupport
import Testing

@Suite("source")
struct SourceTests {
  private static let transcript = """
    %transcript 1
    %machine login@fixed
    %case one
    %let li = "lililili"
    | login idle
    > set name $li
    | name "" -> $li

    %case two
    | login idle
    > set name "b"
    | name "" -> "b"
    > advance 1s

    """

  private func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(Self.transcript, to: "a.transcript")
    try folder.write("set name \"c\"\nnonsense\nset name \"d\"\n", to: "list.txt")
    return folder
  }

  @Test("the case in which the line stands runs, on the machine that the transcript names")
  func opens() throws {
    let run = try ToolRun([], lines: ["source a.transcript:11", "state"], in: folder())
    #expect(run.code == 0, "\(run.errors)")
    #expect(
      run.output.hasPrefix("| login idle\n  login@fixed: Login page with a service behind it\n> set name \"b\"\n"))
    #expect(run.output.hasSuffix("| name \"\" -> \"b\"\n> advance 1s\n  login  idle\n  2 commands, 0 mistakes\n"))
  }

  @Test("what the transcript names with %let is known, where its machine is open already too")
  func names() throws {
    let folder = try folder()
    for first in ["# nothing is open", "open login@fixed"] {
      let run = try ToolRun([], lines: [first, "source a.transcript:6", "fields name"], in: folder)
      #expect(run.code == 0, "\(run.errors)")
      #expect(run.output.contains("> set name $li\n| name \"\" -> $li\n  name  $li  String\n"))
    }
  }

  @Test("a transcript of another machine is refused with what to do, and nothing runs")
  func otherMachine() throws {
    let run = try ToolRun(["login@original"], lines: ["source a.transcript:11"], in: folder())
    #expect(run.code == 2)
    #expect(
      run.errors
        == "signalbox: error[E1111]: a.transcript:1:1: the transcript is of 'login@fixed' and 'login@original' is open; "
        + "'open login@fixed' first\n")
    #expect(run.output.hasSuffix("  0 commands, 1 mistake\n"))
  }

  @Test("a transcript of several cases needs a line, a line needs a case, and a bare list has none")
  func selection() throws {
    let folder = try folder()
    let several = try ToolRun(["login@fixed"], lines: ["source a.transcript"], in: folder)
    #expect(several.errors.contains("error[E1104]: a.transcript: holds 2 cases, but one is needed"))
    let none = try ToolRun(["login@fixed"], lines: ["source a.transcript:1"], in: folder)
    #expect(none.errors.contains("error[E1103]: "))
    let beyond = try ToolRun(["login@fixed"], lines: ["source a.transcript:14"], in: folder)
    #expect(beyond.code == 2)
    #expect(
      beyond.errors
        == "signalbox: error[E1103]: a.transcript: line 14 is beyond its end, since it has 13 lines; choose a line of it\n"
    )
    let list = try ToolRun(["login@fixed"], lines: ["source list.txt:2"], in: folder)
    #expect(list.errors.contains("error[E1103]: list.txt: a line number selects a case of a transcript"))
    #expect(list.output.hasSuffix("  0 commands, 1 mistake\n"))
  }

  @Test("the first mistake ends a list, with its place in the file, and counts once")
  func mistake() throws {
    let run = try ToolRun(["login@fixed"], lines: ["source list.txt", "state"], in: folder())
    #expect(run.code == 2)
    #expect(run.errors.hasPrefix("signalbox: error[E1001]: list.txt:2:1: unknown verb '...'"))
    #expect(!run.output.contains("\"d\""))
    #expect(run.output.hasSuffix("  login  idle\n  1 command, 1 mistake\n"))
  }

  @Test("'source' alone goes on behind the mistake, once")
  func goingOn() throws {
    let run = try ToolRun(
      ["login@fixed"], lines: ["source list.txt", "source", "fields name", "source"], in: folder())
    #expect(run.code == 2)
    #expect(run.output.contains("> set name \"d\"\n"))
    #expect(run.output.contains("  name  \"d\"  String\n"))
    #expect(run.errors.contains("error[E1184]: ") && !run.output.contains("waits"))
    #expect(run.output.hasSuffix("  2 commands, 2 mistakes\n"))
  }

  @Test("what a transcript of the repository did is done again, case for case")
  func repository() throws {
    let path = "\(ReadmeTests.root)/Transcripts/login/retry.transcript"
    let run = try ToolRun([], lines: ["source \(path):4"], in: folder())
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("> tap login\n"))
  }

  @Test("a mistake in a command is told where it stands, behind blanks, on a continued line and in a used file")
  func places() throws {
    let folder = try ScratchFolder()
    let head = "%transcript 1\n%machine login@fixed\n"
    try folder.write(head + "%case a\n| login idle\n>   tap nosuch\n|*\n", to: "blanks.transcript")
    try folder.write(head + "%case a\n| login idle\n> set name\n>|  nosuch\n|*\n", to: "continued.transcript")
    try folder.write("# first\n>   tap nosuch\n", to: "used")
    try folder.write(head + "%use used\n%case a\n| login idle\n> tap login\n|*\n", to: "using.transcript")
    for (file, place) in [
      ("blanks.transcript", "blanks.transcript:5:9"), ("continued.transcript", "continued.transcript:6:5"),
      ("using.transcript", "used:2:9"),
    ] {
      let run = try ToolRun(["run", file], in: folder)
      #expect(run.code == 2 && run.errors.contains("]: \(place): "), "\(run)")
      let replay = try ToolRun(["replay", file], in: folder)
      #expect(replay.code == 2 && "\(replay)".contains("\(place): error"), "\(replay)")
    }
  }

  @Test("'source' goes on with the command that a breakpoint stopped, and with the rest of an advance")
  func goesOn() throws {
    let folder = try ScratchFolder()
    try folder.write("set name \"aaaaaa\"\nset password $right\ntap login\nadvance 10s\nshow time\n", to: "good")
    let lines = ["break before login = executing", "break login = succeeded", "source good", "source", "source"]
    let run = try ToolRun(["repl", "login@fixed"], lines: lines, in: folder)
    #expect(run.output.contains("3 commands of 'good' wait; 'source' continues"), "\(run)")
    #expect(run.output.contains("> tap login\n| login idle -> validating -> executing"), "\(run)")
    #expect(run.output.contains("2 commands of 'good' wait; 'source' continues"), "\(run)")
    #expect(run.output.contains("> advance 9s\n") && run.output.contains("> show time\n| 10s\n"), "\(run)")
  }

  @Test("a case with names of its own is saved with them, and not recorded without")
  func ownNames() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.transcript, to: "t.transcript")
    let saved = try ToolRun(["repl"], lines: ["source t.transcript:3", "save o.transcript"], in: folder)
    #expect(saved.code == 0, "\(saved)")
    #expect(try folder.text("o.transcript").contains("%let li = \"lililili\"\n"))
    #expect(try ToolRun(["replay", "o.transcript"], in: folder).code == 0)
    let recorded = try ToolRun(["record", "r.transcript"], lines: ["source t.transcript:3"], in: folder)
    #expect(recorded.code == 2 && recorded.errors.contains("E1107"), "\(recorded)")
  }

  @Test("'record --resume' skips the line of its script that opens the machine")
  func resumed() throws {
    let folder = try ScratchFolder()
    try folder.write("open login@fixed\nset name \"aaaaaa\"\n", to: "one")
    try folder.write("open login@fixed\nset name \"bbbbbb\"\n", to: "two")
    try folder.write("open home@fixed\nadvance 1s\n", to: "other")
    #expect(try ToolRun(["record", "a.transcript", "one"], in: folder).code == 0)
    #expect(try ToolRun(["record", "a.transcript", "two", "--resume"], in: folder).code == 0)
    #expect(try folder.text("a.transcript").contains("> set name \"aaaaaa\"\n"))
    #expect(try folder.text("a.transcript").contains("> set name \"bbbbbb\"\n"))
    let other = try ToolRun(["record", "a.transcript", "other", "--resume"], in: folder)
    #expect(other.code == 2 && other.errors.contains("E1111"), "\(other)")
  }
}
