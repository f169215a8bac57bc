import Foundation
import PtySupport
import Testing

@testable import SignalboxTool

/// `signalbox compare --base PATH` and `signalbox serve`: another version of the tool is driven over JSON lines.
@Suite("A comparison with another version")
struct BaseTests {
  /// A folder with a tool `base`, which has under the name of the second machine what the first one is.
  private func folder(where own: String, was original: String) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let tool = BuiltProduct.path("signalbox")
    try Self.write(
      "sed -u 's/\(own)/\(original)/g' | '\(tool)' serve | sed -u '/^{\"machines\"/s/\(original)/\(own)/g'", as: "base",
      in: folder)
    return folder
  }

  static func write(_ script: String, as name: String, in folder: ScratchFolder) throws {
    try folder.write("#!/bin/bash\n\(script)\n", to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path(name))
  }

  private func compared(_ arguments: String..., in folder: ScratchFolder) throws -> ToolRun {
    try ToolRun(["compare", "--base", folder.path("base")] + arguments, in: folder)
  }

  // MARK: The search

  static let pairs: [[String]] = [
    ["login@original", "login@fixed", "--depth", "6"], ["purchase@original", "purchase@fixed"],
    ["command@original", "command@fixed", "--depth", "4", "--races"],
    ["login@original", "login@fixed", "--fail-on", "fault", "--races", "--past-the-screen", "--depth", "3"],
    ["phone@blocks", "phone@fixed", "--states", "70"],
    ["home@original", "home@fixed", "--depth", "5"],
    ["follow@original", "follow@fixed", "--states", "90"],
    ["user@original", "user@fixed", "--ignore", "text", "--depth", "4"],
    ["flickr@original", "flickr@fixed", "--states", "12"],
  ]

  @Test("what is found over the wire is what is found in one process, to the byte", arguments: pairs)
  func same(_ arguments: [String]) throws {
    let folder = try folder(where: arguments[1], was: arguments[0])
    let options = Array(arguments.dropFirst(2)) + ["--json"]
    let here = try ToolRun(["compare"] + arguments.prefix(2) + options, in: folder)
    let there = try ToolRun(["compare", "--base", folder.path("base"), arguments[1]] + options, in: folder)
    let lines = there.output.split(separator: "\n").filter {
      !$0.hasPrefix("{\"base\"") && !$0.hasPrefix("{\"machine\"") && !$0.hasPrefix("{\"compare\"")
    }
    // A verdict for the machine and one over all.
    #expect(lines.count > 2 && lines.suffix(2).first == lines.last)
    // A secret is spelled by a name that only the first machine may have.
    // What another process did not try is not asked of it.
    func known(_ line: Substring) -> String { line.components(separatedBy: ",\"untried\":")[0] }
    #expect(lines.dropLast().map(known) == here.output.split(separator: "\n").dropFirst().map(known))
    #expect(there.code == here.code && there.errors.isEmpty, "\(there.errors)")
  }

  @Test("a report says machine by machine what differs, and a line of each that does not")
  func text() throws {
    let folder = try folder(where: "purchase@fixed", was: "purchase@original")
    let run = try compared("purchase@fixed", "login@fixed", in: folder)
    #expect(run.code == 1)
    let base = folder.path("base")
    #expect(
      run.output.hasPrefix(
        """
        - a  \(base)
        + b  this tool

        login@fixed  no difference: all 41 pairs of states, 168 steps, 8 commands deep

        - a  purchase@fixed at \(base)  ca3a9a6c6c30
        + b  purchase@fixed
        """))
    #expect(
      run.output.contains("\n1  broken \"a purchase has exactly one outcome\", only in a\n  tap buy\n  tap buy\n"))
    #expect(
      run.output.hasSuffix("\n2 machines compared with \(base): 1 breaking, 1 identical\n"), "\(run.output)")
    let quiet = try compared("login@fixed", in: folder)
    #expect(quiet.code == 0 && quiet.output.hasSuffix("1 machine compared with \(base): 1 identical\n"))
    let bounded = try compared("login@fixed", "--depth", "1", in: folder)
    #expect(bounded.code == 3 && bounded.output.hasSuffix("\(base): 1 with no difference found\n"))
    #expect(try compared("login@fixed", "--depth", "1", "--accept-bound", in: folder).code == 0)
  }

  @Test("a name is every variant of it; what only one has is a line, and what is gone breaks")
  func onlyOne() throws {
    let folder = try ScratchFolder()
    let tool = BuiltProduct.path("signalbox")
    try Self.write("'\(tool)' serve | sed -u 's/\"login@original\"/\"login@former\"/'", as: "base", in: folder)
    let gone = try compared("login", "--accept-bound", "--depth", "1", in: folder)
    #expect(gone.code == 1)
    #expect(
      gone.output.contains("\nonly a has: machine login@former\nonly b has: machine login@original\n\nlogin@fixed  no ")
    )
    #expect(gone.output.hasSuffix(": 2 with no difference found, 1 only in a, 1 only in b\n"))
    let new = try compared("login@original", "--json", in: folder)
    #expect(new.code == 0)
    #expect(new.output.split(separator: "\n").dropFirst().first == #"{"machine":"login@original","v":1,"only":"b"}"#)
    #expect(new.output.hasSuffix(#"{"verdict":"additive","v":1,"differences":0,"classes":{}}"# + "\n"))
    let neither = try compared("logn", in: folder)
    #expect(neither.code == 2 && neither.errors.contains("did you mean 'login'?"), "\(neither.errors)")
  }

  @Test("every line for programs is one that the published schema allows")
  func schema() throws {
    let schema = try JSONSchema("diff.schema.json", besides: ["trace.schema.json", "search.schema.json"])
    let folder = try folder(where: "purchase@fixed", was: "purchase@original")
    let run = try compared("purchase", "login@fixed", "--json", in: folder)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count > 10)
    for line in lines { #expect(try schema.faults(in: line) == [], "\(line)") }
  }

  @Test("a comment names the machines that differ, and folds the others")
  func markdown() throws {
    let folder = try folder(where: "purchase@fixed", was: "purchase@original")
    let run = try compared("purchase@fixed", "login@fixed", "--markdown", in: folder)
    #expect(run.output.hasPrefix("## <code>") && run.output.contains("</code> → this version: breaking\n"))
    #expect(run.output.contains("\n### <code>purchase&#64;fixed at "))
    #expect(run.output.contains("<details><summary>1 machine without a difference</summary>\n"))
  }

  @Test("scripts are kept as what the base does and what this version does; the first fails here, the second holds")
  func saved() throws {
    let folder = try folder(where: "purchase@fixed", was: "purchase@original")
    let run = try compared("purchase@fixed", "--save", folder.path("."), in: folder)
    #expect(run.code == 1, "\(run.errors)")
    let name = "purchase@fixed-1-broken-a-purchase-has-exactly-one-outcome-only-in-a.transcript"
    #expect(run.output.contains("\n  saved to ") && run.output.contains("/base-\(name)\n"), "\(run.output)")
    let (base, own) = (try folder.text("base-\(name)"), try folder.text(name))
    let broken = "\n| broken \"a purchase has exactly one outcome\"\n"
    #expect(base.contains(broken) && !own.contains(broken))
    #expect(base.contains("\n%machine purchase@original "), "the stand-in's own name")
    #expect(try ToolRun(["replay", "--as", "purchase@fixed", "base-\(name)"], in: folder).code == 1)
    #expect(try ToolRun(["replay", name], in: folder).code == 0)
    // A second time there are files of these names.
    #expect(try compared("purchase@fixed", "--save", folder.path("."), in: folder).code == 2)
    let json = try compared("purchase@fixed", "--json", "--save", "new", in: folder)
    #expect(json.code == 1 && json.output.contains(#""saved":["new/base-\#(name)","new/\#(name)"]}"#), "\(json.output)")
  }

  // MARK: Transcripts

  @Test("transcripts run in lock-step on both: those that are named, or those of the folder Transcripts")
  func transcripts() throws {
    let folder = try folder(where: "login@fixed", was: "login@original")
    let file = "\(ReadmeTests.root)/Transcripts/login/double-push.transcript"
    try FileManager.default.createDirectory(atPath: folder.path("Transcripts"), withIntermediateDirectories: false)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try folder.write(text.replacing("login@original", with: "login@fixed"), to: "Transcripts/push.transcript")
    let own = try ToolRun(
      ["compare", "login@original", "login@fixed", "Transcripts/push.transcript", "--json", "--depth", "1"], in: folder)
    let wanted = own.output.split(separator: "\n").filter { $0.hasPrefix("{\"finding\"") || $0.hasPrefix("{\"tally\"") }
    #expect(wanted.count > 3)
    for arguments in [
      ["login@fixed"], ["login@fixed", "Transcripts"], ["login@fixed", "Transcripts/push.transcript:4"],
    ] {
      let run = try ToolRun(
        ["compare", "--base", folder.path("base"), "--json", "--depth", "1"] + arguments, in: folder)
      let found = run.output.split(separator: "\n").filter {
        $0.hasPrefix("{\"finding\"") || $0.hasPrefix("{\"tally\"")
      }
      #expect(found == wanted, "\(run.errors)")
    }
    // Those of other machines are not played.
    let same = try compared("purchase@fixed", in: folder)
    #expect(same.output.hasSuffix("\n1 machine compared with \(folder.path("base")): 1 identical\n"))
  }

  @Test(
    "what only one version can do in a transcript is a difference; a mistake for both is bad input, and the rest goes on"
  )
  func mistakes() throws {
    let folder = try folder(where: "purchase@fixed", was: "purchase@original")
    let head = "%transcript 1\n%machine purchase@fixed\n%case a\n| purchase idle\n"
    try folder.write(head + "> tap buy\n|*\n> reply check ok\n|*\n> tap buy\n|*\n", to: "one.transcript")
    try folder.write(head + "> tap nothing\n|*\n", to: "two.transcript")
    try folder.write("tap buy\n", to: "list.transcript")
    let run = try compared(
      "purchase@fixed", "./one.transcript", "./two.transcript", "list.transcript", in: folder)
    #expect(run.code == 2)
    #expect(run.output.contains("\n./one.transcript\n"))
    #expect(run.errors.contains("two.transcript:5:7: "), "\(run.errors)")
    #expect(run.errors.contains("list.transcript"), "\(run.errors)")
    #expect(run.output.hasSuffix(": 1 breaking, 2 not to be compared\n"), "\(run.output)")
  }

  // MARK: The other tool

  @Test("a tool that answers the greeting and then no more is ended after a limit")
  func hanging() throws {
    let folder = try ScratchFolder()
    try Self.write(
      "read; echo '{\"machines\":[{\"machine\":\"login@fixed\"}]}'; exec sleep 1000", as: "base", in: folder)
    let tool = try OtherTool(folder.path("base"), of: "base", answerSeconds: 1)
    #expect(try tool.machines() == ["login@fixed"])
    let error = try #require(throws: Diagnostic.self, performing: { try tool.ask(.offers, []) { _ in } })
    #expect(error.code == "E4276")
    #expect(
      error.sentence
        == "the tool of 'base' did not answer 'offers' within 1 seconds; check that it is a tool of Signalbox")
  }

  @Test(
    "a tool that does not answer as it should is told of with what happened",
    arguments: [
      ("exit 2", "E4274", "does not know 'serve', so it is older than 'compare --base'; choose a later revision"),
      ("exit 3", "E4274", "ended with 3 before it answered 'machines'; its output is above"),
      ("read; kill -9 $$", "E4274", "ended with 137 before it answered 'machines'"),
      ("read; echo hello", "E4275", "does not answer 'machines' in the expected form: column 1: "),
      ("read; echo '{}'", "E4275", "does not answer 'machines' in the expected form: 'machines' is missing"),
      ("read; echo '{\"machines\":[{\"machine\":1}]}'", "E4275", "'1' is not a text"),
      ("read; printf '\\377\\n'", "E4275", "UTF-8"),
      ("exec cat", "E4275", "does not answer 'machines' in the expected form: 'machines' is missing"),
      ("exec yes", "E4275", "does not answer 'machines' in the expected form: column 1: "),
      ("exec true", "E4274", "ended with 0 before it answered 'machines'"),
      ("exec sleep 1000", "E4276", "did not answer 'machines' within 10 seconds; check that it is a tool of Signalbox"),
      ("read; echo '{\"machines\":[{\"machine\":\"login@fixed\"}]}'; read", "E4274", "before it answered 'open'"),
    ])
  func broken(_ script: String, _ code: String, _ sentence: String) throws {
    let folder = try ScratchFolder()
    try Self.write(script, as: "base", in: folder)
    let run = try compared("login@fixed", in: folder)
    #expect(run.code == 4 && run.output.isEmpty)
    #expect(run.errors.contains("error[\(code)]: the tool of '") && run.errors.contains(sentence), "\(run.errors)")
  }

  @Test(
    "a tool with another version of the protocol is told of with both versions",
    arguments: [
      (2, "version 2 of the protocol was requested, but this tool has 1; compare with a newer one"),
      (0, "version 0 of the protocol was requested, but this tool has 1; compare with an older one"),
    ])
  func versions(_ version: Int, _ sentence: String) throws {
    let folder = try ScratchFolder()
    let tool = BuiltProduct.path("signalbox")
    try Self.write("sed -u 's/\"v\":1/\"v\":\(version)/' | '\(tool)' serve", as: "base", in: folder)
    let run = try compared("login@fixed", in: folder)
    #expect(run.code == 2 && run.output.isEmpty)
    #expect(run.errors.contains("the tool of '\(folder.path("base"))': \(sentence)"), "\(run.errors)")
  }

  @Test("a tool that is not there, and options that do not go together")
  func usage() throws {
    let folder = try ScratchFolder()
    let none = try compared("login@fixed", in: folder)
    #expect(none.code == 4 && none.errors.contains("error[E4273]: "), "\(none.errors)")
    #expect(none.errors.contains("cannot be started: no such file"), "\(none.errors)")
    for (arguments, sentence) in [
      (["login"], "two machines are compared; name both, or a revision with '--base'"),
      ([], "two machines are compared"),
    ] {
      let run = try ToolRun(["compare"] + arguments, in: folder)
      #expect(run.code == 2 && run.errors.contains(sentence), "\(run.errors)")
    }
  }

  // MARK: The protocol

  private static let greeting = #"{"ask":"machines","v":1}"#

  private func answers(_ questions: String...) throws -> [String] {
    let run = try ToolRun(["serve"], lines: [Self.greeting] + questions, in: ScratchFolder())
    #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
    return run.output.split(separator: "\n").dropFirst().map(String.init)
  }

  private static let opening =
    #"{"ask":"open","v":1,"machine":"login@fixed","reach":{"rows":false,"keyboard":false,"program":false}}"#

  @Test("questions are answered line by line; a name that the machine lacks is null, and what was forgotten is unknown")
  func questions() throws {
    let script = #"{"ask":"transcript","v":1,"machine":"purchase@fixed","title":"一","commands":"#
    let told = try answers(script + #"["tap buy"]}"#, script + #"["tap nothing"]}"#)
    #expect(
      told[0].hasPrefix(#"{"transcript":"%transcript 1 recorded\n%machine purchase@fixed "#)
        && told[0].contains("%case 一"))
    #expect(told[1].hasPrefix(#"{"refused":"unknown control 'nothing'"#), "\(told)")
    let answers = try answers(
      #"{"ask":"machines","v":1}"#, Self.opening, #"{"ask":"offers","v":1,"places":[0]}"#,
      #"{"ask":"steps","v":1,"steps":[[0,["set","name","aaaaaa"],false],[0,["tap","nix",[]],false]],"forget":[0]}"#,
      #"{"ask":"offers","v":1,"places":[0]}"#)
    #expect(answers[0].hasPrefix(#"{"machines":[{"machine":"login@fixed","definition":"#))
    #expect(answers[1].hasPrefix(#"{"definition":""#) && answers[1].contains(#""phase":[["login","idle"]]"#))
    #expect(answers[2].hasPrefix(#"{"offers":[[["set","name",""#))
    #expect(answers[3].hasPrefix(#"{"steps":[{"place":1,"key":""#))
    #expect(
      answers[3].hasSuffix(
        #""cause":["user","set","name",["aaaaaa"],false],"did":[["field","name",0,[""],["aaaaaa"]]]},null]}"#))
    #expect(answers[4].contains("there is no place number 0; name one of an answer that was not forgotten"))
  }

  @Test("the first, the last and a middle row of a list are offered")
  func rows() throws {
    let opened = [
      Self.greeting,
      #"{"ask":"open","v":1,"machine":"goods@fixed","reach":{"rows":false,"keyboard":false,"program":false}}"#,
      #"{"ask":"steps","v":1,"steps":[[0,["advance",3000],false]],"forget":[]}"#,
      #"{"ask":"offers","v":1,"places":[1]}"#,
    ]
    let run = try ToolRun(["serve"], lines: opened, in: ScratchFolder())
    #expect(run.output.components(separatedBy: #".like""#).count - 1 == 3, "\(run.output)")
  }

  @Test(
    "what is no question is told with its place, and the next one is answered",
    arguments: [
      (#"{"ask":"machines","v":2}"#, 1, "version 2 of the protocol was requested, but this tool has 1"),
      (#"{"ask":"machines"}"#, 1, "'v' is missing"), (#"{"ask":"x","v":1}"#, 1, "is not one of machines, open, "),
      ("[]", 1, "'[]' is not an object"), ("  nonsense", 3, "found 'nonsense'"), ("", 1, "expected a JSON value"),
      (#"{"ask":"offers","v":1,"places":[0]}"#, 1, "no machine is open; ask 'open' first"),
      (#"{"ask":"open","v":1,"machine":"logn","reach":{}}"#, nil, "did you mean 'login'?"),
      (#"{"ask":"open","v":1,"machine":"login","reach":{"program":1}}"#, 1, "'1' is not true or false"),
      (##"{"a":{"#double":"x"}}"##, 17, "#double"),
    ] as [(String, Int?, String)])
  func malformed(_ question: String, _ column: Int?, _ sentence: String) throws {
    let answers = try answers(question, #"{"ask":"machines","v":1}"#)
    let place =
      column.map { #""code":"E1190","path":"standard input","line":2,"column":\#($0),"# } ?? #"{"error":{"code":"E"#
    #expect(answers.first?.contains(place) ?? false, "\(answers)")
    #expect(answers.first?.contains(sentence) ?? false, "\(answers)")
    #expect(answers.last?.hasPrefix(#"{"machines":"#) ?? false)
  }

  @Test(
    "a step that is none is told of",
    arguments: [
      (#"[[0,["set","name"],false]]"#, "is not a stimulus"), (#"[[0,["fly"],false]]"#, "is not a stimulus"),
      (#"[[0,["back"]]]"#, "is not a step"), (#"[["0",["back"],false]]"#, "is not an integer"),
      (#"[[7,["back"],false]]"#, "there is no place number 7"),
      (#"[[0,["tap","login",[1,2]],false]]"#, "'[1,2]' is not a value or none"),
    ])
  func steps(_ steps: String, _ sentence: String) throws {
    let answers = try answers(Self.opening, #"{"ask":"steps","v":1,"steps":\#(steps),"forget":[]}"#)
    #expect(answers.last?.contains(sentence) ?? false, "\(answers.last ?? "")")
  }
}
