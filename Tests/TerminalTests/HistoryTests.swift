import Foundation
import PtySupport
import Testing

@testable import Terminal

@Suite("the history", .serialized)
struct HistoryTests {
  let home: ScratchFolder
  private var path: String { home.path("state/signalbox/history") }

  init() throws {
    home = try ScratchFolder()
  }

  private func write(_ text: String, mode: Int = 0o600) throws {
    let folder = home.path("state/signalbox")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(
      FileManager.default.createFile(atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode]))
  }

  private func content() throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private func mode(_ path: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test("lines of one session are recalled in the next, and the file is private")
  func sessions() throws {
    let first = try EditorSession(history: path, home: home)
    try first.type("设置 电话", gives: "设置 电话")
    try first.type(Key.paste("tab\there \\"), gives: "tab\there \\")
    #expect(try first.leave() == .code(0))
    #expect(try content() == "设置 电话\ntab\\u{9}here \\\\\n")
    #expect(try mode(path) == 0o600)
    #expect(try mode(home.path("state/signalbox")) == 0o700)
    let second = try EditorSession(history: path, home: home)
    try second.type(Key.up, gives: "tab\there \\")
    try second.type(Key.up + Key.up, gives: "设置 电话")
    #expect(try second.leave() == .code(0))
  }

  @Test("what the driver redacts never enters memory or file")
  func redaction() throws {
    let session = try EditorSession(history: path, home: home)
    try session.type("keep", gives: "keep")
    try session.type("secret 42", gives: "secret 42")
    try session.type(" blank first", gives: " blank first")
    try session.type("set password 秘密", gives: "set password 秘密")
    try session.type(Key.up, gives: "set password")
    try session.type(Key.up + Key.up, gives: "keep")
    #expect(try session.leave() == .code(0))
    #expect(try content() == "keep\nset password\nkeep\n")
  }

  @Test("neighbours that are equal by their bytes enter once")
  func duplicates() throws {
    var history = History(file: nil)
    for line in ["a", "a", "", "b", "a", "é", "e\u{301}", "e\u{301}"] { history.add(line) }
    #expect(history.entries.map { Array($0.utf8) } == ["a", "b", "a", "é", "e\u{301}"].map { Array($0.utf8) })
  }

  @Test("every entry is one line and comes back byte for byte")
  func entries() {
    for entry in ["plain", "\\", "\\u{9}", "a\nb\r\u{0}\u{1B}[2J", "密码\u{202E}\u{FEFF}", "e\u{301}", "\r\n"] {
      let line = HistoryEntry.encoded(entry)
      #expect(!line.utf8.contains(UInt8(ascii: "\n")))
      #expect(HistoryEntry.decoded(line).map { Array($0.utf8) } == Array(entry.utf8))
    }
  }

  @Test(
    "lines that are no entries",
    arguments: ["", "\\", "\\x", "\\u", "\\u{}", "\\u{110000}", "\\u{D800}", "\\u{+9}", "\u{1B}"])
  func foreign(line: String) {
    #expect(HistoryEntry.decoded(line) == nil)
  }

  @Test("lines that are no entries are skipped, told, and kept in the file")
  func garbage() throws {
    try write("one\n\\garbage\ntwo\ntorn")
    var history = History(file: HistoryFile(path: path))
    #expect(history.entries == ["one", "two", "torn"])
    #expect(history.takeWarnings() == [.hasForeignLines(path: path, count: 1)])
    history.add("three")
    #expect(try content() == "one\n\\garbage\ntwo\ntorn\nthree\n")
    #expect(history.takeWarnings() == [])
  }

  @Test("a file of other bytes is not fatal")
  func binary() throws {
    try write("")
    let bytes = Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 37) })
    try bytes.write(to: URL(fileURLWithPath: path))
    var history = History(file: HistoryFile(path: path))
    history.add("line")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).starts(with: bytes))
    #expect(History(file: HistoryFile(path: path)).entries.last == "line")
  }

  @Test("a file that is too long loses its oldest entries and no other line")
  func compaction() throws {
    try write("\\garbage\n" + (1...12_000).map { "line \($0)\n" }.joined())
    let history = History(file: HistoryFile(path: path))
    #expect(history.entries.count == 10_000)
    #expect(history.entries.last == "line 12000")
    let lines = try content().split(separator: "\n")
    #expect(lines.count == 9_001)
    #expect(lines.prefix(2) == ["\\garbage", "line 3001"])
    #expect(try mode(path) == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path("state/signalbox")) == ["history"])
  }

  @Test("a limit of the person's holds in memory and in the file")
  func length() throws {
    try write((1...9).map { "line \($0)\n" }.joined())
    var history = History(file: HistoryFile(path: path), limit: 3)
    #expect(history.entries == ["line 7", "line 8", "line 9"])
    #expect(try content() == "line 7\nline 8\nline 9\n")
    history.add("line 10")
    #expect(history.entries == ["line 8", "line 9", "line 10"])
  }

  @Test("a file with lines that are no text is not written anew")
  func unreadable() throws {
    try write("")
    var bytes = Data([0xFF, 0x0A])
    bytes.append(contentsOf: (1...11_000).flatMap { Array("line \($0)\n".utf8) })
    try bytes.write(to: URL(fileURLWithPath: path))
    var history = History(file: HistoryFile(path: path))
    #expect(history.entries.count == 10_000)
    #expect(history.takeWarnings() == [.hasForeignLines(path: path, count: 1)])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
  }

  @Test("a file that others may read is made private, and that is told")
  func permissions() throws {
    try write("one\n", mode: 0o644)
    var history = History(file: HistoryFile(path: path))
    #expect(history.takeWarnings() == [.madePrivate(path: path)])
    #expect(try mode(path) == 0o600)
    #expect(history.entries == ["one"])
  }

  @Test("a symbolic link is neither read nor written")
  func link() throws {
    try write("")
    let target = home.path("target")
    try "theirs\n".write(toFile: target, atomically: false, encoding: .utf8)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    var history = History(file: HistoryFile(path: path))
    history.add("mine")
    #expect(history.entries == ["mine"])
    #expect(history.takeWarnings() == [.isLink(path: path)])
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "theirs\n")
  }

  @Test("a directory, a pipe, and a directory that others may write are refused")
  func notFiles() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    var history = History(file: HistoryFile(path: path))
    history.add("mine")
    #expect(history.takeWarnings() == [.isNotAFile(path: path)])
    let pipe = home.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    history = History(file: HistoryFile(path: pipe))
    #expect(history.takeWarnings() == [.isNotAFile(path: pipe)])
    #expect(chmod(home.path("state"), 0o777) == 0)
    history = History(file: HistoryFile(path: home.path("state/h")))
    history.add("mine")
    #expect(history.takeWarnings() == [.directoryIsOpen(path: home.path("state"))])
  }

  @Test("sessions at the same time lose no line")
  func concurrent() async throws {
    let file = HistoryFile(path: path)
    await withTaskGroup(of: Void.self) { group in
      for session in 0..<4 {
        group.addTask {
          var history = History(file: file)
          for number in 0..<200 { history.add("\(session) \(number)") }
        }
      }
    }
    let lines = try content().split(separator: "\n").map(String.init)
    let expected = (0..<4).flatMap { session in (0..<200).map { "\(session) \($0)" } }
    #expect(lines.sorted() == expected.sorted())
  }
}
