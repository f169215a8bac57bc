import Foundation
import PtySupport
import Testing

/// `signalbox coverage` and `diagram --seen`: what they say, and their exit codes.
@Suite("Coverage from the command line")
struct CoverageTests {
  /// A folder with the transcripts of one machine of the gallery.
  private func folder(of name: String) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try FileManager.default.copyItem(
      atPath: "\(ReadmeTests.root)/Transcripts/\(name)", toPath: folder.path("Transcripts"))
    return folder
  }

  private static let denied = """
    %transcript 1
    %machine login@fixed
    %case denied
    |*
    > tap login
    |*
    > set name $messy
    |*
    > set password $wrong
    |*
    > tap login
    |*
    > advance
    |*

    """

  @Test("a machine a line, then what was not taken by name; checked by hand against the transcript and the chart")
  func text() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.denied, to: "denied.transcript")
    let run = try ToolRun(["coverage", "denied.transcript"], in: folder)
    #expect(
      run.output == """
        machine      states  transitions  refusals  outcomes  timers  alerts  all
        login@fixed  4/6     3/9          1/1       1/4       -       1/2     10/22  45%

        login@fixed: 12 not taken
          state       Login: login.succeeded
          state       Login: login.error
          transition  Login: login.validating: always -> idle
          transition  Login: login.executing: authenticate.ok -> succeeded
          transition  Login: login.executing: authenticate.error -> error
          transition  Login: login.succeeded: returned -> idle
          transition  Login: login.failed: dismissed -> idle
          transition  Login: login.error: dismissed -> idle
          outcome     authenticate ok
          outcome     authenticate error
          outcome     authenticate time-out
          alert       "登录失败" "确定"
        1 case in 1 file, 1 machine

        """, "\(run.output)")
    #expect(run.code == 0 && run.errors.isEmpty)
  }

  @Test("each missing item gets a shortest script, or it is said that none was found within the bound")
  func scripts() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.denied, to: "denied.transcript")
    let run = try ToolRun(["coverage", "denied.transcript", "--cover"], in: folder)
    #expect(
      run.output.contains(
        """
          alert       "登录失败" "确定"
            open login@fixed
            set name $messy
            set password $wrong
            tap login
            advance
            dismiss "确定"
          searched for in
        """), "\(run.output)")
    #expect(!run.output.contains("not found"))
    let bounded = try ToolRun(["coverage", "denied.transcript", "--cover", "--states", "2"], in: folder)
    #expect(bounded.output.contains("    not found\n") && bounded.output.contains("; stopped by --states 2\n"))
    #expect(try ToolRun(["coverage", "denied.transcript", "--states", "0"], in: folder).code == 2)
  }

  @Test("every script that is told takes what it is told for: run together they leave nothing that was found")
  func toldScripts() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.denied, to: "denied.transcript")
    let told = try ToolRun(["coverage", "denied.transcript", "--cover"], in: folder).output
    var scripts: [[String]] = []
    for line in told.split(separator: "\n").map(String.init) where line.hasPrefix("    ") {
      let command = String(line.dropFirst(4))
      if command.hasPrefix("open ") { scripts.append([]) } else { scripts[scripts.count - 1].append(command) }
    }
    #expect(scripts.count == 12)
    let cases = scripts.enumerated().map { index, script in
      "%case \(index)\n|*\n" + script.map { "> \($0)\n|*\n" }.joined() + "\n"
    }
    try folder.write("%transcript 1\n%machine login@fixed\n" + cases.joined(), to: "told.transcript")
    let all = try ToolRun(["coverage", "denied.transcript", "told.transcript", "--min", "100"], in: folder)
    #expect(all.code == 0 && all.output.contains("22/22  100%"), "\(all.output)\(all.errors)")
  }

  @Test("JSON is one object that says the same")
  func json() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.denied, to: "denied.transcript")
    let run = try ToolRun(["coverage", "denied.transcript", "--json", "--cover"], in: folder)
    #expect(run.output.hasPrefix("{\"coverage\":\"transcripts\",\"v\":1,\"cases\":1,\"files\":1,\"machines\":["))
    let object = try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let machines = try #require(object["machines"] as? [[String: Any]])
    let items = try #require(machines.first?["items"] as? [[String: Any]])
    #expect(machines.count == 1 && machines[0]["machine"] as? String == "login@fixed" && items.count == 22)
    #expect(items.count { $0["taken"] as? Bool == true } == 10)
    #expect(items.allSatisfy { ($0["taken"] as? Bool == true) == ($0["script"] is NSNull) })
    let counts = try #require(machines[0]["counts"] as? [[String: Any]])
    #expect(counts.map { $0["all"] as? Int } == [6, 9, 1, 4, 0, 2])
  }

  @Test("JSON is what its published schema says, and the schema tells what is not")
  func schema() throws {
    let schema = try JSONSchema("coverage.schema.json")
    let written = try ["login", "user", "goods"].map { name in
      try ToolRun(["coverage", "Transcripts", "--json"] + (name == "login" ? ["--cover"] : []), in: folder(of: name))
        .output
    }
    for text in written {
      #expect(text.contains("\"machines\":[{"))
      #expect(try schema.faults(in: text) == [])
    }
    for (part, other, fault) in [
      ("\"v\":1", "\"v\":2", ".v: another constant"), ("\"cases\":", "\"cases\":-", ".cases: below its minimum"),
      ("\"taken\":true", "\"taken\":1", ".machines[0].items[0].taken: another type"),
      ("\"kind\":\"state\"", "\"kind\":\"stat\"", ".machines[0].counts[0].kind: none of the values"),
      ("\"hash\":", "\"hsh\":", ".machines[0]: lacks [\"hash\"]"), ("\"files\":", "\"file\":", ": has 'file'"),
      ("\"coverage\":\"transcripts\",\"v\":1", "\"v\":1,\"coverage\":\"transcripts\"", ": another order"),
      ("\"script\":null", "\"script\":\"\"", ".machines[0].items[0].script: another type"),
    ] {
      let range = try #require(written[0].range(of: part))
      let faults = try schema.faults(in: written[0].replacingCharacters(in: range, with: other))
      #expect(faults.contains { $0.hasPrefix(fault) }, "\(faults)")
    }
  }

  @Test("a machine below the least percentage ends with 1")
  func minimum() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.denied, to: "denied.transcript")
    #expect(try ToolRun(["coverage", "denied.transcript", "--min", "45"], in: folder).code == 0)
    #expect(try ToolRun(["coverage", "denied.transcript", "--min", "46"], in: folder).code == 1)
    for percent in ["101", "-1", "x"] {
      #expect(try ToolRun(["coverage", "denied.transcript", "--min=\(percent)"], in: folder).code == 2)
    }
  }

  @Test("what cannot be driven is told, the rest is counted, and the exit code is the gravest")
  func hostile() throws {
    let folder = try ScratchFolder()
    #expect(try ToolRun(["coverage"], in: folder).code == 2, "there is no folder Transcripts")
    try FileManager.default.createDirectory(atPath: folder.path("empty"), withIntermediateDirectories: true)
    let empty = try ToolRun(["coverage", "empty"], in: folder)
    #expect(empty.code == 2 && empty.errors.contains("no case is selected"), "\(empty.errors)")
    try folder.write(Self.denied, to: "denied.transcript")
    try folder.write("%transcript 1\n%machine nobody@home\n%case x\n> tap y\n|*\n", to: "nobody.transcript")
    try folder.write("%transcript 1\nthis is none\n", to: "none.transcript")
    try folder.write([0x25, 0xFF, 0x00, 0x0A], to: "bytes.transcript")
    try folder.write(
      "%transcript 1\n%machine login@fixed\n%case lost\n|*\n> tap login\n|*\n> advance soon\n|*\n",
      to: "lost.transcript")
    try folder.write(
      "%transcript 1\n%machine login@fixed\n%case left\n%skip later\n|*\n> set name $messy\n|*\n", to: "left.transcript"
    )
    for (file, sentence) in [
      ("nobody.transcript", "unknown machine 'nobody@home'"), ("none.transcript", "none.transcript:2:"),
      ("bytes.transcript", "bytes.transcript"), ("missing.transcript", "missing.transcript"),
    ] {
      let alone = try ToolRun(["coverage", file], in: folder)
      #expect(alone.code == 2 && alone.errors.contains(sentence) && alone.output.isEmpty, "\(file): \(alone.errors)")
      let beside = try ToolRun(["coverage", file, "denied.transcript", "--min", "100"], in: folder)
      #expect(beside.code == 2 && beside.output.contains("10/22  45%"), "\(file): \(beside.output)")
    }
    let lost = try ToolRun(["coverage", "lost.transcript"], in: folder)
    #expect(lost.code == 2 && lost.errors.contains("lost.transcript:7:11"), "\(lost.errors)")
    #expect(lost.output.contains("login@fixed  1/6     0/9          1/1 "), "what came before counts: \(lost.output)")
    let left = try ToolRun(["coverage", "left.transcript"], in: folder)
    #expect(left.code == 2 && left.errors.contains("no case is selected"), "a skipped case is not driven")
  }

  @Test("a line of a file is the case in which it stands")
  func line() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.denied + "\n%case more\n|*\n> tap login\n|*\n", to: "two.transcript")
    let run = try ToolRun(["coverage", "two.transcript:19"], in: folder)
    #expect(run.code == 0 && run.output.hasSuffix("1 case in 1 file, 1 machine\n"), "\(run.output)\(run.errors)")
    #expect(run.output.contains("login@fixed  1/6 "), "\(run.output)")
  }

  // MARK: Diagrams

  @Test("a diagram marks what transcripts take, in each format")
  func diagrams() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.denied, to: "denied.transcript")
    let text = try ToolRun(["diagram", "login@fixed", "--seen", "denied.transcript"], in: folder)
    #expect(
      text.output == """
          login
        +   idle (initial)
        +       login -> validating
        +   validating
        +       always [the name is longer than 5 and the password is
                longer than 5]                                           -> executing
        -       always                                                   -> idle
        +   executing
                invoke authenticate
        -       authenticate.ok    -> succeeded / code
        +       authenticate.fail  -> failed / code
        -       authenticate.error -> error / code
        -   succeeded
        -       returned -> idle
        +   failed
        -       dismissed -> idle
        -   error
        -       dismissed -> idle

        """, "\(text.output)\(text.errors)")
    for (format, lines) in [
      ("mermaid", ["state \"error (not taken)\" as s7", "class s2,s3,s4,s6 taken", "class s5,s7 missed"]),
      ("dot", ["label=\"error (not taken)\", style=\"rounded,filled\", fillcolor=mistyrose", ", style=dashed]"]),
    ] {
      let run = try ToolRun(["diagram", "login@fixed", "--format", format, "--seen", "denied.transcript"], in: folder)
      for line in lines { #expect(run.output.contains(line), "\(format): \(line)\n\(run.output)") }
    }
  }

  @Test("without a case of the machine nothing is drawn")
  func otherMachine() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.denied, to: "denied.transcript")
    let run = try ToolRun(["diagram", "login@original", "--seen", "denied.transcript"], in: folder)
    #expect(run.code == 2 && run.output.isEmpty && run.errors.contains("no case is selected"), "\(run.output)")
    #expect(try ToolRun(["diagram", "login@original", "--seen", "missing.transcript"], in: folder).code == 2)
  }
}
