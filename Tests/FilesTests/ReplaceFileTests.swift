import Files
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Replacing and making files")
struct ReplaceFileTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  func replaceError(_ name: String) throws -> FileError {
    try fileError { try replaceFile(at: workspace.at(name), with: "new") }
  }

  @Test("the new text stands, the permissions are kept, and nothing else is left", arguments: [0o600, 0o644, 0o755])
  func replaced(mode: mode_t) throws {
    try workspace.put("old, and longer than the new one", at: "golden", mode: mode)
    try replaceFile(at: workspace.at("golden"), with: "new 用户\n")
    #expect(try workspace.text("golden") == "new 用户\n")
    #expect(workspace.mode("golden") == mode)
    #expect(try workspace.names() == ["golden"])
  }

  @Test("set-user-id is not carried over")
  func specialBits() throws {
    try workspace.put("old", at: "golden", mode: 0o4755)
    try replaceFile(at: workspace.at("golden"), with: "new")
    #expect(workspace.mode("golden") == 0o755)
  }

  @Test("a missing file is made")
  func missing() throws {
    try replaceFile(at: workspace.at("golden"), with: "new", newPermissions: 0o600)
    #expect(try workspace.text("golden") == "new")
    #expect(workspace.mode("golden") == 0o600)
  }

  @Test("a symbolic link is refused and what it leads to is untouched")
  func symbolicLink() throws {
    try workspace.put("old", at: "victim")
    symlink("victim", workspace.at("golden"))
    let error = try replaceError("golden")
    #expect(error.message == "is a symbolic link, so it is not replaced; name the file that it points to")
    #expect((error.code, error.exitCode) == ("E6201", 2))
    #expect(try workspace.text("victim") == "old")
    #expect(try workspace.names() == ["golden", "victim"])
  }

  @Test("a file of several names, a folder and a FIFO are refused")
  func unsafeTargets() throws {
    try workspace.put("old", at: "one")
    link(workspace.at("one"), workspace.at("two"))
    mkfifo(workspace.at("fifo"), 0o600)
    mkdir(workspace.at("folder"), 0o700)
    #expect(
      try replaceError("one").message
        == "has more than one name (hard links), so it is not replaced; copy it to a file of its own")
    #expect(try replaceError("fifo").cause == .unsafeTarget(.notRegular))
    #expect(try replaceError("folder").cause == .unsafeTarget(.directory))
    #expect(try replaceError("folder/").cause == .unsafeTarget(.directory))
    #expect(try replaceError("folder/..").cause == .unsafeTarget(.directory))
    #expect(try workspace.names() == ["fifo", "folder", "one", "two"])
  }

  @Test("a folder that does not exist, and a name that cannot be, are the user's mistakes")
  func noFolder() throws {
    let error = try replaceError("no/golden")
    #expect(error.message == "its folder does not exist; create the folder first")
    #expect((error.code, error.exitCode) == ("E2001", 2))
    let long = try fileError { try createFile(at: workspace.at(String(repeating: "n", count: 256)), with: "") }
    #expect((long.code, long.exitCode) == ("E3004", 2))
  }

  @Test("a write that fails leaves the old text and no temporary file")
  func failedWrite() async throws {
    try workspace.put("old", at: "golden")
    let path = workspace.at("golden")
    await #expect(processExitsWith: .exitCode(7)) { [path = path as String] in
      ignoreFileSizeSignal()
      var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
      guard setrlimit(fileSizeResource, &limit) == 0 else { exit(1) }
      let error = try fileError { try replaceFile(at: path, with: String(repeating: "x", count: 2000)) }
      exit(error.cause == .fileSizeLimit(.oldContents) && error.exitCode == 4 ? 7 : 1)
    }
    #expect(try workspace.text("golden") == "old")
    #expect(try workspace.names() == ["golden"])
  }

  @Test("a new file is made whole")
  func created() throws {
    try createFile(at: workspace.at("new"), with: "text\n")
    #expect(try workspace.text("new") == "text\n")
    #expect(try workspace.names() == ["new"])
  }

  @Test("whatever stands under the name of a new file is kept")
  func alreadyExists() throws {
    try workspace.put("old", at: "file")
    symlink("nowhere", workspace.at("link"))
    for name in ["file", "link"] {
      let error = try fileError { try createFile(at: workspace.at(name), with: "new") }
      #expect(error.message == "already exists; choose another name")
      #expect((error.code, error.exitCode) == ("E2120", 2))
    }
    #expect(try workspace.text("file") == "old")
    #expect(try workspace.names() == ["file", "link"])
  }
}
