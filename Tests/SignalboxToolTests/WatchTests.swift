import PtySupport
import Testing

/// `replay --watch` at a terminal.
@Suite("Watching", .serialized)
struct WatchTests {
  private static let good = "%transcript 1\n%machine login@fixed\n%case a\n| login idle\n"

  @Test("a transcript that changes, comes or goes, or a file that it uses, is run again; Ctrl-C ends")
  func changes() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.good, to: "a.transcript")
    let pty = try PtySession(
      BuiltProduct.path("signalbox"), ["replay", "--watch", folder.path],
      environment: PtySession.environment(home: folder.path).merging(["NO_COLOR": "1"]) { $1 },
      columns: 200)
    try pty.expect("1 case in 1 file: 1 passed")
    try pty.expect("watching 1 file; Ctrl-C ends")
    try folder.write(Self.good.replacing("idle", with: "busy"), to: "a.transcript")
    try pty.expect("a.transcript:3: failed: a")
    try pty.expect("1 case in 1 file: 1 failed")
    try folder.write("> set name \"aaaaaa\"\n", to: "start")
    try folder.write(Self.good.replacing("%case", with: "%use start\n%case"), to: "b.transcript")
    try pty.expect("2 cases in 2 files: 1 passed, 1 failed")
    try pty.expect("watching 3 files")
    try folder.write("> tap nowhere\n", to: "start")
    try pty.expect("start:1:7: error: ")
    try pty.expect("watching 3 files")
    try pty.send("\u{3}")
    #expect(try pty.waitForExit() == .signal(2))
  }

  @Test("a diagram that changes is read again, here and in the second run")
  func diagram() throws {
    let folder = try ScratchFolder()
    let flow = "stateDiagram-v2\n[*] --> a\na --> b : go\n"
    try folder.write(flow, to: "flow.mmd")
    try folder.write(
      "%transcript 1\n%machine file:flow.mmd\n%case a\n| flow a\n> send go\n| flow a -> b\n", to: "a.transcript")
    let pty = try PtySession(
      BuiltProduct.path("signalbox"), ["replay", "--watch", folder.path],
      environment: PtySession.environment(home: folder.path).merging(["NO_COLOR": "1"]) { $1 },
      columns: 200)
    try pty.expect("1 case in 1 file: 1 passed")
    try pty.expect("watching 2 files; Ctrl-C ends")
    try folder.write(flow.replacing("b : go", with: "c : go"), to: "flow.mmd")
    try pty.expect("+ | flow a -> c")
    try pty.expect("1 case in 1 file: 1 failed")
    try pty.send("\u{3}")
    #expect(try pty.waitForExit() == .signal(2))
  }

  @Test("away from a terminal it is refused")
  func refused() throws {
    let run = try ToolRun(["replay", "--watch", "."], in: ScratchFolder())
    #expect(run.code == 2)
    #expect(run.errors.contains("error[E1101]: '--watch' needs a terminal; remove it here"))
  }
}
