import PtySupport
import Testing

/// What is left at the end of a case, in a folder, and unused in a file.
@Suite("What is left over")
struct LeftoverTests {
  private static let transcript = """
    %transcript 1
    %machine login@fixed
    %case answered
    | login idle
    %case leaves
    |*
    > set name "aaaaaa"
    |*
    > set password $right
    |*
    > tap login
    |*
    %case differs and leaves
    |*
    > set name "aaaaaa"
    | nonsense
    > set password $right
    |*
    > tap login
    |*

    """

  private func suite() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(Self.transcript, to: "a.transcript")
    return folder
  }

  @Test("requests and timers at the end of a case are counted, and fail it where they are refused")
  func refused() throws {
    let folder = try suite()
    let counted = try ToolRun(["replay", "a.transcript:11"], in: folder)
    #expect(counted.code == 0 && counted.output == "1 case in 1 file: 1 passed; leftovers in 1 case\n")
    let refused = try ToolRun(["replay", "--no-leftovers", "a.transcript:11"], in: folder)
    #expect(refused.code == 1)
    #expect(
      refused.output == """
        a.transcript:11: left over: leaves
          request authenticate
          answer them, or advance until nothing is due; without '--no-leftovers' they are only counted
        1 case in 1 file: 1 with leftovers

        """)
    let answered = try ToolRun(["replay", "--no-leftovers", "a.transcript:3"], in: folder)
    #expect(answered.code == 0 && answered.output == "1 case in 1 file: 1 passed\n")
  }

  @Test("a case that differs is told as that, whatever it leaves")
  func both() throws {
    let run = try ToolRun(["replay", "--no-leftovers", "a.transcript", "--report", "json"], in: suite())
    let verdicts = run.output.matches(of: /"verdict":"([^"]*)"/).map(\.1)
    #expect(run.code == 1 && verdicts == ["passed", "left over", "failed"])
    #expect(
      run.errors.hasSuffix("3 cases in 1 file: 1 passed, 1 failed, 1 with leftovers; leftovers in 1 case\n"))
  }

  @Test(
    "each report tells of it as a failure",
    arguments: [
      ("junit", "<failure message=\"left over: leaves\" type=\"left over\">a.transcript:11: left over: leaves\n"),
      ("json", "{\"failure\":\"left over\",\"v\":1,\"file\":\"a.transcript\",\"line\":11,\"column\":null,"),
      ("markdown", "| <code>a.transcript:11</code> | <code>left over: leaves</code> |\n"),
      ("github", "::error file=a.transcript,line=11,title=left over%3A leaves::left over: leaves%0A  request"),
    ])
  func reports(_ format: String, _ text: String) throws {
    let folder = try suite()
    let run = try ToolRun(["replay", "--no-leftovers", "a.transcript", "--report", format], in: folder)
    #expect(run.code == 1 && run.output.contains(text), "\(run.output)")
    guard format == "json" else { return }
    let schema = try JSONSchema("replay.schema.json")
    for line in run.output.split(separator: "\n") { #expect(try schema.faults(in: line) == []) }
    #expect(run.output.contains(#""passedUnexpectedly":0,"leftOver":1,"notDeterministic":0,"errors":0"#))
  }

  @Test("a file that a killed run left in a folder fails its replay, and is not read")
  func stale() throws {
    let folder = try suite()
    try folder.write("half", to: ".signalbox-0123456789abcdef.tmp")
    let run = try ToolRun(["replay", ".", "--case", "answered"], in: folder)
    #expect(run.code == 2 && run.output == "1 case of 3 in 1 file: 1 passed\n")
    #expect(
      run.errors == """
        signalbox: error[E1119]: ./.signalbox-0123456789abcdef.tmp: was left behind by a process that was killed; remove it

        """)
    #expect(try ToolRun(["replay", "a.transcript:3"], in: folder).code == 0)
  }

  @Test(
    "what is empty or unused fails",
    arguments: [
      ("", "E2201"), ("%transcript 1\n%machine login@fixed\n", "E2234"),
      ("%transcript 1\n%machine login@fixed\n%case a\n", "E2235"),
      ("%transcript 1\n%machine login@fixed\n%let x = 1\n%case a\n|*\n", "E2238"),
      ("%transcript 1\n%machine login@fixed\n%cast a\n|*\n", "E2211"),
    ])
  func unused(_ text: String, _ code: String) throws {
    let folder = try ScratchFolder()
    try folder.write(text, to: "a.transcript")
    let run = try ToolRun(["replay", "."], in: folder)
    #expect(run.code == 2 && run.errors.contains("error[\(code)]: ./a.transcript"), "\(run.errors)")
  }

  @Test("it is for a check", arguments: [["--update"], ["--list"]])
  func otherUse(_ arguments: [String]) throws {
    #expect(try ToolRun(["replay", ".", "--no-leftovers"] + arguments, in: suite()).code == 2)
  }
}
