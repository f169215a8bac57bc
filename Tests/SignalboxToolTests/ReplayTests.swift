import Foundation
import PtySupport
import Testing

struct ReplayTests {
  /// A folder with a transcript that holds, recorded now, and without a recording's marks, as one written by hand.
  private func recorded(_ name: String = "a.transcript") throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let run = try ToolRun(
      ["record", name, "--machine", "login@fixed"], lines: ["set name \"aaaaaa\"", "set password $right"], in: folder)
    #expect(run.code == 0)
    let text = try folder.text(name)
    try folder.write(
      text.replacing("%transcript 1 recorded\n", with: "%transcript 1\n").replacing("\n%end 1\n", with: "\n"), to: name)
    return folder
  }

  @Test("a difference is told with its place, and ends with 1")
  func difference() throws {
    let folder = try recorded()
    let text = try folder.text("a.transcript")
    try folder.write(text.replacing(#"-> "aaaaaa""#, with: #"-> "bbbbbb""#), to: "a.transcript")
    let run = try ToolRun(["replay", "a.transcript"], in: folder)
    #expect(run.code == 1)
    #expect(run.errors.isEmpty)
    #expect(run.output.hasPrefix("a.transcript:"))
    #expect(run.output.contains("\n  - | name \"\" -> \"bbbbbb\"\n  + | name \"\" -> \"aaaaaa\"\n"))
    #expect(run.output.contains("\n  review: signalbox replay --review a.transcript:"))
    #expect(run.output.hasSuffix("\n1 case in 1 file: 1 failed\n"))
  }

  @Test("an update keeps comments, and what it wrote holds")
  func update() throws {
    let folder = try recorded()
    let text = try folder.text("a.transcript")
    let commented = text.replacing("> set name", with: "# why this name\n> set name")
    try folder.write(commented.replacing(#"-> "aaaaaa""#, with: #"-> "bbbbbb""#), to: "a.transcript")
    let run = try ToolRun(["replay", "--update", "a.transcript"], in: folder)
    #expect(run.code == 0)
    #expect(run.output.hasSuffix("1 case in 1 file: 1 failed; 1 file updated, 1 block rewritten\n"))
    #expect(try folder.text("a.transcript") == commented)
    #expect(try ToolRun(["replay", "a.transcript"], in: folder).code == 0)
  }

  @Test("an update fills a case without any output")
  func filled() throws {
    let folder = try recorded()
    let text = try folder.text("a.transcript")
    let bare = text.split(separator: "\n").filter { !$0.hasPrefix("|") }.joined(separator: "\n") + "\n"
    try folder.write(bare, to: "a.transcript")
    let refused = try ToolRun(["replay", "a.transcript"], in: folder)
    #expect(refused.code == 2)
    #expect(refused.errors.contains("error[E2235]"))
    #expect(try ToolRun(["replay", "--update", "a.transcript"], in: folder).code == 0)
    #expect(try folder.text("a.transcript") == text)
    try folder.write(text + "%case silent\n", to: "a.transcript")
    let opened = try ToolRun(["replay", "--update", "a.transcript"], in: folder)
    #expect(opened.code == 0)
    #expect(try folder.text("a.transcript") == text + "%case silent\n| login idle\n")
  }

  @Test("an update shows the blocks that it rewrites, and what it refuses is told with the difference")
  func shown() throws {
    let folder = try recorded()
    let text = try folder.text("a.transcript")
    let stale = text.replacing(#"-> "aaaaaa""#, with: #"-> "bbbbbb""#)
    let losing = stale.replacing("%case a\n", with: "\n%case b\n").split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .dropFirst(2).joined(separator: "\n").replacing("| password", with: "| extra line\n| password")
    try folder.write(stale + losing, to: "a.transcript")
    let run = try ToolRun(["replay", "--update", "a.transcript"], in: folder)
    #expect(run.code == 1)
    #expect(
      run.output.hasPrefix(
        """
        a.transcript:5: block rewritten
          > set name "aaaaaa"
          - | name "" -> "bbbbbb"
          + | name "" -> "aaaaaa"

        """))
    #expect(run.output.contains(": not updated: 'b': this would drop '| extra line' with nothing in its place; '--acc"))
    #expect(run.output.contains("  - | name \"\" -> \"bbbbbb\"\n  + | name \"\" -> \"aaaaaa\"\n"))
    #expect(run.output.contains("  - | extra line\n"))
    #expect(run.output.hasSuffix("2 cases in 1 file: 2 failed; 1 file updated, 1 block rewritten\n"))
    #expect(try folder.text("a.transcript") == text + losing)
  }

  @Test("a header that is stale, or names no hash, is renewed by an update when every case of its file holds")
  func header() throws {
    let folder = try recorded()
    let text = try folder.text("a.transcript")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let header = String(lines[1])
    for old in ["%machine login@fixed 000000000000", "%machine login@fixed"] {
      let stale = text.replacing(header, with: old)
      try folder.write(stale, to: "a.transcript")
      #expect(try ToolRun(["replay", "a.transcript"], in: folder).code == 0)
      #expect(try folder.text("a.transcript") == stale)
      let run = try ToolRun(["replay", "--update", "."], in: folder)
      #expect(run.code == 0)
      #expect(
        run.output == "./a.transcript:2: header renewed: the machine's hash is now \(header.suffix(12))\n"
          + "1 case in 1 file: 1 passed; 1 file updated, 0 blocks rewritten, 1 header renewed\n")
      #expect(try folder.text("a.transcript") == text)
    }
    #expect(
      try ToolRun(["replay", "--update", "."], in: folder).output
        == "1 case in 1 file: 1 passed; 0 files updated, 0 blocks rewritten\n")
  }

  @Test("a folder that cannot be searched says why", arguments: ["replay", "lint"])
  func folders(_ command: String) throws {
    let folder = try ScratchFolder()
    let deep = (0..<70).map { _ in "d" }.joined(separator: "/")
    try FileManager.default.createDirectory(atPath: folder.path("deep/\(deep)"), withIntermediateDirectories: true)
    let run = try ToolRun([command, "deep"], in: folder)
    #expect(run.code == 2)
    #expect(run.errors.contains("error[E3003]: deep/d/d"))
    #expect(run.errors.contains(": folders nest more than 64 deep; name a folder further down"))
    try FileManager.default.createDirectory(atPath: folder.path("names"), withIntermediateDirectories: false)
    let made = try ToolRun.shell(#"touch "$(printf 'names/\xff.transcript')""#, in: folder)
    #expect(made.code == 0)
    #expect(
      try ToolRun([command, "names"], in: folder).errors.contains(
        "error[E2002]: names: holds a name that is not UTF-8; rename that file"))
    let missing = try ToolRun([command, "none.transcript"], in: folder)
    #expect(missing.code == 2 && missing.errors.contains("error[E2001]: none.transcript: no such file"))
  }

  @Test("a line is dropped only with consent")
  func lost() throws {
    let folder = try recorded()
    let text = try folder.text("a.transcript")
    try folder.write(text + "> tap login\n| push nowhere\n> tap login\n| push nowhere\n", to: "a.transcript")
    let before = try folder.text("a.transcript")
    try folder.write(before.replacing("| password", with: "| extra line\n| password"), to: "a.transcript")
    let kept = try ToolRun(["replay", "--update", "a.transcript"], in: folder)
    #expect(kept.code == 1)
    #expect(kept.output.contains("'--accept-lost' allows it"))
    #expect(try ToolRun(["replay", "--update", "--accept-lost", "a.transcript"], in: folder).code == 0)
    #expect(try ToolRun(["replay", "a.transcript"], in: folder).code == 0)
  }

  @Test("a case is chosen by its title, or by a line in it")
  func selection() throws {
    let folder = try recorded()
    let text = try folder.text("a.transcript")
    try folder.write(text + "\n%case 二\n| nonsense\n", to: "a.transcript")
    #expect(try ToolRun(["replay", "--case", "a"], in: folder).code == 2)
    #expect(try ToolRun(["replay", "--case", "a", "."], in: folder).output == "1 case of 2 in 1 file: 1 passed\n")
    #expect(try ToolRun(["replay", "a.transcript:5"], in: folder).code == 0)
    #expect(try ToolRun(["replay", "--case", "二", "."], in: folder).code == 1)
    #expect(
      try ToolRun(["replay", "a.transcript"], in: folder).output.hasSuffix("2 cases in 1 file: 1 passed, 1 failed\n"))
    #expect(try ToolRun(["replay", "a.transcript:1"], in: folder).code == 2)
    #expect(try ToolRun(["replay", "--case", "三", "."], in: folder).code == 2)
  }

  @Test("another variant is run instead, and other machines are left out")
  func variants() throws {
    let folder = try recorded()
    let run = try ToolRun(["replay", "--as", "login@original", "a.transcript"], in: folder)
    #expect(run.code != 2)
    #expect(run.output.contains("1 case in 1 file: "))
    #expect(try ToolRun(["replay", "--as", "user@fixed", "."], in: folder).code == 2)
  }

  @Test("a command that the machine does not know is an error of the case")
  func unknownCommand() throws {
    let folder = try ScratchFolder()
    let text = "%transcript 1\n%machine login@fixed\n%case a\n> tap nowhere\n| x\n"
    try folder.write(text, to: "a.transcript")
    let run = try ToolRun(["replay", "."], in: folder)
    #expect(run.code == 2)
    #expect(run.output.hasPrefix("./a.transcript:4:7: error: "))
    #expect(run.output.hasSuffix("1 case in 1 file: 1 in error\n"))
  }

  @Test(
    "a transcript cannot touch a file",
    arguments: ["save out", "save --force out", "trace out", "record out", "source a.transcript"])
  func noFiles(_ command: String) throws {
    let folder = try ScratchFolder()
    let text = "%transcript 1\n%machine login@fixed\n%case a\n> set name \"a\"\n| x\n> \(command)\n| x\n"
    try folder.write(text, to: "a.transcript")
    for words in [["replay"], ["run"], ["trace"], ["lint"], ["record", "new.transcript"]] {
      let run = try ToolRun(words + ["a.transcript"], in: folder)
      #expect(run.code == 2)
      #expect(run.errors.contains("error[E2247]: a.transcript:6:3: '"))
    }
    #expect(try folder.names == ["a.transcript"])
  }

  @Test("the REPL opens before the command at a line")
  func repl() throws {
    let folder = try recorded()
    let lines = try folder.text("a.transcript").split(separator: "\n")
    let line = try #require(lines.firstIndex { $0.hasPrefix("> set password") }) + 1
    let run = try ToolRun(["repl", "a.transcript:\(line)"], lines: ["fields name", "undo"], in: folder)
    #expect(run.code == 0)
    #expect(run.output.contains("\"aaaaaa\""))
    #expect(run.output.contains("undone: set name"))
    #expect(run.output.contains("  'redo' does 'set password $right'; the transcript expects:\n  | password"))
    let first = try #require(lines.firstIndex { $0.hasPrefix("> set name") }) + 1
    let redone = try ToolRun(
      ["repl", "a.transcript:\(first)"], lines: ["redo 2", "fields name"], in: folder)
    #expect(redone.code == 0 && redone.output.contains("2 commands redone") && redone.output.contains("\"aaaaaa\""))
  }

  @Test("running prints what happens and checks nothing")
  func run() throws {
    let folder = try recorded()
    let text = try folder.text("a.transcript")
    try folder.write(text.replacing(#"-> "aaaaaa""#, with: #"-> "bbbbbb""#), to: "a.transcript")
    let run = try ToolRun(["run", "a.transcript"], in: folder)
    #expect(run.code == 0)
    #expect(run.output.hasPrefix("%case a\n| "))
    #expect(run.output.contains("> set name \"aaaaaa\"\n| name \"\" -> \"aaaaaa\"\n"))
    #expect(run.output.hasSuffix("\n  1 run: 2 commands, 0 mistakes\n"))
  }

  @Test("no secret reaches a log by way of a transcript's excerpt or a failing command")
  func secrets() throws {
    let folder = try ScratchFolder()
    try folder.write("open login@fixed\nset password \"hunter2\"\n", to: "script")
    let script = try ToolRun(["replay", "script"], in: folder)
    #expect(script.code == 2)
    #expect(script.errors.contains("error[E2209]: script:2:1: 'set' is not a transcript line"))
    #expect(!(script.errors + script.output).contains("hunter2"))
    let text = "%transcript 1\n%machine login@fixed\n%case a\n| login idle\n> set password \"hunter2\"\n| x\n"
    try folder.write(text, to: "a.transcript")
    let failing = try ToolRun(["replay", "a.transcript"], in: folder)
    #expect(failing.code == 1)
    #expect(failing.output.contains("\n  > set password $typed1\n"))
    #expect(!(failing.errors + failing.output).contains("hunter2"))
  }

  @Test("an open quote in an expected line is bad input")
  func openQuote() throws {
    let folder = try ScratchFolder()
    let text = "%transcript 1\n%machine login@fixed\n%case a\n> set name \"a\"\n| name \"\" -> \"a\n"
    try folder.write(text, to: "a.transcript")
    let run = try ToolRun(["replay", "a.transcript"], in: folder)
    #expect(run.code == 2)
    #expect(
      run.errors == """
        signalbox: error[E2226]: a.transcript:5:14: the value cannot be read: this text does not end; close it with a \
        double quote
          | | name "" -> "a
                         ^

        """)
  }

  @Test("a muted path is left out and counted")
  func muted() throws {
    let folder = try recorded()
    let text = try folder.text("a.transcript")
    let kept = text.split(separator: "\n").filter { !$0.hasPrefix("| name") }.joined(separator: "\n") + "\n"
    try folder.write(kept.replacing("%case a\n", with: "%case a\n%mute name\n"), to: "a.transcript")
    let run = try ToolRun(["replay", "a.transcript"], in: folder)
    #expect(run.code == 0)
    #expect(run.output == "1 case in 1 file: 1 passed; 1 line muted\n")
  }
}
