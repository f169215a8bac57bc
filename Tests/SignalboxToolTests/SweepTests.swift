import PtySupport
import Testing

/// `signalbox sweep`: what it says of recorded cases, its exit codes, and what it keeps.
@Suite("Sweeping from the command line")
struct SweepTests {
  /// A purchase that was refused, as the original has it.
  private static let refused = """
    %transcript 1
    %machine purchase@original
    %case one tap
    |*
    > tap buy
    |*
    > advance 1s
    |*

    """

  @Test("the tables name the requests and what comes due; a red cell has its finding with a script")
  func tables() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.refused, to: "a.transcript")
    let run = try ToolRun(["sweep", "a.transcript"], in: folder)
    #expect(run.code == 1 && run.errors.isEmpty)
    #expect(
      run.output == """
        a.transcript:3: one tap (purchase@original)
          request  by command  fail  error  never  late  twice
          check    1           =     green  red 1  -     green
          due               in command  t-1ms  t held  t  t+1ms
          reply check fail  2 +1s       green  green   =  green

        1  broken "a purchase has exactly one outcome" (purchase idle -> executing, check.request executing):
          # check of command 1 is never answered
          open purchase@original
          service check never once
          tap buy

        1 case in 1 file: 6 scripts, 1 finding; not tried: commands that were not recorded

        """, "\(run.output)")
    #expect(try ToolRun(["sweep", "a.transcript"], in: folder).output == run.output)
  }

  @Test("a finding is kept as a transcript that fails as long as it is there")
  func kept() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.refused, to: "a.transcript")
    let run = try ToolRun(["sweep", "a.transcript", "--save", "."], in: folder)
    let name = "purchase@original-1-a-purchase-has-exactly-one-outcome.transcript"
    #expect(run.code == 1 && run.output.contains("  saved to ./\(name)\n"), "\(run.output)")
    let kept = try ToolRun(["replay", name], in: folder)
    #expect(kept.code == 0, "\(kept.output)")
  }

  @Test("JSON is one object that its published schema describes, and that says what the tables say")
  func json() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.refused, to: "a.transcript")
    let fixed = Self.refused.replacing("purchase@original", with: "purchase@fixed")
    try folder.write(fixed.replacing(/(?m)^%case .*$/) { "%seed 1\n\($0.output)" }, to: "seeded.transcript")
    let schema = try JSONSchema("sweep.schema.json", besides: ["search.schema.json"])
    let run = try ToolRun(["sweep", "a.transcript", "--json", "--save", "."], in: folder)
    #expect(run.code == 1 && run.errors.hasPrefix("  saved to ./purchase@original-1-"), "\(run.errors)")
    #expect(try schema.faults(in: run.output) == [], "\(run.output)")
    #expect(
      run.output.contains(
        #""cells":{"fail":"recorded","error":"green","never":[1],"late":"impossible","twice":"green"}}],"instants":[{"#
          + #""work":["reply check fail"],"command":2,"milliseconds":1000,"cells":{"before":"green","held":"green","#
          + #""at":"recorded","after":"green"}}],"#), "\(run.output)")
    #expect(
      run.output.contains(
        #""change":"check of command 1 is never answered","script":["service check never once","tap buy"]}]}"#))
    #expect(try schema.faults(in: run.output.replacing("\"never\":[1]", with: "\"never\":[0]")) != [])
    for (arguments, code, told) in [
      (["seeded.transcript"], 3, "\"omission\":\"not swept: a case with a seed"),
      (["a.transcript", "--runs", "2"], 1, "\"bound\":{\"kind\":\"runs\",\"value\":2}"),
      (["\(HazardsPage.repositoryRoot)/Transcripts/login"], 0, "\"findings\":[]"),
    ] {
      let run = try ToolRun(["sweep", "--json"] + arguments, in: folder)
      #expect(run.code == code && run.output.contains(told), "\(run.output)\(run.errors)")
      #expect(try schema.faults(in: run.output) == [])
    }
  }

  @Test("a case without requests in which nothing comes due is only counted")
  func empty() throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      %transcript 1
      %machine login@fixed
      %case a name
      |*
      > set name "aaaaaa"
      |*

      """, to: "a.transcript")
    let run = try ToolRun(["sweep", "a.transcript"], in: folder)
    #expect(
      run.code == 0 && run.output == "1 case in 1 file: 0 scripts, nothing found; nothing to sweep in 1 case\n",
      "\(run.output)")
  }

  @Test("nothing found is 0, a bound or a command that is left out is 3, what cannot be driven is 2")
  func codes() throws {
    let folder = try ScratchFolder()
    let fixed = Self.refused.replacing("purchase@original", with: "purchase@fixed")
    try folder.write(fixed, to: "fixed.transcript")
    let whole = try ToolRun(["sweep", "fixed.transcript"], in: folder)
    #expect(
      whole.code == 0 && whole.output.hasSuffix("scripts, nothing found; not tried: commands that were not recorded\n"),
      "\(whole.output)")
    let bounded = try ToolRun(["sweep", "fixed.transcript", "--runs", "2"], in: folder)
    #expect(bounded.code == 3 && bounded.output.contains("  stopped by --runs 2\n"), "\(bounded.output)")
    #expect(try ToolRun(["sweep", "fixed.transcript", "--runs", "2", "--accept-bound"], in: folder).code == 0)
    try folder.write(fixed.replacing(/(?m)^%case .*$/) { "%seed 1\n\($0.output)" }, to: "seeded.transcript")
    let cut = try ToolRun(["sweep", "seeded.transcript"], in: folder)
    #expect(cut.code == 3 && cut.output.contains("  not swept: a case with a seed"), "\(cut.output)")
    #expect(try ToolRun(["sweep", "none.transcript"], in: folder).code == 2)
    #expect(try ToolRun(["sweep", "fixed.transcript", "--runs", "0"], in: folder).code == 2)
    #expect(try ToolRun(["sweep"], in: folder).code == 2)
  }
}
