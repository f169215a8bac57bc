import Foundation
import PtySupport
import Statecharts
import Testing

@testable import Traces

/// Runs in the formats of other tools, read by programs that others keep.
@Suite("Exports of a trace")
struct TraceExportTests {
  /// A case of every kind of machine: a login, an app of pages, rows, and races.
  private static let scripts = [
    "login/retry.transcript:4", "login-app/stack.transcript:5", "goods/likes-rac.transcript:5",
    "home/cells-original.transcript:5", "home/failures.transcript:5", "phone-app/through-rac.transcript:5",
    "flickr/items-original.transcript:5", "command/never.transcript:5",
  ].map { "\(ReadmeTests.root)/Transcripts/\($0)" }

  private func export(_ script: String, _ file: String, in folder: ScratchFolder) throws -> String {
    let run = try ToolRun(["trace", script, "-o", file], in: folder)
    try #require(run.code == 0, "\(script): \(run.errors)")
    return try folder.text(file)
  }

  /// What a program of Python says of files.
  private func python(_ program: String, _ files: [String], in folder: ScratchFolder) throws -> String {
    try folder.write(program, to: "program.py")
    let names = files.map { "'\(folder.path($0))'" }.joined(separator: " ")
    let run = try ToolRun.callersShell("python3 -X utf8 program.py \(names)", in: folder)
    try #require(run.code == 0, "\(run.errors)\(run.output)")
    return run.output
  }

  @Test("Python's csv reads as many rows as the trace has effects, each as wide as the first", arguments: scripts)
  func csv(_ script: String) throws {
    let folder = try ScratchFolder()
    let text = try export(script, "run.csv", in: folder)
    #expect(text.hasPrefix("step,command,ms,by,event,on,what,name,before,outcome,value\r\n0,,0,open,open,,"))
    let trace = try TraceFile.decode(Array(try export(script, "run.trace.jsonl", in: folder).utf8))
    let program = """
      import csv, sys
      rows = list(csv.DictReader(open(sys.argv[1], newline='', encoding='utf-8'), strict=True))
      assert all(None not in row and None not in row.values() for row in rows)
      assert all(not cell or cell[0] not in '=+@\\t\\r' for row in rows for cell in row.values())
      steps = [int(row['step']) for row in rows]
      assert steps == sorted(steps) and [int(row['ms']) for row in rows] == sorted(int(row['ms']) for row in rows)
      count = lambda what: sum(row['what'] == what for row in rows)
      print(count('request'), count('reply'), count('push'), max(steps))
      """
    let effects = trace.turns.flatMap(\.effects)
    func count(_ kind: Reaction.Kind) -> Int { effects.count { Reaction(of: $0).subject.kind == kind } }
    let steps = TracedRun(trace).steps.count - 1
    #expect(
      try python(program, ["run.csv"], in: folder) == "\(count(.request)) \(count(.reply)) \(count(.push)) \(steps)\n")
  }

  @Test("the trace of events fits its schema, its lanes do not overlap, and each request ends once", arguments: scripts)
  func perfetto(_ script: String) throws {
    let folder = try ScratchFolder()
    let text = try export(script, "run.perfetto.json", in: folder)
    #expect(try JSONSchema("perfetto.schema.json").faults(in: text) == [])
    let program = """
      import json, sys
      events = json.load(open(sys.argv[1], encoding='utf-8'))['traceEvents']
      lanes, names, open_, states = {}, {}, {}, 0
      for event in events:
          if event['ph'] == 'M': names[event['tid']] = event['args']['name']
          if event['ph'] == 'X':
              assert event['ts'] >= lanes.get(event['tid'], 0), event
              lanes[event['tid']] = event['ts'] + event['dur']
              assert event['tid'] in names
          if event['ph'] == 'b':
              assert event['id'] not in open_
              open_[event['id']] = event
          if event['ph'] == 'e':
              start = open_.pop(event['id'])
              assert start['ts'] <= event['ts'] and start['name'] == event['name'], event
      assert not open_
      ends = {lane: end for lane, end in lanes.items() if lane > 1}
      assert set(ends.values()) <= {events[-1]['ts']}, ends
      print(events[-1]['name'], events[-1]['ts'], sum(event['ph'] == 'b' for event in events))
      """
    let trace = try TraceFile.decode(Array(try export(script, "run.trace.jsonl", in: folder).utf8))
    let requests = trace.turns.flatMap(\.effects).count { Reaction(of: $0).subject.kind == .request }
    let end = try #require(trace.end)
    #expect(try python(program, ["run.perfetto.json"], in: folder) == "end \(end.time * 1_000) \(requests)\n")
  }

  @Test("the trace for model checkers fits its schema, and sourced it gives the same trace again", arguments: scripts)
  func itf(_ script: String) throws {
    let folder = try ScratchFolder()
    let text = try export(script, "run.itf.json", in: folder)
    #expect(try JSONSchema("itf.schema.json").faults(in: text) == [])
    let run = try ToolRun([], lines: ["source run.itf.json", "trace --force again.itf.json"], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let title = /"case":"[^"]*"/
    #expect(try folder.text("again.itf.json").replacing(title, with: "") == text.replacing(title, with: ""))
  }

  @Test(
    "a counterexample runs by the names of the machine, and becomes a transcript; what does not fit is told at its place"
  )
  func counterexample() throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      {"#meta":{"source":"Login.qnt"},"vars":["mbt::actionTaken","mbt::nondetPicks"],"states":[
       {"mbt::actionTaken":"init","mbt::nondetPicks":{"text":{"tag":"None","value":{}}}},
       {"mbt::actionTaken":"set_name","mbt::nondetPicks":{"text":{"tag":"Some","value":"aaaaaa"}}},
       {"mbt::actionTaken":"set password $right","mbt::nondetPicks":{"text":{"tag":"None","value":{}}}},
       {"mbt::actionTaken":"TapLogin","mbt::nondetPicks":{"text":{"tag":"None","value":{}}}},
       {"mbt::actionTaken":"advance","mbt::nondetPicks":{}}]}

      """, to: "found.itf.json")
    let run = try ToolRun(
      [], lines: ["open login@fixed", "source found.itf.json", "save found.transcript"], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let saved = try folder.text("found.transcript")
    for line in ["set name \"aaaaaa\"", "set password $right", "tap login", "advance"] {
      #expect(saved.contains("\n> \(line)\n"), "\(saved)")
    }
    #expect(try ToolRun(["replay", "found.transcript"], in: folder).code == 0)
    let none = try ToolRun([], lines: ["source found.itf.json"], in: folder)
    #expect(none.code == 2)
    #expect(none.errors.contains("error[E1209]: found.itf.json: the trace names no machine; 'open MACHINE' first"))
    try folder.write(try folder.text("found.itf.json").replacing("TapLogin", with: "TapLogn"), to: "wrong.itf.json")
    let wrong = try ToolRun([], lines: ["open login@fixed", "source wrong.itf.json"], in: folder)
    #expect(wrong.code == 2 && !wrong.output.contains("set name"))
    #expect(wrong.errors.contains("error[E1207]: wrong.itf.json:5:22: nothing of 'login@fixed' is called 'TapLogn'; "))
    let line = try ToolRun([], lines: ["open login@fixed", "source found.itf.json:3"], in: folder)
    #expect(line.errors.contains("E1103"))
    try folder.write("{}", to: "empty.itf.json")
    #expect(
      try ToolRun([], lines: ["source empty.itf.json"], in: folder).errors.contains(
        "error[E1202]: empty.itf.json:1:1: "))
  }

  @Test("a stored trace gives the same, but for its commands, which name no samples")
  func stored() throws {
    let folder = try ScratchFolder()
    for script in Self.scripts {
      _ = try export(script, "run.trace.jsonl", in: folder)
      for ending in ["csv", "perfetto.json", "txt", "mmd"] {
        let (live, stored) = (
          try export(script, "live.\(ending)", in: folder),
          try export("run.trace.jsonl", "stored.\(ending)", in: folder)
        )
        let count = { (text: String) in text.split(whereSeparator: \.isNewline).count }
        // A stored trace leaves out fields that were set to what they were, which only a table has.
        #expect(ending == "csv" ? count(stored) <= count(live) : abs(count(live) - count(stored)) * 10 <= count(live))
        #expect(stored == (try export("run.trace.jsonl", "again.\(ending)", in: folder)))
      }
    }
    let chart = try export("run.trace.jsonl", "run.txt", in: folder)
    #expect(chart.contains("  ms  step  user  "))
  }

  @Test("the console writes the same files as the tool, and standard output has line feeds alone")
  func console() throws {
    let folder = try ScratchFolder()
    let script = ["open login@fixed", "set name \"aaaaaa\"", "set password $right", "tap login", "advance"]
    try folder.write(script.map { $0 + "\n" }.joined(), to: "login.txt")
    for ending in ["csv", "perfetto.json", "mmd"] {
      let run = try ToolRun([], lines: script + ["trace console.\(ending)"], in: folder)
      try #require(run.code == 0, "\(run.errors)")
      let text = try export("login.txt", "tool.\(ending)", in: folder)
      // The first lines hold the title of the case, which a script has not.
      let count = ending == "csv" ? 0 : 2
      let both = [try folder.text("console.\(ending)"), text].map {
        $0.split(whereSeparator: \.isNewline).dropFirst(count)
      }
      #expect(both[0] == both[1])
      let format = ["csv": "csv", "perfetto.json": "perfetto", "mmd": "mermaid"][ending] ?? ""
      let shown = try ToolRun(["trace", "login.txt", "--format", format], in: folder)
      #expect(shown.output == text.replacing("\r\n", with: "\n"))
      #expect(!text.contains("aaaaaa\"\"") || ending == "csv")
    }
  }

  @Test("what cannot be written says why, and what to do")
  func errors() throws {
    let folder = try ScratchFolder()
    _ = try export(Self.scripts[0], "run.trace.jsonl", in: folder)
    let cases: [([String], String)] = [
      (
        ["run.trace.jsonl"],
        "error[E1200]: run.trace.jsonl: this is a trace already; choose another format with '--format', or by the name of the "
          + "file to write"
      ),
      (
        ["run.trace.jsonl", "-o", "run.svg"],
        "error[E1201]: run.trace.jsonl: a trace holds no screens, which svg shows; name the script that it was made from"
      ),
      (
        ["run.trace.jsonl", "-o", "run.trace.jsonl"],
        "error[E1101]: '--output' would put what is written in the place of what it is made from; name another file"
      ),
      (
        ["run.trace.jsonl", "--machine", "login@fixed"],
        "error[E1101]: a trace is not run again; remove '--machine', or name the script that it was made from"
      ),
      (["x.txt", "--allow-truncated"], "error[E1101]: '--allow-truncated' is for a trace; remove it"),
      (
        ["--validate", "run.trace.jsonl", "--format", "csv"],
        "error[E1101]: '--validate' only reads; remove '--output', '--format' and '--machine'"
      ),
    ]
    for (arguments, expected) in cases {
      let run = try ToolRun(["trace"] + arguments, in: folder)
      #expect(run.code == 2 && run.output.isEmpty)
      #expect(run.errors.split(separator: "\n").first.map(String.init) == "signalbox: \(expected)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("run.svg")))
    let lines = try folder.text("run.trace.jsonl").split(separator: "\n").dropLast().map { $0 + "\n" }
    try folder.write(lines.joined(), to: "torn.trace.jsonl")
    #expect(try ToolRun(["trace", "torn.trace.jsonl", "--format", "text"], in: folder).errors.contains("E2110"))
    let torn = try ToolRun(["trace", "torn.trace.jsonl", "--format", "text", "--allow-truncated"], in: folder)
    #expect(torn.code == 0 && torn.output.contains("authenticate"))
  }
}
