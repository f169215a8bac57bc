import Foundation
import Gallery
import SignalboxTesting
import Testing

@Suite("The transcripts of the repository")
struct TranscriptTests {
  @Test("a case holds", arguments: TranscriptCheck.all(in: Repository.transcripts, machines: Gallery.machines))
  func holds(_ check: TranscriptCheck) throws {
    try check.run()
  }

  @Test("no fixed variant breaks a law in them, or crashes")
  func lawful() throws {
    let root = URL(fileURLWithPath: Repository.transcripts)
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".transcript") }
    var found: [String] = []
    for name in names.sorted() {
      let text = try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)
      guard text.contains("@fixed") else { continue }
      let lines = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
      found += lines.filter { $0.contains(" broken \"") || $0.contains(" crash: ") }.map { "\(name): \($0)" }
    }
    #expect(found == [])
  }

  @Test("none is skipped")
  func skipped() {
    let checks = TranscriptCheck.all(in: Repository.transcripts, machines: Gallery.machines)
    #expect(checks.compactMap(\.skipReason).isEmpty)
  }

  @Test("a case is named by its file, line and title")
  func names() {
    let path = "\(Repository.transcripts)/login/retry.transcript"
    let names = TranscriptCheck.all(inFile: path, machines: Gallery.machines).map(\.description)
    #expect(names.first == "retry.transcript:4 密码错误后重试成功")
  }
}
