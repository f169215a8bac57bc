import Foundation
import PtySupport
import Testing

@Suite("editing a line", .serialized)
struct EditingTests {
  let home: ScratchFolder

  init() throws {
    home = try ScratchFolder()
  }

  @Test("wide characters are typed, erased and moved over one by one")
  func wide() throws {
    let session = try EditorSession(home: home)
    try session.type("日本語\(Key.backspace)", gives: "日本")
    try session.type("日语\(Key.left)本\(Key.left)\(Key.left)á", gives: "á日本语")
    #expect(try session.leave() == .code(0))
  }

  @Test("characters of every length of UTF-8 arrive", arguments: ["C.UTF-8", "C", "POSIX", "xx_YY.UTF-8"])
  func locales(locale: String) throws {
    let session = try EditorSession(locale: locale, home: home)
    try session.type("aé日𝄞上一", gives: "aé日𝄞上一")
    #expect(try session.leave() == .code(0))
  }

  @Test("a line that wraps with wide characters is edited at its front")
  func wrapped() throws {
    let session = try EditorSession(columns: 20, home: home)
    let line = String(repeating: "界", count: 40)
    try session.type(line + "\u{1}前", gives: "前" + line)
    #expect(try session.leave() == .code(0))
  }

  @Test("a hint stands dim behind the line until the next key, cut to the row, and is no part of the line")
  func hint() throws {
    let session = try EditorSession(home: home)
    try session.pty.send("adv")
    try session.pty.expect("\u{1B}7\u{1B}[2mance 界\u{1B}[0m\u{1B}8")
    try session.pty.send("\r")
    try session.pty.expect("\u{1B}[K")
    try session.got("adv")
    #expect(try session.leave() == .code(0))
    let narrow = try EditorSession(columns: 18, home: home)
    try narrow.pty.send("adv")
    try narrow.pty.expect("\u{1B}[2mance \u{1B}[0m\u{1B}8")
    try narrow.pty.send("\r")
    try narrow.got("adv")
    let plain = try EditorSession(extra: ["NO_COLOR": "1"], home: home)
    try plain.type("adv", gives: "adv")
    #expect(!plain.pty.output.contains("ance"))
  }

  @Test("bytes that are not UTF-8 become U+FFFD, and the rest of the line is kept")
  func invalid() throws {
    let session = try EditorSession(home: home)
    try session.pty.send(bytes: Array("a".utf8) + [0xFF, 0xE6, 0x97] + Array("b\r".utf8))
    try session.got("a\u{FFFD}\u{FFFD}b")
    try session.pty.send(bytes: Array("a".utf8) + [0xC2, 0x80, 0x00] + Array("b\r".utf8))
    try session.got("a\u{FFFD}b")
    #expect(try session.leave() == .code(0))
  }

  @Test(
    "what would turn the direction of writing or hide is shown by its number, typed, pasted and recalled",
    arguments: [0x61C, 0x200B, 0x200F, 0x2028, 0x202E, 0x2060, 0x2066, 0x2069, 0xFEFF, 0xFFF9, 0xE0041] as [UInt32])
  func hidden(value: UInt32) throws {
    let scalar = String(String.UnicodeScalarView([try #require(Unicode.Scalar(value))]))
    let digits = String(value, radix: 16, uppercase: true)
    let shown = "\\U+" + String(repeating: "0", count: 5 - digits.utf8.count) + digits
    let session = try EditorSession(home: home)
    for keys in ["a\(scalar)b", Key.paste("a\(scalar)b"), Key.up] {
      try session.pty.send(keys)
      let echo = try session.pty.expect("a\(shown)b")
      #expect(!echo.unicodeScalars.contains { $0.value == value })
      // The line itself keeps the character.
      try session.pty.send("\u{1}\u{5}\u{7F}c\r")
      try session.got("a\(scalar)c")
      try session.pty.send("a\(scalar)b\r")
      try session.got("a\(scalar)b")
    }
    #expect(try session.leave() == .code(0))
  }

  @Test("lines typed ahead arrive in order")
  func ahead() throws {
    let session = try EditorSession(home: home)
    let lines = (1...50).map { "第\($0)" }
    try session.pty.send(lines.map { $0 + "\r" }.joined())
    for line in lines { try session.got(line) }
    #expect(try session.leave() == .code(0))
  }

  @Test("a window of unknown size counts as one of 80 columns")
  func unknownSize() throws {
    let session = try EditorSession(rows: 0, columns: 0, home: home)
    let line = String(repeating: "界", count: 100)
    try session.type(line + "\u{1}x", gives: "x" + line)
    #expect(try session.leave() == .code(0))
  }

  @Test("Ctrl-C drops the line and stays")
  func interrupt() throws {
    let session = try EditorSession(home: home)
    try session.pty.send("half a li")
    try session.pty.expect("a li")
    try session.pty.send(Key.interrupt)
    try session.pty.expect("^C\r\n")
    try session.pty.expect("interrupted")
    try session.waitForPrompt()
    try session.type("whole", gives: "whole")
    #expect(try session.leave() == .code(0))
  }

  @Test("Ctrl-D deletes inside a line, beeps at its end, and leaves on an empty one")
  func endOfInput() throws {
    let session = try EditorSession(home: home)
    try session.type("abc\u{1}\(Key.delete)", gives: "bc")
    try session.type("abc\(Key.delete)", gives: "abc")
    try session.pty.send(Key.delete)
    try session.pty.expect("bye")
    #expect(try session.pty.waitForExit() == .code(0))
  }

  @Test("Ctrl-D sent at once after the prompt leaves, time after time")
  func endOfInputAtOnce() throws {
    for _ in 0..<30 {
      let session = try EditorSession(home: home)
      #expect(try session.leave() == .code(0))
    }
  }

  @Test("a dumb terminal edits and gets no escape sequence", arguments: ["dumb", "no-such-terminal", ""])
  func dumb(term: String) throws {
    let session = try EditorSession(term: term, home: home)
    try session.type("日本\(Key.backspace)x\(Key.left)y", gives: "日yx")
    try session.pty.send("set")
    try session.pty.send("\t")
    try session.pty.expect("tle ")
    try session.pty.send(Key.interrupt)
    try session.pty.expect("interrupted")
    try session.waitForPrompt()
    #expect(try session.leave() == .code(0))
    #expect(!session.pty.output.contains("\u{1B}"))
    #expect(!session.pty.output.contains("terminal type"))
  }

  @Test("colours show around the prompt, and NO_COLOR takes them away")
  func colors() throws {
    let colored = try EditorSession(home: home)
    #expect(colored.pty.output.contains("\u{1B}[0;1m1 电话\u{1B}[0m> "))
    #expect(try colored.leave() == .code(0))
    let plain = try EditorSession(extra: ["NO_COLOR": "1"], home: home)
    #expect(plain.pty.output.contains("1 电话> "))
    #expect(try plain.leave() == .code(0))
  }

  @Test("a user's editrc is followed, and what has to work still does")
  func editrc() throws {
    let path = home.path("editrc")
    try write("bind -v\nbind ^I ed-insert\nbind ^X ed-delete-prev-char\nnonsense\n", to: path)
    let session = try EditorSession(extra: ["EDITRC": path], home: home)
    try session.type("sel\t", gives: "select ")
    try session.type("ab\u{1B}xic", gives: "ca")
    try session.pty.send("\u{1B}")
    try session.pty.send("k")
    try session.pty.send("\r")
    try session.got("ca")
    try session.type(Key.paste("日本"), gives: "日本")
    try session.type("bc\u{1B}[1~ia", gives: "abc")
    try session.type(Key.up + "A!", gives: "abc!")
    #expect(try session.leave() == .code(0))
  }

  @Test("the keys Home, End, Delete and Ctrl with an arrow move and delete")
  func specialKeys() throws {
    let session = try EditorSession(home: home)
    for (home, end) in [("[H", "[F"), ("OH", "OF"), ("[1~", "[4~")] {
      try session.type("xb\u{1B}\(home)\u{1B}[3~a\u{1B}\(end)c", gives: "abc")
    }
    try session.type("one two\u{1B}[1;5D-\u{1B}[1;5C+", gives: "one -two+")
    try session.type("one two\u{17}2", gives: "one 2")
    #expect(try session.leave() == .code(0))
  }

  private func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }
}
