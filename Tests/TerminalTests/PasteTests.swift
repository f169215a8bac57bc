import Foundation
import PtySupport
import Testing

@Suite("pasting", .serialized)
struct PasteTests {
  let home: ScratchFolder

  init() throws {
    home = try ScratchFolder()
  }

  @Test("three pasted lines are three lines in order, and the last one waits for Enter")
  func severalLines() throws {
    let session = try EditorSession(home: home)
    try session.pty.send(Key.paste("第一\rsecond\n第三"))
    try session.got("第一")
    try session.got("second")
    try session.pty.expect("第三")
    try session.type("!", gives: "第三!")
    #expect(try session.leave() == .code(0))
  }

  @Test("a pasted newline at the end accepts the line, and typing goes on")
  func trailingNewline() throws {
    let session = try EditorSession(home: home)
    try session.pty.send(Key.paste("one\rtwo\r") + "three\r")
    try session.got("one")
    try session.got("two")
    try session.got("three")
    #expect(try session.leave() == .code(0))
  }

  @Test("tabs and escape sequences in a paste are text")
  func controls() throws {
    let session = try EditorSession(home: home)
    try session.pty.send(Key.paste("sel\t\u{1B}[A\u{1}x") + "\r")
    try session.got("sel\t\u{1B}[A\u{1}x")
    #expect(try session.leave() == .code(0))
  }

  @Test("two thousand pasted lines arrive, all and in order")
  func many() throws {
    let session = try EditorSession(home: home)
    let lines = (1...2000).map { "第\($0)行" }
    try session.pty.send(Key.paste(lines.joined(separator: "\r") + "\r"))
    for line in lines { try session.got(line) }
    #expect(try session.leave() == .code(0))
  }

  @Test("a pasted line of 100 000 characters arrives whole")
  func long() throws {
    let session = try EditorSession(home: home)
    let line = String(repeating: "0123456789", count: 10_000)
    try session.pty.send(Key.paste(line + "\r"))
    try session.got(line)
    #expect(try session.leave() == .code(0))
  }

  @Test("a paste cut in pieces is put together")
  func pieces() throws {
    let session = try EditorSession(home: home)
    for byte in Array(Key.paste("日本\rx").utf8) { try session.pty.send(bytes: [byte]) }
    try session.got("日本")
    try session.pty.expect("x")
    try session.type("", gives: "x")
    #expect(try session.leave() == .code(0))
  }

  @Test("a character of a paste that comes in two halves, the second one late, is one character")
  func late() throws {
    let session = try EditorSession(home: home)
    let bytes = Array(Key.paste("第\u{1B}x\r").utf8)
    for part in [bytes[..<7], bytes[7..<10], bytes[10...]] {
      try session.pty.send(bytes: Array(part))
      usleep(200_000)
    }
    try session.got("第\u{1B}x")
    #expect(try session.leave() == .code(0))
  }

  @Test("Ctrl-C ends a paste that never ends")
  func interrupted() throws {
    let session = try EditorSession(home: home)
    try session.pty.send("\u{1B}[200~lost")
    try session.pty.send("\r")
    try session.got("lost")
    try session.pty.send(Key.interrupt)
    try session.pty.expect("interrupted")
    try session.waitForPrompt()
    try session.type("sel\t", gives: "select ")
    #expect(try session.leave() == .code(0))
  }

  @Test(
    "marked pastes are asked for while a line is read, and no longer",
    arguments: ["xterm", "xterm-256color", "screen", "screen-256color", "tmux-256color", "linux", "vt100"])
  func mode(term: String) throws {
    let session = try EditorSession(term: term, home: home)
    #expect(session.pty.output.contains("\u{1B}[?2004h"))
    #expect(try session.leave() == .code(0))
    let last = session.pty.output.components(separatedBy: "\u{1B}[?2004").last
    #expect(last == "lbye\r\n")
  }
}
