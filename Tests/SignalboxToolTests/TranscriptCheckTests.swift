import Gallery
import PtySupport
import SignalboxTesting
import Testing

struct TranscriptCheckTests {
  private static let header = "%transcript 1\n%machine login@fixed\n"

  @Test("every case of a folder is a check of its own, in the order of paths and lines")
  func checks() throws {
    let folder = try ScratchFolder()
    try folder.write(
      Self.header + "%case 甲\n| login idle\n\n%case 乙\n| login idle\n> tap login\n| nonsense\n", to: "b.transcript")
    try folder.write(Self.header + "%case 丙\n%skip later\n| nonsense\n", to: "a.transcript")
    let checks = TranscriptCheck.all(in: folder.path, machines: Gallery.machines, executable: "box")
    #expect(
      checks.map(\.description) == [
        "a.transcript:3 丙", "b.transcript:3 甲", "b.transcript:6 乙",
      ])
    #expect(checks.map(\.skipReason) == ["later", nil, nil])
    try checks[0].run()
    try checks[1].run()
    let failure = #expect(throws: TranscriptFailure.self) { try checks[2].run() }
    let text = try #require(failure).description
    #expect(text.hasPrefix("\(folder.path)/b.transcript:8: failed: 乙\n  > tap login\n  - | nonsense\n"))
    #expect(text.contains("box replay --review "))
  }

  @Test(
    "names of files and titles come out inert in descriptions and failures", arguments: InertBytes.payloads.prefix(30))
  func inert(_ payload: String) throws {
    let folder = try ScratchFolder()
    let name = payload.replacing("/", with: "") + ".transcript"
    try folder.write(Self.header + "%case \(payload)\n> tap \(payload)\n| \(payload)\n", to: name)
    for check in TranscriptCheck.all(in: folder.path, machines: Gallery.machines) {
      let failure = #expect(throws: TranscriptFailure.self) { try check.run() }
      let faults = try InertBytes.faults(in: check.description) + InertBytes.faults(in: #require(failure).description)
      #expect(faults.isEmpty, "\(faults)")
    }
  }

  @Test("what cannot be read is a check that fails")
  func unreadable() throws {
    let folder = try ScratchFolder()
    let empty = TranscriptCheck.all(in: folder.path, machines: Gallery.machines)
    #expect(empty.map(\.description) == [folder.path])
    #expect(throws: TranscriptFailure.self) { try empty[0].run() }
    let missing = TranscriptCheck.all(in: folder.path("none"), machines: Gallery.machines)
    #expect(missing.count == 1)
    #expect(throws: TranscriptFailure.self) { try missing[0].run() }
    try folder.write("nonsense\n", to: "a.transcript")
    let malformed = TranscriptCheck.all(in: folder.path, machines: Gallery.machines)
    let failure = #expect(throws: TranscriptFailure.self) { try malformed[0].run() }
    #expect(try #require(failure).text.hasPrefix("\(folder.path)/a.transcript:1:1: error: "))
    try folder.write(Self.header + "%use none\n%case a\n| login idle\n", to: "a.transcript")
    let using = TranscriptCheck.all(inFile: folder.path("a.transcript"), machines: Gallery.machines)
    #expect(throws: TranscriptFailure.self) { try using[0].run() }
  }
}
