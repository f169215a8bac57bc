import PtySupport
import Testing

struct DiffTests {
  static let script = """
    open login@fixed
    set name "aaaaaa"
    set password $right
    hold tap login
    tap login
    advance

    """

  @Test("the double push tells the variants apart")
  func doublePush() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.script, to: "double")
    let arguments = ["diff", "double", "--as", "login@original", "--as", "login@fixed"]
    let run = try ToolRun(arguments, in: folder)
    #expect(run.code == 1)
    #expect(run.errors.isEmpty)
    #expect(run.output.hasPrefix("- a  login@original"))
    #expect(run.output.contains("request authenticate"))
    #expect(run.output.contains("refused login"))
    #expect(run.output.contains("push home"))
    #expect(run.output.contains("1 instead of 2"))
    #expect(try ToolRun(arguments + ["--json"], in: folder).output.hasPrefix(#"{"diff":["#))
    let same = ["diff", "double", "--as", "login@fixed", "--as", "login@fixed"]
    #expect(try ToolRun(same, in: folder).code == 0)
  }

  @Test("traces of runs compare as the runs do")
  func traces() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.script, to: "double")
    for variant in ["original", "fixed"] {
      let arguments = ["trace", "double", "--machine", "login@\(variant)", "-o", "\(variant).trace.jsonl"]
      let run = try ToolRun(arguments, in: folder)
      #expect(run.code == 0)
      #expect(run.output.hasPrefix("\(variant).trace.jsonl: "))
      #expect(try ToolRun(["trace", "--validate", "\(variant).trace.jsonl"], in: folder).code == 0)
    }
    let files = try ToolRun(["diff", "original.trace.jsonl", "fixed.trace.jsonl"], in: folder)
    let runs = try ToolRun(["diff", "double", "--as", "login@original", "--as", "login@fixed"], in: folder)
    #expect(files.code == 1)
    #expect(files.output == runs.output)
    let written = try ToolRun(["trace", "double", "--machine", "login@fixed"], in: folder)
    #expect(written.output == (try folder.text("fixed.trace.jsonl")))
  }

  @Test("of two transcripts, cases of equal titles are compared")
  func transcripts() throws {
    let folder = try ScratchFolder()
    func transcript(_ cases: [String], _ value: String) -> String {
      "%transcript 1\n%machine login@fixed\n"
        + cases.map { "%case \($0)\n> set name \"\($0 == "甲" ? "a" : value)\"\n| x\n" }.joined()
    }
    try folder.write(transcript(["甲", "乙"], "b"), to: "one.transcript")
    try folder.write(transcript(["乙", "甲", "丙"], "c"), to: "two.transcript")
    let run = try ToolRun(["diff", "one.transcript", "two.transcript"], in: folder)
    #expect(run.code == 1)
    #expect(run.errors == "signalbox: error[E5002]: only b has the case '丙'\n")
    #expect(run.output.hasPrefix("case 甲\n"))
    #expect(run.output.hasSuffix("\n2 cases: 1 identical, 1 different, 1 without a counterpart\n"))
    #expect(try ToolRun(["diff", "one.transcript:3", "two.transcript:6"], in: folder).code == 0)
  }
}
