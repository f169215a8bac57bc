import Foundation
import Testing

/// Who follows the tutorial sees what it shows, byte for byte. With `WRITE_PAGES=1` what is seen is written to the
/// page.
@Suite("The tutorial", .serialized)
struct TutorialTests {
  private static let path = "\(ReadmeTests.root)/Documentation/Tutorial.md"
  private static let writes = ProcessInfo.processInfo.environment["WRITE_PAGES"] == "1"

  @Test("each file, change and command, from top to bottom")
  func holds() throws {
    var page = try TutorialPage(String(contentsOfFile: Self.path, encoding: .utf8))
    var reader = try TutorialReader()
    for index in page.steps.indices {
      switch page.steps[index] {
      case .prose: continue
      case .file(let path, let text): try reader.write(text, to: path)
      case .change(let diff): try reader.apply(diff)
      case .commands(let blocks):
        page.steps[index] = .commands(
          try blocks.map { block in
            var seen = block
            seen.lines = try reader.run(block)
            // What comes behind it follows from it.
            try #require(seen.text == block.text || Self.writes, "\(block.command) prints\n\(seen.text)")
            return seen
          })
      }
    }
    if Self.writes { try Data(page.text.utf8).write(to: URL(fileURLWithPath: Self.path)) }
  }

  @Test("a page that cannot be carried out is a mistake")
  func mistakes() {
    for text in ["```console\n$ ls\n", "Look:\n\n```swift\nlet a = 1\n```\n", "```text\nsomething\n```\n"] {
      #expect(throws: TutorialPage.Mistake.self) { try TutorialPage(text) }
    }
  }

  @Test("a page is read as it stands")
  func read() throws {
    let text = "Look at `a/b.swift`:\n\n```swift\nlet a = 1\n```\n\n```console\n$ ls\n$ cat b\n| b\n```\n"
    #expect(try TutorialPage(text).text == text)
  }
}
