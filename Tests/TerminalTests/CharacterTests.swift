import Foundation
import PtySupport
import Testing

@testable import Terminal

@Suite("moving over and erasing what a person sees as one character", .serialized)
struct CharacterTests {
  let home: ScratchFolder

  init() throws {
    home = try ScratchFolder()
  }

  static let characters = [
    "👩‍👩‍👧", "🇨🇳", "e\u{301}\u{323}", "👍🏽", "1\u{FE0F}\u{20E3}", "👨‍👩‍👧‍👦", "한", "界", "a",
  ]

  @Test("Backspace erases one whole", arguments: characters)
  func backspace(_ character: String) throws {
    let session = try EditorSession(home: home)
    try session.type("x\(character)\(Key.backspace)y", gives: "xy")
    try session.type("x\(character)\(character)\(Key.backspace)y", gives: "x\(character)y")
    try session.type("x\(character)\u{8}y", gives: "xy")
    #expect(try session.leave() == .code(0))
  }

  @Test("the arrows, Ctrl-B and Ctrl-F pass one whole", arguments: characters)
  func arrows(_ character: String) throws {
    let session = try EditorSession(home: home)
    for (left, right) in [(Key.left, "\u{1B}[C"), ("\u{1B}OD", "\u{1B}OC"), ("\u{2}", "\u{6}")] {
      try session.type("x\(character)\(left)-", gives: "x-\(character)")
      try session.type("x\(character)y\(left)\(left)\(right)-", gives: "x\(character)-y")
    }
    #expect(try session.leave() == .code(0))
  }

  @Test("Delete and Ctrl-D erase the one behind the cursor", arguments: characters)
  func delete(_ character: String) throws {
    let session = try EditorSession(home: home)
    try session.type("x\(character)y\u{1}\u{1B}[C\u{1B}[3~", gives: "xy")
    try session.type("\(character)\(character)\u{1}\(Key.delete)", gives: character)
    #expect(try session.leave() == .code(0))
  }

  @Test("Ctrl-T lets two whole ones change places", arguments: characters)
  func transpose(_ character: String) throws {
    let session = try EditorSession(home: home)
    try session.type("x\(character)\u{14}-", gives: "\(character)x-")
    try session.type("\(character)x\u{14}-", gives: "x\(character)-")
    try session.type("x\(character)y\(Key.left)\u{14}-", gives: "xy\(character)-")
    try session.type("\(character)xy\(Key.left)\(Key.left)\u{14}-", gives: "x\(character)-y")
    try session.type("\(character)\u{14}-", gives: "\(character)-")
    try session.type("x\(character)\u{1}\u{14}-", gives: "-x\(character)")
    #expect(try session.leave() == .code(0))
  }

  @Test("flags next to each other are passed two letters at a time, and a lone letter alone")
  func flags() throws {
    let session = try EditorSession(home: home)
    try session.type("🇨🇳🇫🇷\(Key.left)-", gives: "🇨🇳-🇫🇷")
    try session.type("🇨🇳🇫🇷\(Key.left)\(Key.left)-", gives: "-🇨🇳🇫🇷")
    try session.type("🇨🇳🇫🇷\u{14}", gives: "🇫🇷🇨🇳")
    try session.type("🇨🇳🇫\(Key.backspace)", gives: "🇨🇳")
    #expect(try session.leave() == .code(0))
  }

  @Test("at the line's ends nothing happens")
  func ends() throws {
    let session = try EditorSession(home: home)
    try session.type("\(Key.backspace)\(Key.left)🇨🇳\u{1B}[C\u{1B}[3~", gives: "🇨🇳")
    #expect(try session.leave() == .code(0))
  }

  @Test("with vi's keys Backspace erases one whole too, and the arrows pass it")
  func vi() throws {
    try home.put("bind -v\n", at: "editrc")
    let session = try EditorSession(extra: ["EDITRC": home.path("editrc")], home: home)
    try session.type("x👩‍👩‍👧\(Key.backspace)y", gives: "xy")
    // The arrow's Escape leaves the insert mode, which moves one to the left.
    try session.type("x👩‍👩‍👧y\(Key.left)i-", gives: "x-👩‍👩‍👧y")
    // libedit moves the End key's cursor in front of an empty line.
    for end in ["[F", "OF", "[4~"] { try session.type("\u{1B}\(end)iab", gives: "ab") }
    #expect(try session.leave() == .code(0))
  }

  @Test("the line is drawn as the terminal itself measures it, and the cursor stands where it remembers it")
  func drawn() throws {
    let session = try EditorSession(home: home)
    try session.pty.send("x🇨🇳")
    try session.pty.expect("> x🇨🇳\u{1B}7\u{1B}[K\u{1B}8")
    try session.pty.send(Key.left)
    try session.pty.expect("> x\u{1B}7🇨🇳\u{1B}[K\u{1B}8")
    // What was such a line is drawn so until it is accepted.
    try session.pty.send("\u{1B}[3~")
    try session.pty.expect("> x\u{1B}7\u{1B}[K\u{1B}8")
    try session.type("", gives: "x")
    try session.pty.send("ab")
    try session.pty.expect("b")
    try session.type("", gives: "ab")
    #expect(session.pty.output.components(separatedBy: "\u{1B}7").count == 4)
    #expect(try session.leave() == .code(0))
  }

  @Test("in a search Backspace shortens the pattern by one whole")
  func search() {
    var search = HistorySearch(from: EditedLine(""), entries: ["x🇨🇳", "xy"])
    for scalar in "x🇨🇳".unicodeScalars { _ = search.press(.scalar(scalar)) }
    #expect(search.prompt == "(search) 'x🇨🇳': ")
    #expect(search.press(.scalar("\u{7F}")) == .show(EditedLine("xy", cursor: 0)))
    #expect(search.prompt == "(search) 'x': ")
  }

  @Test("the scalars of a character are counted from any place, inside one too")
  func counts() {
    let line = EditedLine("a👩‍👩‍👧", cursor: 1)
    #expect(line.scalarsBefore == 1 && line.scalarsBehind == 5)
    #expect(EditedLine("a👩‍👩‍👧").scalarsBefore == 5)
    #expect(EditedLine("", cursor: 0).scalarsBefore == 0 && EditedLine("").scalarsBehind == 0)
    // Behind the first woman: what is before is one character, what follows begins with a joiner.
    #expect(EditedLine("👩‍👩", cursor: 4).scalarsBefore == 1)
    #expect(EditedLine("a", cursor: 99).scalarsBehind == 0)
  }
}

extension ScratchFolder {
  fileprivate func put(_ text: String, at name: String) throws {
    try text.write(toFile: path(name), atomically: false, encoding: .utf8)
  }
}
