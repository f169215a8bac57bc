import Foundation
import PtySupport
import Statecharts
import Testing

struct InputFileTests {
  static let commands: [[String]] = [
    ["run", "x"], ["replay", "x"], ["trace", "x"], ["diff", "x", "x"], ["trace", "--validate", "x"],
    ["record", "new", "x"],
  ]

  @Test("a missing file is bad input for every command", arguments: commands)
  func missing(_ arguments: [String]) throws {
    let folder = try ScratchFolder()
    let run = try ToolRun(arguments, in: folder)
    #expect(run.code == 2)
    #expect(run.errors == "signalbox: error[E2001]: x: no such file; check the name and the folder\n")
    #expect(try folder.names.isEmpty)
  }

  @Test("a directory is no file", arguments: commands.filter { $0[0] != "replay" })
  func directory(_ arguments: [String]) throws {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(atPath: folder.path("x"), withIntermediateDirectories: false)
    let run = try ToolRun(arguments, in: folder)
    #expect(run.code == 2)
    #expect(run.errors == "signalbox: error[E2001]: x: is a directory; name a file in it\n")
  }

  static let hostile: [(bytes: [UInt8], message: String)] = [
    (Array("a\nb\u{00E9}".utf8) + [0xFF], "E2002]: x:2:3: invalid UTF-8; save the text as UTF-8"),
    ([0x61, 0x00, 0x62], "E2002]: x:1:2: a NUL byte is not text; remove it"),
    ([0xEF, 0xBB, 0xBF, 0x61], "E2002]: x:1:1: starts with a byte order mark; save it as UTF-8 without one"),
    (
      [UInt8](repeating: 0x61, count: 10_000_000),
      "E3002]: x:1:1: line longer than 1048576 bytes; break it up"
    ),
    ([UInt8](repeating: 0x0A, count: 17 << 20), "E3001]: x: larger than 16777216 bytes; split it"),
  ]

  @Test("bytes that are no text are told with their place", arguments: hostile.indices)
  func hostileBytes(_ index: Int) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.hostile[index].bytes, to: "x")
    for arguments in [["run", "x"], ["replay", "x"], ["record", "new", "x"]] {
      let run = try ToolRun(arguments, in: folder)
      #expect(run.code == 2)
      #expect(run.errors == "signalbox: error[\(Self.hostile[index].message)\n")
    }
    #expect(try folder.names == ["x"])
  }

  @Test(
    "a trace is no script: one sentence says what reads it", arguments: ["run", "replay", "record new", "-c source"])
  func trace(_ command: String) throws {
    let folder = try ScratchFolder()
    _ = try ToolRun(["login@fixed", "-c", "set name a", "-c", "trace x.trace.jsonl"], in: folder)
    let words = command.split(separator: " ").map(String.init)
    let arguments = words[0] == "-c" ? ["-c", "source x.trace.jsonl"] : words + ["x.trace.jsonl"]
    let run = try ToolRun(arguments, in: folder)
    #expect(run.code == 2)
    #expect(
      run.errors
        == "signalbox: error[E1113]: x.trace.jsonl: this is a trace, not commands; 'signalbox diff' and 'signalbox trace' "
        + "read it\n")
    #expect(try folder.names == ["x.trace.jsonl"])
  }

  @Test("a FIFO is refused without waiting for it")
  func fifo() throws {
    let folder = try ScratchFolder()
    let run = try ToolRun.shell("mkfifo x; $S run x", in: folder)
    #expect(run.code == 2)
    #expect(run.errors == "signalbox: error[E2001]: x: is not a regular file; copy its contents to a regular file\n")
  }

  @Test("a malformed transcript is told with place, line and caret, and the rest is replayed")
  func malformed() throws {
    let folder = try ScratchFolder()
    try folder.write("%transcript 1\n%machine login@fixed\n%case 一\n  > tap login\n", to: "x.transcript")
    let run = try ToolRun(["replay", "."], in: folder)
    #expect(run.code == 2)
    #expect(run.errors.hasPrefix("signalbox: error[E2207]: ./x.transcript:4:1: "))
    #expect(run.errors.contains("\n  |   > tap login\n    ^\n"))
    #expect(run.output.hasSuffix("0 cases in 0 files, 1 file unreadable\n"))
  }

  @Test(
    "a line that a file does not have, or that no case can stand at, is refused wherever a line can be given",
    arguments: [
      ["replay", "a.transcript:7"], ["replay", "a.transcript", "a.transcript:7"],
      ["repl", "a.transcript:7"],
      ["run", "a.transcript:7"], ["trace", "a.transcript:7"], ["diff", "a.transcript", "a.transcript:7"],
      ["diff", "a.transcript:7", "--as", "login@fixed", "--as", "login@original"],
      ["record", "new.transcript", "a.transcript:7"], ["replay", "a.transcript", "a.transcript:2"], ["replay", ".:5"],
      ["repl", "list.txt:3"], ["run", "list.txt:1"], ["trace", "list.txt:1"],
      ["diff", "a.transcript", "a.trace.jsonl:2"],
    ])
  func line(_ arguments: [String]) throws {
    let folder = try ScratchFolder()
    try folder.write(
      "%transcript 1\n%machine login@fixed\n%case one\n| login idle\n> set name \"a\"\n| name \"\" -> \"a\"\n",
      to: "a.transcript")
    try folder.write("open login@fixed\nset name \"a\"\n", to: "list.txt")
    #expect(try ToolRun(["trace", "a.transcript:6", "-o", "a.trace.jsonl"], in: folder).code == 0)
    let run = try ToolRun(arguments, in: folder)
    #expect(run.code == 2)
    #expect(run.errors.hasPrefix("signalbox: error[E1103]: "), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("new.transcript")))
  }

  @Test("a path that is very long is shown by its beginning and its end")
  func longPath() throws {
    let folder = try ScratchFolder()
    let name = String(repeating: "a", count: 100_000) + "z"
    let shown = String(repeating: "a", count: 120) + "..." + String(repeating: "a", count: 116) + "z"
    for verb in ["source", "save", "record", "trace"] {
      let run = try ToolRun(["login@fixed"], lines: ["\(verb) \(name)"], in: folder)
      let sentence = "\(shown): the name is too long for the file system; shorten it"
      #expect(run.errors == "signalbox: error[E3004]: \(sentence)\n")
    }
    for verb in ["replay", "run", "trace"] {
      let run = try ToolRun([verb, name], in: folder)
      #expect(run.errors.contains("error[E3004]: \(shown): the name is too long") && run.errors.utf8.count < 400)
    }
    for arguments in [["lint", name], [name]] {
      let run = try ToolRun(arguments, in: folder)
      #expect(run.code == 2 && run.errors.contains(shown) && run.errors.utf8.count < 400)
    }
  }

  @Test("a folder without transcripts selects no case")
  func emptyFolder() throws {
    let run = try ToolRun(["replay", "."], in: ScratchFolder())
    #expect(run.code == 2)
    #expect(run.errors == "signalbox: error[E1103]: no case is selected; check the title, the line and the machine\n")
  }

  @Test("a file of commands that another uses is looked for beside it")
  func missingUse() throws {
    let folder = try ScratchFolder()
    let text = "%transcript 1\n%machine login@fixed\n%use ../secret\n%case a\n| login idle\n"
    try folder.write(text, to: "x.transcript")
    let run = try ToolRun(["replay", "x.transcript"], in: folder)
    #expect(run.code == 2)
    #expect(run.errors.contains("x.transcript:3:"))
    #expect(run.errors.contains("E6001"))
  }

  @Test("a trace does not take the place of the script that it is of")
  func traceOverScript() throws {
    let folder = try ScratchFolder()
    try folder.write("open login@fixed\n", to: "s")
    for output in ["s", "./s"] {
      let run = try ToolRun(["trace", "s", "-o", output], in: folder)
      #expect(run.code == 2 && run.errors.contains("would overwrite the input"))
    }
    #expect(try folder.text("s") == "open login@fixed\n")
  }

  @Test("a trace that is torn, malformed or contradicts itself is told")
  func traces() throws {
    let folder = try ScratchFolder()
    let header = #"{"trace":1,"machine":"a@b","definition":"","case":"","phase":{"a":"x"},"fields":{}}"# + "\n"
    let turn = #"{"by":"user","event":"tap","on":"a","to":{"a":["y"]}}"# + "\n"
    try folder.write(header + turn, to: "torn.trace.jsonl")
    try folder.write("{}\n", to: "other.trace.jsonl")
    try folder.write(
      (header + turn + #"{"end":true,"phase":{"a":"z"},"ms":0,"lines":2"#).sealed, to: "wrong.trace.jsonl")
    try folder.write(
      (header + turn + #"{"end":true,"phase":{"a":"y"},"ms":0,"lines":2"#).sealed, to: "sound.trace.jsonl")
    let torn = try ToolRun(["trace", "--validate", "torn.trace.jsonl"], in: folder)
    #expect(torn.code == 2)
    #expect(torn.errors.hasPrefix("signalbox: error[E2110]: torn.trace.jsonl:3:1: the trace ends here"))
    #expect(try ToolRun(["diff", "torn.trace.jsonl", "sound.trace.jsonl"], in: folder).code == 2)
    let other = try ToolRun(["trace", "--validate", "other.trace.jsonl"], in: folder)
    #expect(other.code == 2)
    #expect(other.errors.hasPrefix("signalbox: error[E2101]: other.trace.jsonl:1:1: "))
    let wrong = try ToolRun(["trace", "--validate", "wrong.trace.jsonl"], in: folder)
    #expect(wrong.code == 1)
    #expect(
      wrong.errors
        == "signalbox: error[E5001]: wrong.trace.jsonl: end: the region 'a' ends in 'z', but folding gives 'y'\n"
    )
    #expect(wrong.output == "wrong.trace.jsonl: 1 turn, 1 contradiction\n")
    let sound = try ToolRun(["trace", "--validate", "sound.trace.jsonl"], in: folder)
    #expect(sound.code == 0)
    #expect(sound.output == "sound.trace.jsonl: 1 turn, sound\n")
    #expect(try ToolRun(["diff", "sound.trace.jsonl", "sound.trace.jsonl"], in: folder).code == 0)
    // Cut inside of a character.
    try folder.write(
      Array((header + turn + #"{"by":"user","event":"登"#).utf8.dropLast()), to: "torn.trace.jsonl")
    let allowed = try ToolRun(["trace", "--validate", "torn.trace.jsonl", "--allow-truncated"], in: folder)
    #expect(allowed.code == 0 && allowed.output == "torn.trace.jsonl: 1 turn, sound, truncated\n")
    try folder.write(folder.text("sound.trace.jsonl").replacing("tap", with: "top"), to: "other.trace.jsonl")
    let damaged = "E2105]: other.trace.jsonl:3:62: the lines were changed after the recording; record the trace again\n"
    for arguments in [
      ["trace", "--validate", "other.trace.jsonl"], ["diff", "sound.trace.jsonl", "other.trace.jsonl"],
    ] {
      let run = try ToolRun(arguments, in: folder)
      #expect(run.code == 2 && run.errors == "signalbox: error[\(damaged)")
    }
    #expect(try ToolRun(["diff", "sound.trace.jsonl", "wrong.trace.jsonl", "--json"], in: folder).errors.isEmpty)
  }

  @Test("a large trace that was edited is refused at its end line, before its lines are decoded")
  func largeAndEdited() throws {
    let folder = try ScratchFolder()
    let header = #"{"trace":1,"machine":"m","definition":"","case":"","phase":{"a":"x"},"fields":{}}"# + "\n"
    let turns = String(
      repeating: #"{"by":"user","event":"tap","on":"a control with a long name"}"# + "\n", count: 80_000)
    let whole = (header + turns + #"{"end":true,"phase":{"a":"x"},"ms":0,"lines":80001"#).sealed
    // Its second line is no JSON, which the decoder would find first.
    let edited = whole.replacing(#"{"by":"user""#, with: #"["by":"user""#, maxReplacements: 1)
    try folder.write(edited, to: "edited.trace.jsonl")
    for arguments in [
      ["diff", "edited.trace.jsonl", "edited.trace.jsonl"], ["trace", "edited.trace.jsonl", "-o", "x.txt"],
    ] {
      let run = try ToolRun(arguments, in: folder)
      #expect(
        run.code == 2
          && run.errors
            == "signalbox: error[E2105]: edited.trace.jsonl:80002:66: the lines were changed after the recording; record the "
            + "trace again\n",
        "\(run.errors)")
    }
    // A line is missing.
    let cut = whole.replacing(
      #"{"by":"user","event":"tap","on":"a control with a long name"}"# + "\n", with: "", maxReplacements: 1)
    try folder.write(cut, to: "cut.trace.jsonl")
    let run = try ToolRun(["trace", "cut.trace.jsonl", "-o", "x.txt"], in: folder)
    #expect(
      run.code == 2
        && run.errors.contains(
          "error[E2104]: cut.trace.jsonl:80001:46: the end line states 80001 lines above it, and there are 80000"),
      "\(run.errors)")
  }
}

extension String {
  /// A trace whose end line is still open, with the fingerprint that closes it.
  fileprivate var sealed: String {
    var hash = SipHash()
    hash.update(utf8)
    return self + ",\"fingerprint\":\"\(hash.digits)\"}\n"
  }
}
