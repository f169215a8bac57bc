import Files
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Making a folder with what it holds, and real paths")
struct CreateFolderTests {
  let workspace: Workspace
  private let files: [NewFile]

  init() throws {
    workspace = try Workspace()
    files = try [NewFile("a/b/one", "1\n"), NewFile("a/two", "用户\n"), NewFile("three", "")]
  }

  @Test("every file stands with its text, and nothing else is left")
  func made() throws {
    try createFolder(at: workspace.at("new"), holding: files)
    #expect(try workspace.names() == ["new"])
    #expect(try workspace.text("new/a/b/one") == "1\n")
    #expect(try workspace.text("new/a/two") == "用户\n")
    #expect(try workspace.text("new/three") == "")
    #expect(workspace.mode("new") & 0o700 == 0o700)
  }

  @Test("whatever stands under the name is left alone")
  func taken() throws {
    mkdir(workspace.at("empty"), 0o755)
    try workspace.put("old", at: "file")
    symlink("nowhere", workspace.at("link"))
    for name in ["empty", "file", "link"] {
      let error = try fileError { try createFolder(at: workspace.at(name), holding: files) }
      #expect(error == FileError(workspace.at(name), .alreadyExists))
    }
    #expect(try workspace.names() == ["empty", "file", "link"])
  }

  @Test("a file that cannot be made takes everything with it")
  func failed() throws {
    let clash = try files + [NewFile("a", "a folder of this name is there")]
    #expect(throws: FileError.self) { try createFolder(at: workspace.at("new"), holding: clash) }
    #expect(try workspace.names() == [])
    #expect(throws: FileError.self) { try createFolder(at: workspace.at("none/new"), holding: files) }
    #expect(throws: FileError.self) { try NewFile("../out", "") }
  }

  @Test("a real path has no links, dots or doubled slashes")
  func real() throws {
    mkdir(workspace.at("folder"), 0o755)
    symlink("folder", workspace.at("link"))
    let root = try realPath(workspace.path)
    #expect(try realPath(workspace.at("link/..//folder/.")) == "\(root)/folder")
    #expect(try fileError { _ = try realPath(workspace.at("none")) }.cause == .missing)
    symlink("loop", workspace.at("loop"))
    #expect(try fileError { _ = try realPath(workspace.at("loop")) }.cause == .linkLoop)
  }
}
