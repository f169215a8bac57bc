import Foundation
import PtySupport
import Testing

/// Files that `save` writes, as a user of the tool meets them.
struct SavedFileTests {
  @Test("what stands under the name is left as it is: a file that others read, a link that leads to one, a folder")
  func existing() throws {
    let folder = try ScratchFolder()
    try folder.write("precious\n", to: "old")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.path("old"))
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "old")
    try FileManager.default.createSymbolicLink(atPath: folder.path("loose"), withDestinationPath: "nothing")
    try FileManager.default.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: false)
    for name in ["old", "link", "loose", "folder"] {
      let run = try ToolRun(["login@fixed", "-c", "save \(name)"], in: folder)
      #expect(run.code == 2)
      let cure = "choose another name, or replace it with '--force'"
      #expect(run.errors == "signalbox: error[E2120]: \(name): already exists; \(cure)\n")
      #expect(!run.output.contains("saved"))
    }
    #expect(try folder.text("old") == "precious\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("old"))
    #expect(attributes[.posixPermissions] as? Int == 0o644)
    #expect(try folder.names == ["folder", "link", "loose", "old"])
  }

  @Test("a file that cannot be written leaves nothing behind, and the recording goes on")
  func failedSave() throws {
    let folder = try ScratchFolder()
    try folder.write("set name \"a\"\nsave lines/b.transcript\nset name \"ab\"\n", to: "lines")
    let run = try ToolRun.shell("$S record a.transcript --machine login@fixed <lines", in: folder)
    #expect(run.code == 2)
    #expect(run.errors == "signalbox: error[E2001]: lines/: its folder does not exist; create the folder first\n")
    #expect(try folder.text("a.transcript").contains("> set name \"ab\"\n| name \"a\" -> \"ab\"\n"))
    #expect(try folder.names == ["a.transcript", "lines"])
  }

  @Test("'save' and '--save' make the folders that are not there")
  func folders() throws {
    let folder = try ScratchFolder()
    let saved = try ToolRun(["login@fixed", "-c", "set name \"a\"", "-c", "save new/deep/b.transcript"], in: folder)
    #expect(saved.code == 0 && saved.errors.isEmpty, "\(saved.errors)")
    #expect(try folder.text("new/deep/b.transcript").contains("> set name \"a\"\n"))
    let found = try ToolRun(["explore", "login@original", "--depth", "4", "--save", "found"], in: folder)
    #expect(found.errors.isEmpty, "\(found.errors)")
    #expect(try folder.names == ["found", "new"])
  }

  @Test("a disk that is full keeps no half of a file")
  func fullDisk() throws {
    let folder = try ScratchFolder()
    let run = try ToolRun.shell("ulimit -f 1; $S goods@fixed -c 'trace a.html' -c 'state'", in: folder)
    #expect(run.code == 4)
    #expect(
      run.errors
        == "signalbox: error[E4104]: a.html: the limit on file sizes was reached, nothing was changed; raise it "
        + "with ulimit -f\n")
    #expect(
      run.output.hasSuffix("  list    refreshing\n  banner  executing\n  page    shown\n  0 commands, 1 mistake\n"))
    #expect(try folder.names.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".tmp") } == [])
  }
}
