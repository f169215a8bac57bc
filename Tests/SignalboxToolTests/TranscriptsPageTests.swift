import Foundation
import PtySupport
import Testing

struct TranscriptsPageTests {
  @Test("the transcripts on the page about them hold")
  func replayed() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appendingPathComponent("Documentation/Transcripts.md"), encoding: .utf8)
    let blocks = page.components(separatedBy: "```transcript\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    #expect(blocks.count == 3)
    let folder = try ScratchFolder()
    for (number, block) in blocks.enumerated() { try folder.write(block, to: "\(number).transcript") }
    let run = try ToolRun(["replay", "."], in: folder)
    #expect(run.output == "3 cases in 3 files: 3 passed; 1 line muted\n")
    #expect(run.errors == "")
    #expect(run.code == 0)
  }
}
