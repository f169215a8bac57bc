import Foundation
import PtySupport
import Testing

/// One command of a session or a script goes only so far.
@Suite(.serialized)
struct LimitTests {
  private let transcript = """
    %transcript 1
    %machine home@fixed
    %case for ever
    > advance 9223372036854775ms
    |*

    """

  @Test("a command that reaches a limit is told with its option, what it reached is kept, and the exit code is 3")
  func piped() throws {
    let run = try ToolRun(
      ["home@fixed", "--limit", "turns=100"], lines: ["advance 9223372036854775ms", "state"], in: ScratchFolder())
    #expect(run.code == 3)
    let echo = run.output.split(separator: "\n").first { $0.hasPrefix("> advance ") } ?? ""
    #expect(run.errors.hasPrefix("signalbox: error[E3301]: stdin:1:1: limit turns of 100 reached "))
    #expect(
      run.errors.contains("is kept as '\(echo.dropFirst(2))'") && run.errors.contains("'--limit turns=N' allows more"))
    #expect(run.output.contains("\n  list ") || run.output.contains("  1 command, 1 mistake"))
  }

  @Test("-c, run, replay, trace and diff stop alike", arguments: ["-c", "run", "replay", "trace", "diff"])
  func everywhere(_ command: String) throws {
    let folder = try ScratchFolder()
    try folder.write(transcript, to: "a.transcript")
    let limit = ["--limit", "output=5000"]
    let arguments =
      switch command {
      case "-c": ["home@fixed", "-c", "advance 9223372036854775ms"]
      case "diff": ["diff", "a.transcript", "--as", "home@fixed", "--as", "home@original"]
      default: [command, "a.transcript"]
      }
    let run = try ToolRun(arguments + limit, in: folder)
    #expect(run.code == 3, "\(run.output)\(run.errors)")
    let said = run.output + run.errors
    #expect(said.contains("limit output of 5000 reached") && said.contains("'--limit output=N' allows more"))
  }

  @Test("what a stopped command left to run is no crash of the model: the exit code is the limit's")
  func stoppedTyping() throws {
    let text = String(repeating: "a", count: 11_000)
    let run = try ToolRun(
      ["command@fixed", "--limit", "output=1000000"], lines: ["type query \"\(text)\""], in: ScratchFolder())
    #expect(run.code == 3)
    #expect(run.errors.contains("limit output of 1000000 reached"))
    #expect(run.output.hasSuffix("  1 command, 1 mistake\n"), "\(run.output.suffix(400))")
  }

  @Test(
    "what is no limit is refused with what to write",
    arguments: [
      ("memory=0", "a limit must be at least 1, not 0"),
      ("turns=-5", "a limit must be at least 1, not -5"),
      ("turn=9", "unknown limit 'turn'; the limits are turns, output, memory; did you mean 'turns'?"),
      ("=9", "unknown limit ''; the limits are turns, output, memory"), ("turns", "write NAME=N, as in 'turns=1000'"),
      ("turns=", "'' is not a number; write one from 1 on, as in 'turns=1000'"),
      ("turns=1k", "'1k' is not a number"), ("output=1=2", "'1=2' is not a number"),
      ("turns=9223372036854775808", "a limit is at most 9223372036854775807"), ("\u{1B}[2J=1", "'\\u{1B}[2J'"),
    ])
  func usage(_ limit: String, _ sentence: String) throws {
    let run = try ToolRun(["home@fixed", "--limit", limit, "-c", "state"], in: ScratchFolder())
    #expect(run.code == 2 && run.errors.contains(sentence), "\(run.errors)")
    #expect(run.errors.hasPrefix("signalbox: error[E1101]: ") && run.output.isEmpty)
  }

  @Test("several limits hold together, and of two of one name the last one does")
  func several() throws {
    let limits = ["output=1", "turns=7", "output=1000000", "memory=1000000"].flatMap { ["--limit", $0] }
    let run = try ToolRun(["home@fixed", "-c", "advance 9223372036854775ms"] + limits, in: ScratchFolder())
    #expect(run.code == 3 && run.errors.contains("limit turns of 7 reached"), "\(run.errors)")
  }

  @Test("an interrupt ends a pipe's session as a shell expects, and what was recorded can be gone on with, and replays")
  func interrupted() throws {
    let folder = try ScratchFolder()
    let process = try ToolRun.process(["record", "a.transcript", "--machine", "home@fixed"], in: folder)
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data("advance 4s\n".utf8))
    var said = ""
    while !said.contains("> advance 4s") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      said += String(decoding: data, as: UTF8.self)
    }
    try input.fileHandleForWriting.write(contentsOf: Data("advance 600m\n".utf8))
    usleep(200_000)
    // One that comes before the command begins ends nothing, and a pipe that nobody reads would hold the rest.
    output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
    for _ in 0..<300 where process.isRunning {
      process.interrupt()
      usleep(100_000)
    }
    try #require(!process.isRunning)
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
    #expect(try folder.text("a.transcript").contains("> advance 4s\n"))
    #expect(try ToolRun(["record", "--resume", "a.transcript"], in: folder).code == 0)
    #expect(try ToolRun(["replay", "a.transcript"], in: folder).code == 0)
  }

  @Test("Ctrl-C stops a command, says where it stands, and the session goes on; a long command tells how far it is")
  func terminal() throws {
    let home = try ScratchFolder()
    let environment = PtySession.environment(home: home.path).merging(["NO_COLOR": "1"]) { $1 }
    let pty = try PtySession(BuiltProduct.path("signalbox"), ["home@fixed"], environment: environment, columns: 100)
    try pty.expect("1 home@fixed 0ms> ")
    try pty.send("advance 6000m\r")
    try pty.expect("\rat ")
    try pty.expect(" turns")
    for _ in 0..<3 { try pty.send("\u{3}") }
    try pty.expect("> advance ")
    try pty.expect("  stopped after ")
    try pty.expect("the part that ran is kept as 'advance ")
    try pty.expect("2 home@fixed ")
    try pty.send("undo\r")
    try pty.expect("undone: advance ")
    try pty.expect("1 home@fixed 0ms> ")
    try pty.send("\u{4}")
    #expect(try pty.waitForExit() == .code(0))
  }
}
