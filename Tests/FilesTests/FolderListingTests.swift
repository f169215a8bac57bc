import Files
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Listing folders")
struct FolderListingTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    for folder in ["b", "b/deep", ".hidden"] { mkdir(workspace.at(folder), 0o755) }
    let files = ["z.t", "B.t", "é.t", "b/a.t", "b/deep/c.t", "b.t", "a.txt", ".t", ".hidden/d.t"]
    for file in files + ["b/.signalbox-0123.tmp"] { try workspace.put("", at: file) }
    symlink("..", workspace.at("b/loop"))
    symlink("../z.t", workspace.at("b/link.t"))
    symlink("nowhere", workspace.at("dangling.t"))
    mkdir(workspace.at("folder.t"), 0o755)
  }

  @Test("files of an extension are found at any depth, sorted by bytes, without entering links")
  func recursive() throws {
    let listing = try listFiles(under: workspace.path, withExtension: "t")
    let expected = ["B.t", "b.t", "b/a.t", "b/deep/c.t", "b/link.t", "z.t", "é.t"]
    #expect(listing.files == expected.map(workspace.at))
    #expect(listing.staleTemporaries == [workspace.at("b/.signalbox-0123.tmp")])
    #expect(try listFiles(under: workspace.path + "/", withExtension: "t").files == listing.files)
  }

  @Test("one folder's names are sorted by bytes and tell folders apart")
  func single() throws {
    let entries = try listFolder(workspace.path)
    #expect(entries.map(\.name) == ["B.t", "a.txt", "b", "b.t", "dangling.t", "folder.t", "z.t", "é.t"])
    #expect(entries.filter(\.isFolder).map(\.name) == ["b", "folder.t"])
    #expect(try listFolder(workspace.at("b")).filter(\.isFolder).map(\.name) == ["deep", "loop"])
  }

  @Test("a folder that is missing, or a file, is an error")
  func missing() throws {
    #expect(try fileError { _ = try listFolder(workspace.at("no")) }.cause == .missing)
    #expect(try fileError { _ = try listFiles(under: workspace.at("z.t"), withExtension: "t") }.cause == .missing)
  }

  @Test("folders nest 64 deep and no deeper")
  func tooDeep() throws {
    var path = "folder.t"
    for _ in 1...62 {
      path += "/d"
      mkdir(workspace.at(path), 0o755)
    }
    try workspace.put("", at: path + "/x.deep")
    #expect(try listFiles(under: workspace.path, withExtension: "deep").files == [workspace.at(path + "/x.deep")])
    mkdir(workspace.at(path + "/d"), 0o755)
    let error = try fileError { _ = try listFiles(under: workspace.path, withExtension: "deep") }
    #expect((error.code, error.exitCode) == ("E3003", 2))
    #expect(error.message == "folders nest more than 64 deep; name a folder further down")
  }

  @Test("a name that is not UTF-8 is reported with its folder")
  func invalidName() throws {
    let name: [CChar] = Array((workspace.path + "/bad").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
    let descriptor = open(name, O_CREAT | O_WRONLY, 0o600)
    try #require(descriptor >= 0)
    close(descriptor)
    let error = try fileError { _ = try listFiles(under: workspace.path, withExtension: "t") }
    #expect(error.cause == .invalidName)
    #expect(try listFolder(workspace.path).count == 8)
    unlink(name)
  }
}
