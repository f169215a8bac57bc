import Foundation
import PtySupport
import SeededRandom
import Statecharts
import Testing
import Traces

@testable import SignalboxTool

/// `signalbox serve`: requests and answers as JSON lines.
@Suite("The API for programs")
struct ServeTests {
  private func answers(
    _ requests: [String], _ arguments: [String] = [], in folder: ScratchFolder? = nil
  ) throws -> [Value] {
    let run = try ToolRun(["serve"] + arguments, lines: requests, in: folder ?? ScratchFolder())
    #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
    return try run.output.split(separator: "\n").map { try Value(json: String($0)) }
  }

  private static let open = #"{"id":0,"request":"open","machine":"login@original"}"#

  // MARK: Sessions

  @Test("2,000 random sessions are what the schema says, and so are 2,000 mutated requests")
  func sessions() throws {
    let folder = try ScratchFolder()
    let list = try ToolRun(["serve"], input: Data(ServeSessions.list.utf8), in: folder)
    var sessions = try ServeSessions(list: list.output)
    try sessions.learn(ToolRun(["serve"], input: Data(sessions.questions.utf8), in: folder).output)
    let seed: UInt64 = 56
    var random = SplitMix64(seed: seed)
    let lines = (0..<2_000).flatMap { _ in sessions.session(&random) }
    let run = try ToolRun(["serve"], lines: lines, in: folder)
    #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(try sessions.faults(in: run.output, to: lines.count) == [], "seed \(seed)")
    let mutated = (0..<2_000).map { _ in sessions.mutated(&random) }
    let input = Data(mutated.joined(separator: [0x0A]) + [0x0A])
    let answers = try ToolRun(["serve", "--root", "."], input: input, in: folder)
    #expect(answers.code == 0 && answers.errors.isEmpty, "seed \(seed): \(answers.errors)")
    #expect(try sessions.faults(in: answers.output, to: mutated.count, hides: false) == [], "seed \(seed)")
    #expect(try folder.names.allSatisfy { $0 == "s.transcript" })
  }

  @Test("the schema lists each request of the table with its parameters, and at most twelve are tools")
  func table() throws {
    let schema = try Value(
      json: String(contentsOfFile: "\(ReadmeTests.root)/Documentation/serve.schema.json", encoding: .utf8))
    let requests = try #require(schema["$defs"]?["requests"]?["properties"])
    #expect(requests == .record(ServeRequest.all.map { Member($0.name, $0.schema) }), "\(requests.json)")
    #expect(MCPProtocol.tools.count <= 12)
    let help = try ToolRun(["help", "serve"], in: ScratchFolder()).output.split { $0 == " " || $0 == "\n" }
    for request in ServeRequest.all { #expect(help.contains { $0 == request.name }) }
  }

  // MARK: Answers

  @Test("a state has a handle, to which a client goes back; what it does then is another branch")
  func states() throws {
    let answers = try answers([
      Self.open, #"{"id":1,"request":"do","command":"set name \"aaaaaa\""}"#,
      #"{"id":2,"request":"do","command":"set name \"b\"","at":"@0"}"#, #"{"id":3,"request":"state","at":"@1"}"#,
      #"{"id":4,"request":"state"}"#, #"{"id":5,"request":"undo","to":"@1"}"#,
      #"{"id":6,"request":"diff","a":"@1","b":"@2"}"#,
      #"{"id":7,"request":"state","at":"@9"}"#,
    ]).sorted { ($0["id"]?.json ?? "") < ($1["id"]?.json ?? "") }
    #expect(answers.map { $0["at"] } == ["@0", "@1", "@2", "@1", "@2", "@1", nil, nil])
    #expect(answers[3]["fields"]?["name"] == "aaaaaa" && answers[4]["fields"]?["name"] == "b")
    #expect(answers[6]["summary"]?["verdict"] == "breaking")
    #expect(answers[7]["error"]?["code"] == "E1404" && answers[7]["error"]?["place"] == ["in": "at"])
  }

  @Test("a verdict's script shows what it claims, and replay says so too")
  func verdicts() throws {
    let broken = #"{"id":1,"request":"explore","machine":"login@original","steps":300}"#
    let stopped = #"{"id":2,"request":"explore","machine":"login@fixed","steps":5}"#
    let holds = #"{"id":3,"request":"explore","machine":"login@fixed","options":"--no-races"}"#
    let reached = #"{"id":4,"request":"path","to":"loginEnabled"}"#
    let verdicts = try answers([Self.open, broken, stopped, holds, reached]).dropFirst().map { $0["verdict"] }
    #expect(verdicts.map { $0?["is"] } == ["broken", "stopped", "holds", "broken"])
    #expect(verdicts[1]?["bound"] == ["kind": "steps", "value": 5])
    #expect(verdicts[2]?["untested"] == [] && verdicts[3]?["claim"] == "never loginEnabled")
    let scripts = try [0, 3].map { try #require(verdicts[$0]?["script"]).json }
    let replay = #"{"id":1,"request":"replay","machine":"login@original","script":"#
    let replayed = try answers([
      replay + scripts[0] + "}", replay + scripts[1] + "}", replay + scripts[1] + #","law":"never loginEnabled"}"#,
    ])
    #expect(replayed.map { $0["verdict"]?["is"] } == ["broken", "holds", "broken"])
  }

  @Test("a search is cancelled by a later request, and what comes meanwhile is answered before it")
  func cancelling() throws {
    let answers = try answers([
      #"{"id":0,"request":"open","machine":"goods@fixed"}"#, #"{"id":1,"request":"explore","steps":10000000}"#,
      #"{"id":2,"request":"do","command":"advance 3s"}"#, #"{"id":3,"request":"explore","steps":10000000}"#,
      #"{"id":4,"request":"state"}"#, #"{"id":5,"request":"cancel","target":3}"#,
      #"{"id":6,"request":"cancel","target":1}"#,
      #"{"id":7,"request":"cancel","target":1}"#,
    ])
    #expect(answers.count == 8 && answers.suffix(2).map { $0["id"] } == [1, 3])
    for id in [5, 6, 7] { #expect(answers.contains { $0["id"] == .int(id) && $0["cancelled"] == true }) }
    for answer in answers.suffix(2) {
      #expect(answer["verdict"]?["is"] == "stopped")
      #expect(answer["verdict"]?["bound"] == ["kind": "interrupted", "value": .null])
    }
    // The second search began where the session was when it was asked for.
    #expect(answers[6]["at"] == "@0" && answers[7]["at"] == "@1")
  }

  @Test("an error has its code, its place and commands that help; the session goes on")
  func errors() throws {
    let answers = try answers([
      #"{"id":1,"request":"do","command":"tap login"}"#, Self.open, #"{"id":2,"request":"do","command":"tap logn"}"#,
      #"{"id":"a","request":"opne"}"#, #"{"id":3,"request":"do","comand":"x"}"#,
      #"{"id":4,"request":"do","command":1}"#,
      #"{"id":5,"v":2,"request":"list"}"#, #"{"id":[],"request":"list"}"#, "", "{", "\u{1}",
      #"{"id":6,"request":"do"}"#,
      #"{"id":7,"request":"do","command":"record x"}"#,
      #"{"id":8,"request":"do","command":"set password geheim; tap x"}"#,
    ])
    let errors = answers.map { $0["error"] }
    #expect(
      errors.map { $0?["code"] } == [
        "E1010", nil, "E1021", "E1402", "E1403", "E1403", "E1401", "E1401", "E1401", "E1401", "E1401", "E1403", "E1405",
        "E1021",
      ], "\(errors)")
    #expect(errors[0]?["help"] == ["open MACHINE", "open"])
    #expect(errors[2]?["place"] == ["in": "command", "column": 5] && answers[2]["at"] == "@0")
    #expect(errors[3]?["message"] == "unknown request 'opne'; did you mean 'open'?" && answers[3]["id"] == "a")
    #expect(answers[7]["id"] == .null && answers[10]["id"] == .null)
    // What came before the mistake stays.
    #expect(answers[13]["at"] == "@1")
    #expect(!answers.contains { $0.json.contains("geheim") })
  }

  @Test("long values are cut, with their length and a handle for the rest")
  func rests() throws {
    let text = String(repeating: "\u{1F600}ab", count: 1_000)
    let (first, bytes) = (
      try answers([Self.open, "{\"request\":\"do\",\"command\":\"set name \\\"\(text)\\\"\"}"])[1], 6_000
    )
    #expect(first.json.utf8.count <= ServeRests.answerLimit)
    guard case .list(let cuts)? = first["cut"], let more = cuts.first?["more"] else {
      Issue.record("nothing is cut: \(first)")
      return
    }
    #expect(cuts.contains { $0["part"] == "turns[0].value" && $0["length"] == .int(bytes) }, "\(cuts)")
    let number = try #require(Int(more.json.filter(\.isNumber)))
    let handle = "~\(number + cuts.firstIndex { $0["part"] == "turns[0].value" }!)"
    var (whole, from): (String, Value) = ("", 0)
    var requests = [Self.open, "{\"request\":\"do\",\"command\":\"set name \\\"\(text)\\\"\"}"]
    repeat {
      requests.append("{\"request\":\"state\",\"more\":\"\(handle)\",\"from\":\(from.json)}")
      let part = try #require(try answers(requests).last)
      guard case .string(let piece)? = part["part"] else { break }
      #expect(part.json.utf8.count <= ServeRests.answerLimit)
      (whole, from) = (whole + piece, part["next"] ?? .null)
    } while from != .null
    #expect(whole == text)
  }

  @Test("files are below the root folder, and no link leads out of it")
  func files() throws {
    let folder = try ScratchFolder()
    let root = folder.path("root")
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: false)
    try folder.write("%transcript 1\n", to: "outside.transcript")
    for (link, target) in [("root/link", folder.path), ("root/file.transcript", folder.path("outside.transcript"))] {
      try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
    }
    let save = { (file: String) in #"{"request":"save","file":"\#(file)"}"# }
    let replay = { (file: String) in #"{"request":"replay","file":"\#(file)"}"# }
    let answers = try answers(
      [
        Self.open, save("a/b.transcript"), save("a/b.transcript"), save("../c.transcript"), save("link/c.transcript"),
        save("/tmp/c.transcript"), replay("a/b.transcript"), replay("link/outside.transcript"),
        replay("file.transcript"),
        replay("../outside.transcript"), #"{"request":"do","command":"trace link/x.html"}"#,
        #"{"request":"do","command":"source ../outside.transcript"}"#,
        #"{"request":"diff","a":"file.transcript","b":"a/b.transcript"}"#,
      ], ["--root", "root"], in: folder)
    let errors = answers.map { $0["error"]?["code"] }
    #expect(
      errors.map { $0 == nil } == [true, true, false, false, false, false, true] + Array(repeating: false, count: 6))
    #expect(answers[6]["verdict"]?["is"] == "holds")
    #expect(try folder.names == ["outside.transcript", "root"])
  }

  @Test("a diagram is below the root folder too, whichever request names it")
  func diagrams() throws {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(atPath: folder.path("root/sub"), withIntermediateDirectories: true)
    for file in ["outside.mmd", "root/flow.mmd", "root/sub/flow.mmd", "root/sub/other.mmd"] {
      try folder.write("stateDiagram-v2\n[*] --> a\na --> b : go\n", to: file)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("root/link.mmd"), withDestinationPath: folder.path("outside.mmd"))
    try folder.write(
      "%transcript 1\n%machine file:flow.mmd\n%case a\n| flow a\n> send go\n| flow a -> b\n",
      to: "root/sub/a.transcript")
    let outside = [
      folder.path("outside.mmd"), "\(folder.path)//outside.mmd", "../outside.mmd", "file:sub/../../outside.mmd",
      "link.mmd",
    ]
    let refused = try answers(
      outside.flatMap { name in
        [
          #"{"request":"open","machine":"\#(name)"}"#, #"{"request":"do","command":"open \#(name)"}"#,
          #"{"request":"do","command":"\#(name)"}"#, #"{"request":"explore","machine":"\#(name)"}"#,
          #"{"request":"compare","a":"login@fixed","b":"\#(name)"}"#,
          #"{"request":"replay","machine":"\#(name)","script":["send go"]}"#,
        ]
      }, ["--root", "root"], in: folder)
    #expect(refused.count == 30)
    for answer in refused { #expect(answer["error"]?["code"] == "E6001", "\(answer.json)") }
    let answers = try answers(
      [
        #"{"id":0,"request":"open","machine":"flow.mmd"}"#, #"{"id":1,"request":"save","file":"sub/b.transcript"}"#,
        #"{"id":2,"request":"save","file":"b.transcript"}"#, #"{"id":3,"request":"replay","file":"b.transcript"}"#,
        #"{"id":4,"request":"replay","file":"sub/a.transcript"}"#, #"{"id":5,"request":"compare","b":"sub/flow.mmd"}"#,
        #"{"id":6,"request":"compare","b":"sub/other.mmd"}"#,
      ], ["--root", "root"], in: folder
    ).sorted { ($0["id"]?.json ?? "") < ($1["id"]?.json ?? "") }
    #expect(answers[0]["machine"] == "file:flow.mmd" && answers[1]["error"]?["code"] == "E6001", "\(answers[1].json)")
    #expect(try folder.text("root/b.transcript").contains("\n%machine file:flow.mmd "))
    for answer in answers[3...] { #expect(answer["verdict"]?["is"] == "holds", "\(answer.json)") }
    let worker = try self.answers([#"{"ask":"machines","v":1}"#], ["--root", "root"], in: folder)
    #expect(worker.count == 1 && worker[0]["error"] != nil && worker[0]["machines"] == nil)
  }

  @Test("a search that waits behind another one inspects the session as it was when it came")
  func waiting() throws {
    let answers = try answers([
      #"{"id":1,"request":"open","machine":"login@original"}"#, #"{"id":2,"request":"do","command":"set name $messy"}"#,
      #"{"id":3,"request":"path","to":"login = error"}"#, #"{"id":4,"request":"explore","depth":2}"#,
      #"{"id":5,"request":"open","machine":"home@fixed"}"#,
    ])
    let explored = answers.first { $0["id"] == 4 }
    #expect(explored?["machine"] == "login@original", "\(answers.map(\.json))")
  }

  @Test("code that traps is a crash of the model, and the server goes on")
  func traps() throws {
    let folder = try ScratchFolder()
    let list = try ToolRun(["serve"], input: Data(ServeSessions.list.utf8), in: folder, tool: "trapping-fixture").output
    guard case .list(let machines)? = try Value(json: list)["machines"] else { return }
    // Code that cannot be stopped ends a server too, so only machines that trap.
    let trapping = machines.filter { $0["machine"]?.json.contains("@traps") ?? false }
    #expect(trapping.count == 2)
    let requests = trapping.flatMap { machine in
      [
        #"{"request":"open","machine":\#(machine["machine"]?.json ?? "")}"#, #"{"request":"explore","steps":50}"#,
        #"{"request":"state"}"#,
      ]
    }
    let run = try ToolRun(["serve"], lines: requests, in: folder, tool: "trapping-fixture")
    #expect(run.code == 0 && run.output.split(separator: "\n").count == requests.count, "\(run.errors)")
    #expect(run.output.contains("your code trapped"))
  }

  // MARK: The command line

  @Test("'-c' and 'run' print the same objects with --json")
  func commandLine() throws {
    let folder = try ScratchFolder()
    let commands = ["set name \"aaaaaa\"", "set password $right", "hold tap login", "tap login"]
    try folder.write((["open login@original"] + commands).map { "\($0)\n" }.joined(), to: "script")
    let asked = try answers(
      [#"{"id":1,"request":"open","machine":"login@original"}"#]
        + commands.enumerated().map { "{\"id\":\($0 + 2),\"request\":\"do\",\"command\":\(Value.string($1).json)}" })
    let typed = try ToolRun(["login@original", "--json"] + commands.flatMap { ["-c", $0] }, in: folder)
    #expect(try typed.output.split(separator: "\n").map { try Value(json: String($0)) } == asked)
    let run = try ToolRun(["run", "script", "--json"], in: folder)
    #expect(try run.output.split(separator: "\n").map { try Value(json: String($0)) }.dropFirst() == asked.dropFirst())
    #expect(typed.code == 1 && run.code == 1)
    #expect(try ToolRun(["login@original", "--json", "-c", "tap logn"], in: folder).code == 2)
    #expect(try ToolRun(["--json"], in: folder).code == 2)
  }
}
