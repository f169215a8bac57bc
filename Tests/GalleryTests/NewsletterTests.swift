import Foundation
import SignalboxTesting
import Testing
import ViewModels

/// What the README says about writing one's own view model.
@Suite("The view model of the README")
struct NewsletterTests {
  static let machines = [
    Machine(Newsletter.self, name: "newsletter", variant: "draft", summary: "Signing up for a newsletter")
  ]

  @Test("stands there as it is compiled")
  func source() throws {
    let source = try text("Tests/GalleryTests/Newsletter.swift")
    #expect(try text("README.md").contains("```swift\n\(source)```\n"))
  }

  @Test("does what its transcript says")
  func transcript() throws {
    let parts = try text("README.md").components(separatedBy: "```text\n%transcript")
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
