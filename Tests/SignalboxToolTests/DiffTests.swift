import Differences
import PtySupport
import Testing
import Traces

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
    #expect(run.output.contains("\n1  broken \"one submission pushes one page\", only in a  (step 4: tap login"))
    #expect(run.output.contains("\nonly b has: request authenticate, reply authenticate\n"))
    #expect(run.output.hasSuffix(": breaking; '--all' lists them\n"))
    let all = try ToolRun(arguments + ["--all"], in: folder)
    #expect(all.code == 1)
    #expect(all.output.contains("request authenticate"))
    #expect(all.output.contains("refused login"))
    #expect(all.output.contains("push home"))
    #expect(all.output.contains("1 instead of 2"))
    #expect(try ToolRun(arguments + ["--json"], in: folder).output.hasPrefix(#"{"diff":["#))
    let same = ["diff", "double", "--as", "login@fixed", "--as", "login@fixed"]
    #expect(try ToolRun(same, in: folder).code == 0)
  }

  @Test("rows are paired by the key that both traces declare, and go by their places else")
  func keys() throws {
    let folder = try ScratchFolder()
    let header = { (keys: String) in
      #"{"trace":1,"machine":"m@v","definition":"0","case":"","phase":{},"fields":{"items":[]}\#(keys)}"# + "\n"
    }
    let turn = { (items: String) in #"{"by":"user","event":"tap","on":"x","set":{"items":[[\#(items)]]}}"# + "\n" }
    for (name, keys) in [("", ""), ("keyed-", #","keys":{"items":"id"}"#)] {
      try folder.write(header(keys) + turn(#"{"id":1,"n":1.0},{"id":2,"n":2.0}"#), to: "\(name)a.trace.jsonl")
      try folder.write(header(keys) + turn(#"{"id":2,"n":2.005},{"id":1,"n":1.0}"#), to: "\(name)b.trace.jsonl")
    }
    let options = ["--allow-truncated", "--all"]
    let plain = try ToolRun(["diff", "a.trace.jsonl", "b.trace.jsonl"] + options, in: folder)
    #expect(plain.code == 1 && plain.output.contains("\n  ~ items[0]  + {id: 2, n: 2.005}\n"), "\(plain.output)")
    let keyed = try ToolRun(["diff", "keyed-a.trace.jsonl", "keyed-b.trace.jsonl"] + options, in: folder)
    #expect(keyed.output.contains("\n  ~ items[1 -> 0].n  - 2.0\n"), "\(keyed.output)\(keyed.errors)")
  }

  @Test("what nothing shows is left out and counted, and '--internal' compares it")
  func internals() throws {
    let folder = try ScratchFolder()
    let file = "\(ReadmeTests.root)/Transcripts/follow/busy-original.transcript"
    let diff = ["diff", file, "--as", "follow@original", "--as", "follow@fixed", "--all"]
    let seen = try ToolRun(diff, in: folder)
    #expect(seen.code == 1 && seen.output.contains("; omitted: "), "\(seen.output)")
    #expect(
      seen.output.hasSuffix(" in internal fields ('--internal' includes them)\n")
        && !seen.output.contains("request.user \""))
    let all = try ToolRun(diff + ["--internal"], in: folder)
    #expect(all.output.contains("request.user \"") && !all.output.contains("left out"), "\(all.output)")
    let compare = ["compare", "phone@blocks", "phone@rac", "--depth", "1"]
    #expect(
      try ToolRun(compare, in: folder).output.contains(
        "; omitted: differences that nothing shows, in 3 steps ('--internal')\n"))
    #expect(
      try ToolRun(compare + ["--internal"], in: folder).output.contains("    + validLogin false -> true\n"))
  }

  @Test("what counts is chosen by options")
  func policy() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.script, to: "double")
    let arguments = ["diff", "double", "--as", "login@original", "--as", "login@fixed"]
    let all = try ToolRun(arguments + DifferenceClass.allCases.flatMap { ["--ignore", $0.rawValue] }, in: folder)
    #expect(all.code == 0 && all.output.contains("identical"))
    #expect(try ToolRun(arguments + ["--fail-on", "fault"], in: folder).code == 1)
    let told = try ToolRun(arguments + ["--fail-on", "fault", "--ignore", "fault"], in: folder)
    #expect(told.code == 0 && told.output.contains("only in a"))
    #expect(try ToolRun(arguments + ["--markdown", "--json"], in: folder).code == 2)
    let comment = try ToolRun(arguments + ["--markdown"], in: folder)
    #expect(comment.code == 1 && comment.output.hasPrefix("### <code>login&#64;original</code>"))
  }

  @Test("what one machine lacks is absent there, and the script goes on with what both can do")
  func absent() throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      open phone@blocks
      send submit
      send submit
      advance 1s

      """, to: "script")
    let arguments = ["diff", "script", "--as", "phone@fixed", "--as", "phone@blocks"]
    let run = try ToolRun(arguments, in: folder)
    #expect(run.code == 1)
    #expect(run.errors.isEmpty)
    #expect(run.output.contains("\nonly b has: 'send submit' (2)"))
    let all = try ToolRun(arguments + ["--all"], in: folder).output
    #expect(all.contains("\nstep 1  send submit\n  - cannot: unknown input 'submit'; "))
    #expect(
      try ToolRun(arguments + ["--json"], in: folder).output.contains(#"{"finding":"absent","v":1,"class":"refusal""#))
  }

  @Test("a command that neither machine can read is a mistake, unless the script is of a third one")
  func neither() throws {
    let folder = try ScratchFolder()
    try folder.write("open login@fixed\ntap logout\n", to: "script")
    let arguments = ["diff", "script", "--as", "login@original", "--as", "login@fixed"]
    let run = try ToolRun(arguments, in: folder)
    #expect(run.code == 2)
    #expect(run.errors.contains("script:2:5: unknown control '...'"))
    try folder.write(
      """
      %transcript 1
      %machine phone@properties
      %case an error is assigned
      > assign error "网络错误"
      > set mobilePhone "1"
      | x

      """, to: "third.transcript")
    let third = try ToolRun(["diff", "third.transcript", "--as", "phone@blocks", "--as", "phone@rac"], in: folder)
    #expect(third.code < 2)
    #expect(third.errors.hasSuffix("warning: skipped, because neither machine has it: 'assign error'\n"))
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
    #expect(run.output.contains("(case '乙', step 1: set name \"b\""))
    #expect(run.output.contains("\n2 cases: 1 identical, 1 different ("))
    #expect(
      try ToolRun(["diff", "one.transcript", "two.transcript", "--all"], in: folder).output.hasPrefix("case 甲\n"))
    #expect(try ToolRun(["diff", "one.transcript:3", "two.transcript:6"], in: folder).code == 0)
  }

  @Test("cases of other titles are compared in their order, and it is said")
  func orderedPairs() throws {
    let folder = try ScratchFolder()
    func transcript(_ titles: [String]) -> String {
      "%transcript 1\n%machine login@fixed\n"
        + titles.enumerated().map { "%case \($1)\n> set name \"\($0)\"\n| x\n" }.joined()
    }
    try folder.write(transcript(["a", "b"]), to: "one.transcript")
    try folder.write(transcript(["c", "d", "e"]), to: "two.transcript")
    let run = try ToolRun(["diff", "one.transcript", "two.transcript"], in: folder)
    #expect(run.code == 1)
    #expect(run.output.hasPrefix("case 'a' of a with 'c' of b, by their order, since their titles differ\n"))
    #expect(run.output.contains("\ncase 'b' of a with 'd' of b, by their order, since their titles differ\n"))
    #expect(run.errors == "signalbox: error[E5002]: only b has the case 'e'\n")
    #expect(run.output.hasSuffix("\n2 cases: 2 identical, 0 different (0 differences): identical\n"))
  }

  @Test("a truncated trace is read on request, and is never said to be identical")
  func truncated() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.script, to: "double")
    #expect(try ToolRun(["trace", "double", "-o", "a.trace.jsonl"], in: folder).code == 0)
    let lines = try folder.text("a.trace.jsonl").split(separator: "\n").dropLast()
    try folder.write(lines.joined(separator: "\n") + "\n", to: "b.trace.jsonl")
    let arguments = ["diff", "a.trace.jsonl", "b.trace.jsonl"]
    let refused = try ToolRun(arguments, in: folder)
    #expect(refused.code == 2)
    #expect(refused.errors.contains("error[E2110]: b.trace.jsonl:"))
    #expect(refused.errors.contains("record it again, or allow it with '--allow-truncated'"))
    let allowed = try ToolRun(arguments + ["--allow-truncated"], in: folder)
    #expect(allowed.code == 3)
    #expect(allowed.output.contains("\nb is truncated: anything after its last step is not known\n"))
    #expect(try ToolRun(["trace", "--validate", "b.trace.jsonl"], in: folder).code == 2)
    let checked = try ToolRun(["trace", "--validate", "b.trace.jsonl", "--allow-truncated"], in: folder)
    #expect(checked.code == 0)
    #expect(checked.output.hasSuffix(", sound, truncated\n"))
  }

  @Test("a trace that cannot be written tells no counts")
  func fullDisk() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.script, to: "double")
    let run = try ToolRun.shell("($S trace double >/dev/full)", in: folder)
    #expect(run.code == 4)
    #expect(run.errors.hasPrefix("signalbox: error[E4101]: standard output: "))
    #expect(!run.errors.contains("turns"))
  }
}
