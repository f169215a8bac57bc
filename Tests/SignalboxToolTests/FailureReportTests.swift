import Foundation
import PtySupport
import Testing

/// A red transcript (`Transcripts/failures/NAME.red`) is replayed as `NAME.transcript`; beside it stands what that
/// says, below the command and above the exit code.
@Suite("The reports of failures")
struct FailureReportTests {
  private static let folder = "\(ReadmeTests.root)/Transcripts/failures"

  static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder))?.filter { $0.hasSuffix(".red") }
    .map { String($0.dropLast(4)) }.sorted() ?? []

  @Test("a red transcript is told as its report says", arguments: names)
  func told(_ name: String) throws {
    let folder = try ScratchFolder()
    try FileManager.default.copyItem(
      atPath: "\(Self.folder)/\(name).red", toPath: folder.path("\(name).transcript"))
    let report = try String(contentsOfFile: "\(Self.folder)/\(name).report", encoding: .utf8)
    let command = try #require(report.split(separator: "\n").first)
    let words = command.split(separator: " ").map(String.init)
    #expect(words.prefix(4) == ["$", "signalbox", "replay", "\(name).transcript"])
    let run = try ToolRun(Array(words.dropFirst(2)), in: folder)
    #expect(run.code != 0)
    let errors = run.errors.isEmpty || run.errors.hasSuffix("\n") ? run.errors : run.errors + "\n"
    #expect("\(command)\n\(run.output)\(errors)exit \(run.code)\n" == report)
  }

  @Test("there is one for each sort, and none is left without its transcript")
  func pairs() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder).sorted()
    #expect(files == Self.names.flatMap { ["\($0).red", "\($0).report"] }.sorted())
    let transcripts = try FileManager.default.subpathsOfDirectory(atPath: "\(ReadmeTests.root)/Transcripts")
    #expect(Self.names.count + transcripts.count { $0.hasSuffix(".transcript") } >= 150)
  }
}
