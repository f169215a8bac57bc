import PtySupport
import Testing

@Suite("smoke", .serialized)
struct SmokeTests {
  @Test("a line of wide characters arrives as it was typed")
  func wide() throws {
    let home = try ScratchFolder()
    let session = try PtySession(BuiltProduct.path("editor-fixture"), environment: PtySession.environment(home: home.path))
    try session.expect("> ")
    try session.send("日本\r")
    try session.expect("got 2: \"日本\"")
    try session.expect("> ")
    try session.send("\u{4}")
    try session.expect("bye")
    #expect(try session.waitForExit() == .code(0))
  }
}
