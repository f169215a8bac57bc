import Testing

@Suite("The import law")
struct ImportLawTests {
  private let law: ImportLaw

  init() throws {
    law = ImportLaw(manifest: try Repository.text("Package.swift"))
  }

  @Test("every source imports only what its module may, and every row lists only what is imported")
  func sources() throws {
    let files = try Repository.swiftFiles(under: "Sources").map { (path: $0.path, text: $0.text) }
    #expect(!files.isEmpty && law.rows.map(\.module).contains("SignalboxTool"))
    let violations = files.flatMap { law.violations(path: $0.path, text: $0.text) }
    #expect(violations.isEmpty, "\(violations.report)")
    #expect(law.unused(by: files) == [])
  }

  @Test("the law has no cycle: each module comes after what it may import")
  func order() {
    #expect(law.misplaced == [])
    let text = "let modules = [\n  Module(\"A\", [\"B\"]),\n  Module(\n    \"B\",\n    [\n      \"A\"\n    ]),\n]\n"
    #expect(
      ImportLaw(manifest: text).misplaced == ["'A' lists 'B', which has no row above it in Package.swift"])
  }

  @Test("a row that lists what nothing imports is found")
  func unused() {
    let text = "let modules = [\n  Module(\"A\"),\n  Module(\"B\", [\"A\"], outside: [\"C\", \"D\"]),\n]\n"
    #expect(
      ImportLaw(manifest: text).unused(by: [("Sources/B/b.swift", "import A\nimport D\n")]) == [
        "'B' may import 'C' and does not; remove it from its row in Package.swift"
      ])
  }

  @Test(
    "a forbidden import is found, however it is spelt",
    arguments: [
      "import Foundation", "@testable import Console", "internal import Glibc", "public import Terminal",
      "@_exported public import Gallery", "import struct Foundation.Date", "import Darwin.C", "let x = 1; import Files",
      "  @preconcurrency\timport  Dispatch // why", "import `Console`",
    ])
  func badImport(line: String) {
    let found = law.violations(
      path: "Sources/Statecharts/Bad.swift", text: "import Locks\n\(line)\n")
    #expect(found.contains { $0.line == 2 && $0.message.hasPrefix("'Statecharts' may not import") })
  }

  @Test("the sentence names the place, what is allowed and the cure")
  func sentence() {
    let found = law.violations(path: "Sources/Gallery/Login/Login.swift", text: "import Terminal\n")
    #expect(
      found.map(\.description) == [
        "Sources/Gallery/Login/Login.swift:1: 'Gallery' may not import 'Terminal', only ViewModels, Adapters, "
          + "Observation; move the code to a module that may"
      ])
  }

  @Test("'@testable' in a source is found even where the module is allowed")
  func testable() {
    let found = law.violations(path: "Sources/ViewModels/Bad.swift", text: "@testable import Statecharts\n")
    #expect(found.map(\.line) == [1])
  }

  @Test("imports in comments and strings, and names that hold the word, are none")
  func noImport() {
    let text = "// import Foundation\nlet text = \"import Foundation\"\nlet x = plan.import\nfunc `import`() {}\n"
    #expect(ImportStatement.all(in: text) == [])
  }

  @Test("a folder that the law does not know is found")
  func unknownModule() {
    let found = law.violations(path: "Sources/Extras/New.swift", text: "")
    #expect(found.map(\.message).allSatisfy { $0.hasPrefix("module 'Extras' has no row in Package.swift") })
    #expect(found.count == 1)
  }
}
