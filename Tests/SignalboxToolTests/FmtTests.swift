import Foundation
import PtySupport
import Testing

struct FmtTests {
  private static let loose = "%transcript 1\n%machine login@fixed\n%case one\n|  login  idle\n>  settle\n"
  private static let canonical = "%transcript 1\n%machine login@fixed\n%case one\n| login idle\n> settle\n"

  @Test("files are written in canonical form, and those that are stay untouched")
  func written() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.loose, to: "a.transcript")
    try folder.write(Self.canonical, to: "b.transcript")
    let check = try ToolRun(["fmt", "--check", "."], in: folder)
    #expect(check.code == 1)
    #expect(
      check.output == """
        ./a.transcript:4: not in canonical form; 'signalbox fmt' writes it
        2 files: 1 not in canonical form

        """)
    #expect(try folder.text("a.transcript") == Self.loose)
    let run = try ToolRun(["fmt", "."], in: folder)
    #expect(run.code == 0)
    #expect(run.output == "./a.transcript: written\n2 files: 1 written\n")
    #expect(try folder.text("a.transcript") == Self.canonical)
    #expect(try ToolRun(["fmt", "--check", "."], in: folder).code == 0)
    #expect(try ToolRun(["replay", "."], in: folder).code == 0)
  }

  @Test("what cannot be read is refused with its place, and the others are written")
  func refused() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.loose, to: "a.transcript")
    try folder.write("%transcript 1\n<<<<<<< HEAD\n", to: "b.transcript")
    let run = try ToolRun(["fmt", "a.transcript", "b.transcript", "c.transcript"], in: folder)
    #expect(run.code == 2)
    #expect(run.output == "a.transcript: written\n3 files: 1 written, 2 refused\n")
    #expect(run.errors.contains("b.transcript:2:1: conflict marker '<<<<<<<'; resolve the merge and remove it"))
    #expect(run.errors.contains("c.transcript: no such file"))
    #expect(try folder.text("b.transcript") == "%transcript 1\n<<<<<<< HEAD\n")
    try FileManager.default.createDirectory(atPath: folder.path("empty"), withIntermediateDirectories: false)
    let empty = try ToolRun(["fmt", "empty"], in: folder)
    #expect(empty.code == 2)
    #expect(empty.errors.contains("empty: the folder holds no file whose name ends with '.transcript'"))
  }

  @Test("the transcripts of the repository are in canonical form")
  func repository() throws {
    let run = try ToolRun(["fmt", "--check", "\(ReadmeTests.root)/Transcripts"], in: ScratchFolder())
    #expect(run.code == 0, "\(run.output)\(run.errors)")
  }
}
