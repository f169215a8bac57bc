import Files
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("A path written inside a file")
struct RelativePathTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    mkdir(workspace.at("root"), 0o755)
    mkdir(workspace.at("root/shared"), 0o755)
    try workspace.put("inside", at: "root/shared/login")
    try workspace.put("outside", at: "secret")
    symlink("../secret", workspace.at("root/link"))
    symlink("..", workspace.at("root/up"))
    symlink("root", workspace.at("alias"))
  }

  func read(_ path: String) throws -> String {
    try readText(path, under: workspace.at("root"), limit: 1000)
  }

  @Test("a file below the root is read, by any spelling that stays there")
  func inside() throws {
    #expect(try read("shared/login") == "inside")
    #expect(try read("./shared//login") == "inside")
    #expect(try readText("shared/login", under: workspace.at("alias"), limit: 1000) == "inside")
  }

  @Test(
    "a path that would leave the root is refused",
    arguments: [
      ("", FileError.PathFault.empty), (".", .empty), ("/etc/passwd", .absolute), ("..", .parent),
      ("../secret", .parent), ("shared/../../secret", .parent), ("shared/..", .parent), ("a\0b", .controlCharacter),
      ("a\u{1B}[2J", .controlCharacter), ("a\u{9B}b", .controlCharacter), ("link", .symbolicLink),
      ("up/secret", .symbolicLink), ("up", .symbolicLink), (String(repeating: "a/", count: 2049), .tooLong),
    ])
  func outside(path: String, fault: FileError.PathFault) throws {
    let found = try fileError { _ = try read(path) }
    #expect(found.cause == .unsafePath(fault))
    #expect((found.code, found.exitCode) == ("E6001", 2))
  }

  @Test(
    "spellings that other systems would decode are names like any other",
    arguments: ["%2e%2e/secret", "..\\secret", "\u{2024}\u{2024}/secret", "...", "~/secret", "file:secret"])
  func names(path: String) throws {
    #expect(try fileError { _ = try read(path) }.cause == .missing)
  }

  @Test("a folder is not a file")
  func folder() throws {
    #expect(try fileError { _ = try read("shared") }.cause == .directory)
    #expect(try fileError { _ = try read("shared/login/") }.cause == .directory)
  }

  @Test("the refusals say why")
  func sentences() throws {
    #expect(
      try fileError { _ = try read("../secret") }.message
        == "'..' in a path inside a file is not allowed; keep the file in the folder or below")
    #expect(
      try fileError { _ = try read("link") }.message
        == "a path inside a file may not use a symbolic link; name the file itself")
  }
}
