import Testing
import Traces
import Turns

@testable import Transcripts

struct ReplayTests {
  @Test("the example holds, its lines in any order among them")
  func example() throws {
    let report = try Transcript.parse(exampleText).replay(
      path: "f", with: ScriptedRunner(outputs: exampleOutputs))
    #expect(report.exitCode == .agreed)
    #expect(report.cases[0].failures.isEmpty)
    #expect(report.cases[0].definitionHash == "4f1c9e02a7d3")
    #expect(Self.summary([report]) == "1 case in 1 file: 1 passed")
  }

  @Test("cases answer each for itself, in the order of the file")
  func verdicts() throws {
    let text = """
      %transcript 1
      %machine a@b
      %case holds
      | x
      %case differs
      | y
      %case not run
      %skip no time
      | y
      %case known to differ
      %xfail #7
      | y
      %case said to differ
      %xfail #8
      | x

      """
    let document = try Transcript.parse(text)
    let report = document.replay(path: "f", with: ScriptedRunner(opening: ["x"]))
    #expect(report.cases.map(\.title) == document.cases.map(\.title))
    #expect(report.cases.map(\.verdict.exitCode) == [.agreed, .differs, .agreed, .agreed, .differs])
    #expect(
      Self.summary([report, report])
        == "10 cases in 2 files: 2 passed, 2 failed, 2 failed as expected, 2 passed unexpectedly, 2 skipped")
    let selected = document.replay(path: "f", with: ScriptedRunner(opening: ["x"])) { $0.title == "holds" }
    #expect(selected.exitCode == .agreed)
    let none = document.replay(path: "f", with: ScriptedRunner()) { _ in false }
    #expect(none.exitCode == .badInput)
    #expect(Self.summary([none]) == "0 cases in 1 file")
  }

  @Test("a mistaken command ends its case with its place")
  func mistake() throws {
    let runner = ScriptedRunner(replies: [.output(["a"]), .mistake(column: 5, sentence: "unknown control 'lgoin'")])
    let report = try transcript("> tap x\n| a\n> tap lgoin\n| b\n> tap y\n").replay(path: "f", with: runner)
    #expect(report.exitCode == .badInput)
    #expect(
      FailureText(executable: "signalbox").lines(of: [report]) == [
        "f:6:7: error: unknown control 'lgoin'", "  in the case: case",
      ])
    #expect(report.cases[0].blocks.count == 2)
  }

  @Test("a machine that cannot be opened is bad input")
  func unknownMachine() throws {
    let runner = ScriptedRunner(problem: OpeningProblem(sentence: "unknown machine 'login'"))
    let report = try transcript("| a\n").replay(path: "f", with: runner)
    #expect(report.exitCode == .badInput)
    #expect(
      FailureText(executable: "signalbox").lines(of: [report]) == [
        "f:2:1: error: unknown machine 'login'", "  in the case: case",
      ])
  }

  @Test("a path that names nothing is bad input, at its directive")
  func unknownPath() throws {
    var runner = ScriptedRunner(replies: [.output(["a"])])
    runner.unknownPaths = ["toatl": "m@v has no field or subject 'toatl'"]
    let report = try transcript("%expand total\n%mute toatl\n> tap x\n| a\n").replay(path: "f", with: runner)
    #expect(report.exitCode == .badInput)
    #expect(
      FailureText(executable: "signalbox").lines(of: [report]) == [
        "f:5:1: error: m@v has no field or subject 'toatl'", "  in the case: case",
      ])
  }

  @Test("used commands run first and are not compared")
  func used() throws {
    let used = try UsedCommands.parse("> one\n# c\n> two\n", path: "common")
    let replies: [CommandReply] = [.output(["not compared"]), .output([]), .output(["c"])]
    let document = try transcript("> tap\n| c\n")
    #expect(document.replay(path: "f", used: [used], with: ScriptedRunner(replies: replies)).exitCode == .agreed)
    let wrong = ScriptedRunner(replies: [.output([]), .mistake(column: 2, sentence: "no")])
    let report = document.replay(path: "f", used: [used], with: wrong)
    #expect(FailureText(executable: "s").lines(of: [report])[0] == "common:3:4: error: no")
  }

  @Test("values named by the file are known to both sides")
  func namedValues() throws {
    let body = "%let user = \"用户\"\n> set name $user\n| name \"\" -> $user\n"
    let report = try report(body, [[], ["name \"\" -> \"用户\""]])
    #expect(report.exitCode == .agreed)
    let samples = NamedValues([NamedValues.Entry("right", of: "name", "aaaaaa")])
    #expect(try Self.holds(#"name "" -> "aaaaaa""#, #"name "" -> $right"#, samples))
    #expect(try Self.holds(#"name "" -> $name.right"#, #"name "" -> "aaaaaa""#, samples))
  }

  @Test("a block that takes too long is inconclusive")
  func inconclusive() throws {
    let document = try transcript("|*\n|* a\n| b\n")
    let runner = ScriptedRunner(opening: (0..<50).map { "a \($0)" } + ["b"])
    let replay = CaseReplay(transcript: document, used: [], runner: runner, limit: MatchLimit(steps: 20))
    #expect(replay.run(document.cases[0]).result.verdict.exitCode == .inconclusive)
  }

  @Test("a case that prints more than a transcript holds is inconclusive, up to that command")
  func manyOutputs() throws {
    let document = try transcript("> a\n| xx\n> b\n| xx\n> c\n| xx\n")
    let runner = ScriptedRunner(outputs: [[], ["xx"], ["xx"], ["xx"]])
    for (limit, line) in [(9, nil), (8, 8), (5, 6)] as [(Int, Int?)] {
      let replay = CaseReplay(transcript: document, used: [], runner: runner, outputLimit: limit)
      let verdict = replay.run(document.cases[0]).result.verdict
      guard let line else {
        #expect(verdict.exitCode == .agreed)
        continue
      }
      guard case .error(let error) = verdict else { throw CancellationError() }
      #expect(error.exitCode == .inconclusive && error.place.line == line)
      #expect(
        error.sentence
          == "limit case-output: the case prints more than \(limit) bytes up to here; split it into several")
    }
  }

  private static func summary(_ reports: [ReplayReport]) -> String {
    var counts = ReplayCounts()
    for report in reports { counts.add(report.cases, of: report.cases.count) }
    return counts.answers + counts.remarks
  }

  private static func holds(_ expected: String, _ actual: String, _ names: NamedValues) throws -> Bool {
    try report("| \(expected)\n", [[actual]], names: names).exitCode == .agreed
  }

  @Test("a case that ran once hands out where it has led; one that did not run has led nowhere")
  func goingOn() throws {
    let ran = try transcript("> a\n| x\n> b\n| y\n")
    let runner = ScriptedRunner(outputs: [[], ["x"], ["y"]])
    let (result, end) = ran.replayGoingOn(ran.cases[0], with: runner)
    #expect(end == 2)
    if case .passed = result.verdict {} else { Issue.record("\(result.verdict)") }
    let skipped = try transcript("%skip later\n> a\n| x\n")
    #expect(skipped.replayGoingOn(skipped.cases[0], with: runner).session == nil)
  }

  @Test("a command that a limit stopped leaves its case without an answer")
  func stopped() throws {
    let endless = try transcript("> a\n| x\n> b\n| y\n")
    let runner = ScriptedRunner(replies: [.output(["x"]), .stopped(sentence: "limit turns of 7 reached")])
    let result = endless.replay(endless.cases[0], with: runner)
    guard case .error(let error) = result.verdict else {
      Issue.record("\(result.verdict)")
      return
    }
    #expect(error.exitCode == .inconclusive && error.sentence == "limit turns of 7 reached" && error.place.line == 6)
  }

}
