import Foundation
import PtySupport
import Testing
import Transcripts

/// What is written can be read.
struct WrittenLimitTests {
  private let limits = TranscriptLimits()

  private func expectReadable(_ name: String, in folder: ScratchFolder) throws {
    for arguments in [["replay", name], ["lint", name], ["record", "--resume", name]] {
      let run = try ToolRun(arguments, in: folder)
      #expect(run.code == 0, "\(arguments): \(run.errors.prefix(300))")
    }
  }

  @Test(
    "a command whose line no reader would take ends the recording before it",
    arguments: [
      "set name \(String(repeating: "a", count: (1 << 20) - 10))",
      "set name \"\(String(repeating: "\u{1}", count: 300_000))\"",
      "set name \"\(Array(repeating: "😀", count: 90_000).joined(separator: "\u{200D}"))\"",
    ])
  func longLine(_ line: String) throws {
    let folder = try ScratchFolder()
    let run = try ToolRun(
      ["record", "a.transcript", "--machine", "login@fixed"], lines: ["set name \"a\"", line, "set name \"b\""],
      in: folder)
    #expect(run.code == 2)
    #expect(
      run.errors == "signalbox: error[E3002]: a.transcript: would hold a line longer than 1048576 bytes, which no "
        + "reader accepts; it ends after 3 entries; use shorter values\n")
    #expect(try folder.text("a.transcript").hasSuffix("> set name \"a\"\n| name \"\" -> \"a\"\n%end 1\n"))
    try expectReadable("a.transcript", in: folder)
  }

  @Test("a recording ends before it is larger than its readers take")
  func largeFile() throws {
    let folder = try ScratchFolder()
    let values = (0..<18).map { String(repeating: Character(Unicode.Scalar(UInt8(ascii: "a") + $0)), count: 1_000_000) }
    let run = try ToolRun(
      ["record", "a.transcript", "--machine", "login@fixed"], lines: values.map { "set name \"\($0)\"" }, in: folder)
    #expect(run.code == 2)
    #expect(
      run.errors
        == "signalbox: error[E3001]: a.transcript: would be larger than 16777216 bytes, which no reader accepts; "
        + "it ends after 18 entries; continue in another file\n")
    let size = try folder.text("a.transcript").utf8.count
    #expect(size <= limits.fileBytes && size > 15_000_000)
    #expect(try ToolRun(["lint", "a.transcript"], in: folder).code == 0)
  }

  @Test("a session by hand goes on without the recording, and what is saved too large is not made")
  func saved() throws {
    let folder = try ScratchFolder()
    let line = "set name \(String(repeating: "a", count: (1 << 20) - 10))"
    let run = try ToolRun(
      ["login@fixed"],
      lines: ["record a.transcript", line, "set name \"b\"", "save b.transcript", "trace t.trace.jsonl"], in: folder)
    #expect(run.code == 2)
    #expect(run.output.contains("> set name \"b\"\n"))
    #expect(try folder.names == ["a.transcript"])
    #expect(run.errors.contains("error[E3002]: t.trace.jsonl: would hold a line longer than 1048576 bytes"))
    #expect(
      run.errors.contains(
        "E3002]: b.transcript: would hold a line longer than 1048576 bytes, which no reader accepts; nothing was changed"
      ))
    try expectReadable("a.transcript", in: folder)
  }

  @Test("header and first case appear at once: a recording that was killed anywhere can be gone on with")
  func firstWrite() throws {
    let folder = try ScratchFolder()
    for machine in ["login@fixed", "purchase@fixed", "goods@fixed"] {
      let run = try ToolRun.shell(
        "{ $S record a.transcript --machine \(machine) </dev/null >/dev/null; cat a.transcript; }", in: folder)
      #expect(
        run.output.hasPrefix("%transcript 1 recorded\n%machine \(machine) ") && run.output.contains("\n%case a\n"))
      let resumed = try ToolRun(["record", "--resume", "a.transcript"], lines: ["advance 1s"], in: folder)
      #expect(resumed.code == 0, "\(resumed.errors)")
      try FileManager.default.removeItem(atPath: folder.path("a.transcript"))
    }
  }

  @Test(
    "a recording that somebody takes away is noticed before the next command",
    arguments: ["rm a.transcript", ": >a.transcript", "mv b a.transcript"])
  func takenAway(_ meddling: String) throws {
    let folder = try ScratchFolder()
    let run = try ToolRun.shell(
      """
      { echo foreign >b; mkfifo in; $S record a.transcript --machine login@fixed <in & exec 4>in; \
      echo 'set name "a"' >&4; while ! grep -q 'set name' a.transcript; do sleep 0.02; done; \(meddling); \
      echo 'set name "b"' >&4; exec 4>&-; wait $!; echo code $?; }
      """, in: folder)
    #expect(run.output.hasSuffix("code 4\n"), "\(run.output)")
    #expect(!run.output.contains("> set name \"b\""))
    #expect(run.errors.contains("signalbox: error[E4111]: a.transcript: was "))
    let left = try? folder.text("a.transcript")
    #expect(left == (meddling.hasPrefix("rm") ? nil : meddling.hasPrefix(":") ? "" : "foreign\n"))
  }

  @Test("what a killed run left is named by the next one that writes in that folder, and by no other")
  func leftovers() throws {
    let folder = try ScratchFolder()
    try folder.write("half", to: ".signalbox-0123456789abcdef.tmp")
    let warning =
      "signalbox: warning: '.signalbox-0123456789abcdef.tmp' was left behind by a process that was killed; remove it\n"
    let record = ["record", "a.transcript", "--machine", "login@fixed"]
    #expect(try ToolRun(record, lines: ["set name \"a\""], in: folder).errors == warning)
    #expect(try ToolRun(["trace", "a.transcript", "-o", "t.trace.jsonl"], in: folder).errors == warning)
    #expect(try ToolRun(["diagram", "login", "-o", "d"], in: folder).errors == warning)
    #expect(
      try ToolRun(["login@fixed", "-c", "save b.transcript", "-c", "save c.transcript"], in: folder).errors == warning)
    #expect(try ToolRun(["run", "a.transcript"], in: folder).errors.isEmpty)
    #expect(try ToolRun(["record", "/dev/null"], in: folder).code == 2)
  }
}
