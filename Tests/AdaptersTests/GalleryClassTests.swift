import PtySupport
import Testing

/// The classes of the gallery beside its charts: a search finds no difference, or exactly those that are named here.
@Suite("The class")
struct GalleryClassTests {
  @Test(
    "of the login does what its chart does", arguments: ["ok", "ok $session", #"fail "no""#, #"error "down""#, "never"])
  func login(answer: String) throws {
    try expectNoDifference("login", ["service authenticate \(answer)"])
  }

  @Test(
    "of the purchase does what its chart does",
    arguments: ["ok", "ok $order", #"fail "needBankCard""#, #"fail "needAge""#, #"error "down""#, "never"])
  func purchase(answer: String) throws {
    try expectNoDifference("purchase", ["service check \(answer)"])
  }

  @Test(
    "of the ranking does what its chart does up to seven commands",
    arguments: [
      [], ["list ok $two"], ["totals ok $words"], ["list never"], [#"list fail "no""#], [#"totals error "down""#],
      [#"list error "down""#, #"totals fail "no""#],
    ])
  func home(answers: [String]) throws {
    try expectNoDifference("home", answers.map { "service \($0)" } + ["send getDatas"], " 7")
  }

  @Test(
    "of the search has no log, and asks after the HUD is queued: everything else is the same",
    arguments: ["ok", "ok $disabled", "ok $many", #"fail "no""#, #"error "down""#, "never"])
  func search(answer: String) throws {
    let output = try session("flickr", ["service search \(answer)"])
    #expect(
      causes(in: output) == [
        #"log "search text is valid 1", only in b"#, #"log "search text is valid 0", only in b"#,
        #"request search "cats", before hud "Loading" only in b"#,
      ], "\(output)")
  }

  @Test("of the ranking that has totals before its rows makes rows with totals, and the chart gives them theirs later")
  func lateList() throws {
    let output = try session("home", ["service list 1500ms ok", "send getDatas"], " 3")
    #expect(causes(in: output) == [#"dataArray[0].totalNumber  - "10"  + nil and 39 more places"#], "\(output)")
  }

  @Test("of the login asks one job after the tap; where order does not count, its races are those of the chart")
  func races() throws {
    let folder = try ScratchFolder()
    let compared = ["compare", "login@class", "login@fixed", "--races"]
    let run = try FixtureRun(compared, in: folder, tool: "signalbox")
    #expect(
      run.code == 1
        && causes(in: run.output) == [
          #"request authenticate {name: "aaaaaa", password: <secret>}, before name "aaaaaa" -> "12aaaaaa!" -> "#
            + #""aaaaaa" only in b"#
        ], "\(run.output)\(run.errors)")
    #expect(try FixtureRun(compared + ["--ignore", "order"], in: folder, tool: "signalbox").code == 0)
  }

  @Test("breaks no law of its adapter", arguments: ["login", "purchase", "flickr"])
  func explored(machine: String) throws {
    let run = try FixtureRun(["explore", "\(machine)@class", "--no-races"], in: ScratchFolder(), tool: "signalbox")
    #expect(run.code == 0 && run.output.contains("nothing found; complete"), "\(run.output)\(run.errors)")
  }

  @Test("is not the default of its name")
  func notDefault() throws {
    let run = try FixtureRun(["repl"], lines: ["open home"], in: ScratchFolder(), tool: "signalbox")
    #expect(run.output.contains("\n  home@fixed: "), "\(run.output)")
  }

  // MARK: Helpers

  private func expectNoDifference(_ machine: String, _ commands: [String], _ depth: String = "") throws {
    let output = try session(machine, commands, depth)
    #expect(output.contains("\n  no difference"), "\(output)")
    #expect(causes(in: output) == [], "\(output)")
  }

  /// What the console prints when a class is compared with its chart after some commands.
  private func session(_ machine: String, _ commands: [String], _ depth: String = "") throws -> String {
    let run = try FixtureRun(
      ["repl"], lines: ["open \(machine)@class"] + commands + ["compare fixed\(depth)"], in: ScratchFolder(),
      tool: "signalbox")
    #expect(run.output.contains("  \(commands.count) command"), "\(run.output)")
    #expect(run.output.hasSuffix(", 0 mistakes\n"), "\(run.output)\(run.errors)")
    return run.output
  }

  /// The first lines of the differences, without their numbers and counts.
  private func causes(in output: String) -> [String] {
    output.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^ *[0-9]+  (.+?)(?:  \([0-9]+ times\))?$/).map { String($0.output.1) }
    }
  }
}
