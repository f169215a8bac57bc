import Console
import Gallery
import SignalboxTesting
import Testing

@Suite("The transcripts of the repository")
struct TranscriptTests {
  @Test("a case holds", arguments: TranscriptCheck.all(in: Repository.transcripts, catalogue: Repository.catalogue))
  func holds(_ check: TranscriptCheck) throws {
    try check.run()
  }

  @Test("none is skipped")
  func skipped() {
    let checks = TranscriptCheck.all(in: Repository.transcripts, catalogue: Repository.catalogue)
    #expect(checks.compactMap(\.skipReason).isEmpty)
  }

  @Test("a case is named by its file, line and title")
  func names() {
    let path = "\(Repository.transcripts)/login/retry.transcript"
    let names = TranscriptCheck.all(inFile: path, catalogue: Repository.catalogue).map(\.description)
    #expect(names.first == "\(path):4 密码错误后重试成功")
  }
}
