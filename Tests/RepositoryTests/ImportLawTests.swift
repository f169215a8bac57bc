import Testing

@Suite("The import law")
struct ImportLawTests {
  @Test("every source imports only what its module may")
  func sources() throws {
    let files = try Repository.swiftFiles(under: "Sources")
    #expect(!files.isEmpty)
    let violations = files.flatMap { ImportLaw.violations(path: $0.path, text: $0.text) }
    #expect(violations.isEmpty, "\(violations.report)")
  }

  @Test("the manifest's table keeps the law")
  func manifest() throws {
    let text = try Repository.text("Package.swift")
    #expect(!Manifest.rows(in: text).isEmpty)
    let violations = Manifest.violations(path: "Package.swift", text: text)
    #expect(violations.isEmpty, "\(violations.report)")
  }

  @Test("the manifest's table lists what each module imports")
  func declared() throws {
    let files = try Repository.swiftFiles(under: "Sources").map { (path: $0.path, text: $0.text) }
    let rows = Manifest.rows(in: try Repository.text("Package.swift"))
    #expect(rows.map(\.module).contains("SignalboxTool"))
    let violations = Manifest.undeclared(in: files, rows: rows)
    #expect(violations.isEmpty, "\(violations.report)")
  }

  @Test("an import that the manifest does not list is found")
  func undeclared() {
    let text =
      "let modules: [M] = [\n  (\"A\", []),\n  (\n    \"B\",\n    [\n      \"A\",\n    ]\n  ),\n  (\"C\", [\"B\"]),\n]\n"
    let files = [("Sources/B/b.swift", "import A\n"), ("Sources/C/c.swift", "import B\nimport A\n")]
    let found = Manifest.undeclared(in: files.map { (path: $0.0, text: $0.1) }, rows: Manifest.rows(in: text))
    #expect(found.map(\.description).map { $0.prefix(20) } == ["Sources/C/c.swift:2:"])
  }

  @Test("CONTRIBUTING.md states the same law")
  func guide() throws {
    let rows = MarkdownTable.rows(in: try Repository.text("CONTRIBUTING.md"))
    for row in ImportLaw.rows {
      let expected = (row.own + row.foreign).joined(separator: ", ")
      let stated = rows.first { $0.first == row.module && $0.count == 3 }?[2]
      #expect(stated == (expected.isEmpty ? "–" : expected), "CONTRIBUTING.md: the row of '\(row.module)'")
    }
  }

  @Test("the law has no cycle: each module comes after what it may import")
  func order() {
    var seen: [String] = []
    for row in ImportLaw.rows {
      #expect(row.own.allSatisfy(seen.contains), "\(row.module) is listed before something that it imports")
      seen.append(row.module)
    }
  }

  @Test(
    "a forbidden import is found, however it is spelt",
    arguments: [
      "import Foundation", "@testable import Console", "internal import Glibc", "public import Terminal",
      "@_exported public import Gallery", "import struct Foundation.Date", "import Darwin.C", "let x = 1; import Files",
      "  @preconcurrency\timport  Dispatch // why", "import `Console`",
    ])
  func badImport(line: String) {
    let found = ImportLaw.violations(
      path: "Sources/Statecharts/Bad.swift", text: "import OrderedCollections\n\(line)\n")
    #expect(found.contains { $0.line == 2 && $0.message.hasPrefix("'Statecharts' may not import") })
  }

  @Test("the sentence names the place, what is allowed and the cure")
  func sentence() {
    let found = ImportLaw.violations(path: "Sources/Gallery/Login/Login.swift", text: "import Terminal\n")
    #expect(
      found.map(\.description) == [
        "Sources/Gallery/Login/Login.swift:1: 'Gallery' may not import 'Terminal', only ViewModels; "
          + "move the code to a module that may"
      ])
  }

  @Test("'@testable' in a source is found even where the module is allowed")
  func testable() {
    let found = ImportLaw.violations(path: "Sources/ViewModels/Bad.swift", text: "@testable import Statecharts\n")
    #expect(found.map(\.line) == [1])
  }

  @Test("imports in comments and strings, and names that hold the word, are none")
  func noImport() {
    let text = "// import Foundation\nlet text = \"import Foundation\"\nlet x = plan.import\nfunc `import`() {}\n"
    #expect(ImportStatement.all(in: text) == [])
  }

  @Test("a folder that the law does not know is found")
  func unknownModule() {
    let found = ImportLaw.violations(path: "Sources/Extras/New.swift", text: "")
    #expect(found.map(\.message).allSatisfy { $0.hasPrefix("module 'Extras' is not in the import law") })
    #expect(found.count == 1)
  }

  @Test("a manifest row that breaks the law is found with its line")
  func badManifest() {
    let text = "let modules: [M] = [\n  (\"Statecharts\", []),\n  (\"Gallery\", [\"ViewModels\", \"Files\"]),\n]\n"
    let found = Manifest.violations(path: "Package.swift", text: text)
    #expect(found.map(\.line) == [3])
    #expect(found.first?.message.hasPrefix("'Gallery' may not depend on 'Files'") == true)
  }
}
