import Console
import Foundation
import PtySupport
import Testing
import Transcripts

struct RecordTests {
  static let lines = ["paste name \"aaaaaa\"", "set password $right", "tap login", "advance"]

  private func transcript(_ name: String, in folder: ScratchFolder) throws -> Transcript {
    try Transcript.parse(try folder.text(name), language: .console)
  }

  /// A recording that did not end.
  private func open(_ name: String, in folder: ScratchFolder) throws -> Transcript {
    try Transcript.parse(try folder.text(name), language: .console, isGoneOnWith: true)
  }

  @Test("a recorded session replays")
  func recorded() throws {
    let folder = try ScratchFolder()
    let run = try ToolRun(["record", "a.transcript", "--machine", "login@fixed"], lines: Self.lines, in: folder)
    #expect(run.code == 0)
    #expect(run.errors.isEmpty)
    #expect(run.output.hasSuffix("  the recording to a.transcript ends\n  4 commands, 0 mistakes\n"))
    #expect(try transcript("a.transcript", in: folder).cases.map(\.steps.count) == [4])
    #expect(try !folder.text("a.transcript").contains("password \"aaaaaa\""))
    let replay = try ToolRun(["replay", "a.transcript"], in: folder)
    #expect(replay.code == 0)
    #expect(replay.output == "1 case in 1 file: 1 passed\n")
  }

  @Test("a script is recorded, and one that opens its machine itself")
  func scripts() throws {
    let folder = try ScratchFolder()
    try folder.write("# begins\nopen login@fixed\n" + Self.lines.joined(separator: "\n") + "\n", to: "script")
    #expect(try ToolRun(["record", "a.transcript", "script"], in: folder).code == 0)
    #expect(try ToolRun(["record", "b.transcript", "a.transcript"], in: folder).code == 0)
    let named = ["record", "c.transcript", "script", "--machine", "login@fixed"]
    #expect(try ToolRun(named, in: folder).code == 0)
    #expect(try folder.text("a.transcript") == folder.text("b.transcript"))
    #expect(try folder.text("a.transcript").contains("\n%case a\n"))
    #expect(
      try folder.text("a.transcript").replacing("%case a", with: "%case c") == folder.text("c.transcript"))
    #expect(try ToolRun(["replay", "."], in: folder).output == "3 cases in 3 files: 3 passed\n")
  }

  @Test("an existing file is refused, and left as it is")
  func existing() throws {
    let folder = try ScratchFolder()
    try folder.write("precious\n", to: "a.transcript")
    let arguments = ["record", "a.transcript", "--machine", "login@fixed"]
    let run = try ToolRun(arguments, lines: Self.lines, in: folder)
    #expect(run.code == 2)
    #expect(
      run.errors
        == "signalbox: error[E2120]: a.transcript: already exists; choose another name, resume it "
        + "with '--resume', or replace it with '--force'\n")
    #expect(try folder.text("a.transcript") == "precious\n")
    #expect(try ToolRun(arguments + ["--force"], lines: Self.lines, in: folder).code == 0)
    #expect(try transcript("a.transcript", in: folder).cases.count == 1)
    #expect(try folder.names == ["a.transcript"])
  }

  @Test("a recording that opens no machine makes no file")
  func nothingOpen() throws {
    let folder = try ScratchFolder()
    let run = try ToolRun(["record", "a.transcript"], lines: ["help"], in: folder)
    #expect(run.code == 2)
    #expect(run.errors.contains("E1105"))
    #expect(try folder.names.isEmpty)
  }

  @Test("a mistake in a script ends its recording, which holds what came before")
  func mistake() throws {
    let folder = try ScratchFolder()
    try folder.write("open login@fixed\nset name \"a\"\nta login\nset name \"b\"\n", to: "script")
    let run = try ToolRun(["record", "a.transcript", "script"], in: folder)
    #expect(run.code == 2)
    #expect(run.errors.contains("]: script:3:1: "))
    #expect(try transcript("a.transcript", in: folder).cases[0].steps.map(\.command) == [#"set name "a""#])
    #expect(try folder.text("a.transcript").hasSuffix("\n%end 1\n"))
  }

  @Test("a disk that is full ends the recording with 4, and the file holds whole commands")
  func fullDisk() throws {
    let folder = try ScratchFolder()
    let lines = Array(repeating: "set name \"aaaaaaaaaaaaaaaaaaaaaaaa\"", count: 200)
    try folder.write(lines.joined(separator: "\n") + "\n", to: "lines")
    let run = try ToolRun.shell("ulimit -f 4; $S record a.transcript --machine login@fixed <lines", in: folder)
    #expect(run.code == 4)
    #expect(run.errors.contains("error[E4104]: a.transcript: the limit on file sizes was reached after "))
    #expect(try open("a.transcript", in: folder).cases.count == 1)
  }

  @Test("a session that is killed leaves every command that it answered", arguments: 0..<5)
  func killed(_ round: Int) throws {
    let folder = try ScratchFolder()
    let process = try ToolRun.process(["record", "a.transcript", "--machine", "login@fixed"], in: folder)
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let count = 40 + 37 * round
    for number in 1...count {
      try input.fileHandleForWriting.write(contentsOf: Data("set name \"a\(number)\"\n".utf8))
    }
    try wait(for: "> set name \"a\(count)\"\n", from: output.fileHandleForReading)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    let steps = try open("a.transcript", in: folder).cases[0].steps
    #expect(steps.map(\.command) == (1...count).map { "set name \"a\($0)\"" })
    let replay = try ToolRun(["replay", "a.transcript"], in: folder)
    #expect(replay.code == 2 && replay.errors.contains("error[E2110]: a.transcript:"))
    #expect(try ToolRun(["record", "--resume", "a.transcript"], in: folder).code == 0)
    #expect(try ToolRun(["replay", "a.transcript"], in: folder).code == 0)
  }

  private func wait(for text: String, from handle: FileHandle) throws {
    var received = Data()
    while received.range(of: Data(text.utf8)) == nil {
      let piece = handle.availableData
      guard !piece.isEmpty else { throw CocoaError(.fileReadUnknown) }
      received += piece
    }
  }

  @Test("a recording is gone on with behind its last whole command")
  func resumed() throws {
    let folder = try ScratchFolder()
    let half = Array(Self.lines.prefix(2))
    let whole = ["record", "whole.transcript", "--machine", "login@fixed"]
    #expect(try ToolRun(whole, lines: Self.lines, in: folder).code == 0)
    #expect(
      try ToolRun(["record", "a.transcript", "--machine", "login@fixed"], lines: half, in: folder).code == 0)
    try folder.cut("%end", of: "a.transcript")
    try folder.write(try folder.text("a.transcript") + "> tap login\n| login idle -> valid", to: "a.transcript")
    let run = try ToolRun(
      ["record", "a.transcript", "--resume"], lines: Array(Self.lines.suffix(2)), in: folder)
    #expect(run.code == 0)
    #expect(
      run.errors == """
        signalbox: warning: 'a.transcript': 21 bytes of an incomplete line were dropped
        signalbox: warning: 'a.transcript': the last command was recorded incompletely and is dropped

        """)
    let recorded = try folder.text("a.transcript")
    #expect(recorded.replacing("%case a", with: "%case whole") == (try folder.text("whole.transcript")))
  }

  @Test("a recording that ended says how many cases it has, and is gone on with, or only ended, again")
  func ended() throws {
    let folder = try ScratchFolder()
    let record = ["record", "a.transcript", "--machine", "login@fixed"]
    #expect(try ToolRun(record, lines: ["set name \"a\"", "case two", "set name \"b\""], in: folder).code == 0)
    let whole = try folder.text("a.transcript")
    #expect(whole.hasPrefix("%transcript 1 recorded\n") && whole.hasSuffix("| name \"\" -> \"b\"\n%end 2\n"))
    let resume = ["record", "--resume", "a.transcript"]
    #expect(try ToolRun(resume, in: folder).code == 0)
    #expect(try folder.text("a.transcript") == whole)
    #expect(try ToolRun(resume, lines: ["undo", "case three", "set name \"c\""], in: folder).code == 0)
    #expect(
      try folder.text("a.transcript")
        == whole.replacing("%case two", with: "%case three").replacing("\"b\"", with: "\"c\""))
    #expect(try ToolRun(resume, lines: ["case four", "record stop", "record b.transcript"], in: folder).code == 0)
    #expect(try folder.text("a.transcript").hasSuffix("%case four\n| login idle\n%end 3\n"))
    #expect(try folder.text("b.transcript").hasSuffix("%case four\n| login idle\n%end 1\n"))
    #expect(try ToolRun(["replay", "."], in: folder).code == 0)
  }

  @Test("a recording is not gone on with when what it ended with does not hold, and stays as it is")
  func endedElsewhere() throws {
    let folder = try ScratchFolder()
    let record = ["record", "a.transcript", "--machine", "login@fixed"]
    #expect(try ToolRun(record, lines: ["set name \"a\""], in: folder).code == 0)
    let wrong = try folder.text("a.transcript").replacing("-> \"a\"", with: "-> \"b\"")
    try folder.write(wrong, to: "a.transcript")
    let run = try ToolRun(["record", "--resume", "a.transcript"], in: folder)
    #expect(run.code == 1 && run.errors.contains("E5001"))
    #expect(try folder.text("a.transcript") == wrong)
  }

  @Test("what is saved is whole, and an update keeps its end")
  func savedEnd() throws {
    let folder = try ScratchFolder()
    let lines = ["open login@fixed", "set name \"a\"", "save a.transcript"]
    #expect(try ToolRun([], lines: lines, in: folder).code == 0)
    let whole = try folder.text("a.transcript")
    #expect(whole.hasPrefix("%transcript 1 recorded\n") && whole.hasSuffix("\n%end 1\n"))
    try folder.write(whole.replacing("| name \"\" -> \"a\"\n", with: ""), to: "a.transcript")
    #expect(try ToolRun(["replay", "--update", "a.transcript"], in: folder).code == 0)
    #expect(try folder.text("a.transcript") == whole)
    try folder.cut("%end", of: "a.transcript")
    for arguments in [
      ["replay", "a.transcript"], ["replay", "--update", "a.transcript"], ["run", "a.transcript"],
      ["lint", "a.transcript"],
      ["trace", "a.transcript"], ["diff", "a.transcript", "a.transcript"],
      ["login@fixed", "-c", "source a.transcript"],
    ] {
      let run = try ToolRun(arguments, in: folder)
      #expect(run.code == 2 && run.errors.contains("error[E2110]: a.transcript:6:1: the recording did not end"))
    }
  }

  @Test("undo in a recording that was resumed takes back what stood in the file")
  func resumedUndo() throws {
    let folder = try ScratchFolder()
    let head = "%transcript 1\n%machine login@fixed\n%case one\n| login idle\n\n# the second\n%case two\n| login idle\n"
    try folder.write(head + "> set name \"a\"\n| name \"\" -> \"a\"\n", to: "a.transcript")
    guard try ToolRun(["replay", "--update", "a.transcript"], in: folder).code == 0 else {
      Issue.record("the transcript could not be brought up to date")
      return
    }
    let before = try folder.text("a.transcript")
    let run = try ToolRun(["record", "a.transcript", "--resume"], lines: ["undo", "set name \"a\""], in: folder)
    #expect(run.code == 0)
    #expect(try folder.text("a.transcript") == before + "%end 2\n")
    let redone = try ToolRun(["record", "a.transcript", "--resume"], lines: ["undo", "redo"], in: folder)
    #expect(redone.code == 0)
    #expect(try folder.text("a.transcript") == before + "%end 2\n")
  }

  @Test("a case that ends with a loop is not gone on with: what is recorded behind it would be part of it")
  func resumedLoop() throws {
    let folder = try ScratchFolder()
    let text =
      "%transcript 1\n%machine login@fixed\n%case one\n| login idle\n%loop\n| stands still\n> tap login\n| refused login: <any>\n"
    try folder.write(text, to: "a.transcript")
    #expect(try ToolRun(["replay", "a.transcript"], in: folder).code == 0)
    let run = try ToolRun(["record", "a.transcript", "--resume"], lines: ["set name \"a\""], in: folder)
    #expect(
      run.code == 2 && run.errors.contains("error[E1107]: a.transcript: a recording with '%use', '%skip' or '%loop'"))
    #expect(try folder.text("a.transcript") == text)
  }

  @Test("two recorders do not share a file")
  func locked() throws {
    let folder = try ScratchFolder()
    let process = try ToolRun.process(["record", "a.transcript", "--machine", "login@fixed"], in: folder)
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data("set name \"a\"\n".utf8))
    try wait(for: "> set name", from: output.fileHandleForReading)
    for option in ["--resume", "--force"] {
      let machine = option == "--force" ? ["--machine", "login@fixed"] : []
      let other = try ToolRun(["record", "a.transcript", option] + machine, lines: [], in: folder)
      #expect(other.code == 4)
      #expect(other.errors.contains("error[E4110]: a.transcript: already being recorded by another process"))
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}

extension ScratchFolder {
  /// Cuts a file before a text.
  fileprivate func cut(_ text: String, of name: String) throws {
    try write(try self.text(name).components(separatedBy: text)[0], to: name)
  }
}
