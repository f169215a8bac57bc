import Testing

@Suite("The documents")
struct DocumentationTests {
  @Test("every relative link leads to a file")
  func links() throws {
    let pages = try Repository.markdownFiles()
    #expect(pages.contains { $0.path == "CONTRIBUTING.md" })
    let violations = pages.flatMap { MarkdownLink.violations(path: $0.path, text: $0.text, exists: Repository.exists) }
    #expect(violations.isEmpty, "\(violations.report)")
  }

  @Test("every dependency is explained in CONTRIBUTING.md")
  func dependencies() throws {
    let manifest = try Repository.text("Package.swift")
    let guide = try Repository.text("CONTRIBUTING.md")
    let violations = Manifest.unexplained(path: "Package.swift", text: manifest, guide: guide)
    #expect(violations.isEmpty, "\(violations.report)")
  }

  @Test("a link that leads nowhere is found with its line")
  func badLinks() {
    let text = """
      See [one](Two.md), [two](../README.md#top) and [three](./missing.md "title").
      ```
      [not](a-link.md)
      ```
      Nor `[is](this.md)`, [that](https://example.org/x.md) or [this](#below).
      [out](../../outside.md)
      [named]: gone.md
      """
    let present = ["Documentation/Two.md", "README.md"]
    let found = MarkdownLink.violations(path: "Documentation/One.md", text: text) { present.contains($0) }
    #expect(found.map(\.line) == [1, 6, 7])
    #expect(found.first?.message == "the link to './missing.md' leads nowhere; mend its path")
  }

  @Test("a dependency without a reason is found, a package's and a library's")
  func badDependencies() {
    let manifest = """
      .package(url: "https://github.com/apple/swift-collections.git", from: "1.0.0"),
      .target(name: "A", linkerSettings: [.linkedLibrary("edit")]),
      .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
      """
    let guide = "| `swift-argument-parser` | subcommands |\n| `libedit` |  |\n"
    let found = Manifest.unexplained(path: "Package.swift", text: manifest, guide: guide)
    #expect(found.map(\.line) == [1, 2])
  }
}
