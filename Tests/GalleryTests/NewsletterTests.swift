import Foundation
import SignalboxTesting
import Testing
import ViewModels

/// What the page says about writing one's own view model.
@Suite("The view model of the page on writing one")
struct NewsletterTests {
  static let machines = [
    Machine(Newsletter.self, name: "newsletter", variant: "draft", summary: "Signing up for a newsletter")
  ]

  static let page = "Documentation/ViewModels.md"

  @Test("stands there as it is compiled")
  func source() throws {
    let source = try text("Tests/GalleryTests/Newsletter.swift")
    #expect(try text(Self.page).contains("```swift\n\(source)```\n"))
  }

  @Test("each example of the reference is compiled")
  func reference() throws {
    let source = try words(text("Tests/GalleryTests/Reference.swift"))
    let examples = try text(Self.page).split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      line.dropFirst(3).prefix { $0 != "`" }
    }
    #expect(examples.count > 50)
    for example in examples { #expect(source.contains(words(String(example))), "\(example)") }
  }

  @Test("each line of the snippets in the page on semantics is compiled")
  func snippets() throws {
    let source = try ["Snippets", "PhotoCache"].map { try words(text("Tests/GalleryTests/\($0).swift")) }
    let blocks = try text("Documentation/Semantics.md").components(separatedBy: "```swift\n").dropFirst()
    #expect(blocks.count == 4)
    for line in blocks.flatMap({ $0.components(separatedBy: "```")[0].split(separator: "\n") }) {
      let code = words(line.components(separatedBy: "//")[0])
      #expect(source.contains { code.isEmpty || $0.contains(code) }, "\(line)")
    }
  }

  /// A text without its blanks, since the formatter breaks lines.
  private func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }

  @Test("does what its transcript says")
  func transcript() throws {
    let parts = try text(Self.page).components(separatedBy: "```text\n%transcript")
    let block = try #require(parts.last?.components(separatedBy: "```\n").first)
    try #require(parts.count == 2)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).transcript")
    try Data("%transcript\(block)".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let checks = TranscriptCheck.all(inFile: file.path, machines: Self.machines)
    #expect(checks.count == 1)
    for check in checks { try check.run() }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(Repository.root)/\(path)", encoding: .utf8)
  }
}
