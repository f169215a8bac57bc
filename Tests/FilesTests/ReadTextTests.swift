import Files
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Reading a whole file")
struct ReadTextTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  func error(_ name: String, limit: Int = 100, lineLimit: Int = 50) throws -> FileError {
    try fileError { _ = try readText(workspace.at(name), limit: limit, lineLimit: lineLimit) }
  }

  @Test("text comes back byte for byte, carriage returns included")
  func wholeText() throws {
    try workspace.put("用户\r\nzoë\n\u{1F600}", at: "a")
    #expect(Array(try workspace.text("a").utf8) == Array("用户\r\nzoë\n\u{1F600}".utf8))
    try workspace.put("", at: "empty")
    #expect(try workspace.text("empty") == "")
  }

  @Test("a missing file is named, with what to do")
  func missing() throws {
    let found = try error("nothing")
    #expect(found.cause == .missing)
    #expect(
      found.description == "error[E2001]: \(workspace.path)/nothing: no such file; check the name and the folder")
    #expect(found.exitCode == 2)
    try workspace.put("x", at: "file")
    #expect(try error("file/inner").cause == .missing)
    #expect(try error("a\0b").cause == .missing)
  }

  @Test("a directory, a FIFO and a device are refused without blocking")
  func notRegular() throws {
    mkfifo(workspace.at("fifo"), 0o600)
    #expect(try error("fifo").message == "is not a regular file; copy its contents to a regular file")
    #expect(try error("").message == "is a directory; name a file in it")
    let device = try fileError { _ = try readText("/dev/zero", limit: 100) }
    #expect(device.cause == .notRegular)
    #expect((device.code, device.exitCode) == ("E2001", 2))
  }

  @Test("a user's own argument may be a symbolic link, but not a circle of them")
  func links() throws {
    try workspace.put("x", at: "file")
    symlink("file", workspace.at("link"))
    symlink("circle", workspace.at("circle"))
    #expect(try workspace.text("link") == "x")
    #expect(try error("circle").message == "symbolic links form a loop; name the file itself")
  }

  @Test("a file that may not be read is refused", .enabled(if: geteuid() != 0))
  func unreadable() throws {
    try workspace.put("x", at: "file", mode: 0)
    #expect(try error("file").description.hasSuffix("permission denied; make it readable first"))
  }

  @Test("the size limit is exact")
  func sizeLimit() throws {
    try workspace.put(String(repeating: "a\n", count: 50), at: "file")
    #expect(try readText(workspace.at("file"), limit: 100).utf8.count == 100)
    let found = try error("file", limit: 99)
    #expect(found.message == "larger than 99 bytes; split it")
    #expect((found.code, found.exitCode) == ("E3001", 2))
  }

  @Test("the line limit is exact and names the line")
  func lineLimit() throws {
    try workspace.put("a\n12345\nb", at: "file")
    #expect(try readText(workspace.at("file"), limit: 100, lineLimit: 5) == "a\n12345\nb")
    let found = try error("file", lineLimit: 4)
    #expect(found.description == "error[E3002]: \(workspace.path)/file:2: line longer than 4 bytes; break it up")
    try workspace.put("a\n12345", at: "file")
    #expect(try error("file", lineLimit: 4).line == 2)
  }

  @Test("mistakes in the text have a line, and a column in scalars")
  func located() throws {
    try workspace.put(Array("a\n用户".utf8) + [0xFF] + Array("\n".utf8), at: "bad")
    #expect(
      try error("bad").description == "error[E2002]: \(workspace.path)/bad:2:3: invalid UTF-8; save the text as UTF-8")
    try workspace.put("a\nbc\0", at: "null")
    let null = try error("null")
    #expect((null.place, null.message) == ("\(workspace.path)/null:2:3", "a NUL byte is not text; remove it"))
    try workspace.put("\u{FEFF}a", at: "mark")
    let mark = try error("mark")
    #expect(mark.place == "\(workspace.path)/mark:1:1")
    #expect(mark.message == "starts with a byte order mark; save it as UTF-8 without one")
  }

  @Test(
    "ill-formed sequences are found where they begin",
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x80, 0x80], [0xE4, 0xB8], [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE],
      [0xE4, 0x41, 0x80], [0xF0, 0x9F, 0x41, 0x80],
    ] as [[UInt8]])
  func illFormed(bytes: [UInt8]) throws {
    for before in 0...9 {
      for after in ["", "plain text behind"] {
        let all = [UInt8](repeating: 0x61, count: before) + bytes + Array(after.utf8)
        try workspace.put(all, at: "bad")
        #expect(try error("bad").cause == .invalidUTF8(line: 1, column: before + 1))
      }
    }
  }
}
