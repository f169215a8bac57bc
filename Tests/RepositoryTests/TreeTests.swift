import Testing

@Suite("The tree")
struct TreeTests {
  @Test("no folder or file has a name that says nothing")
  func names() {
    let paths = Repository.paths(under: "Sources") + Repository.paths(under: "Tests")
    let violations = paths.flatMap(TreeRule.vagueName)
    #expect(violations.isEmpty, "\(violations.report)")
  }

  @Test("no source is longer than 500 lines")
  func lengths() throws {
    let violations = try Repository.swiftFiles(under: "Sources").flatMap {
      TreeRule.length(path: $0.path, text: $0.text)
    }
    #expect(violations.isEmpty, "\(violations.report)")
  }

  @Test("every script can be run")
  func scripts() throws {
    let paths = Repository.paths(under: "Scripts") + [".ci/run"]
    #expect(paths.contains("Scripts/test"))
    let violations = try paths.flatMap {
      TreeRule.script(path: $0, text: try Repository.text($0), isExecutable: Repository.isExecutable($0))
    }
    #expect(violations.isEmpty, "\(violations.report)")
  }

  @Test("what a build writes is ignored")
  func ignored() throws {
    let violations = TreeRule.ignored(path: ".gitignore", text: try Repository.text(".gitignore"))
    #expect(violations.isEmpty, "\(violations.report)")
  }

  @Test("a vague name is found", arguments: ["Sources/Console/Helpers", "Tests/X/Utils.swift", "Sources/Core"])
  func badName(path: String) {
    #expect(TreeRule.vagueName(path: path).map(\.path) == [path])
    #expect(TreeRule.vagueName(path: path + "AndMore") == [] || path.hasSuffix(".swift"))
  }

  @Test("the first line over the limit is named")
  func badLength() {
    #expect(TreeRule.length(path: "a.swift", text: String(repeating: "\n", count: 500)) == [])
    #expect(TreeRule.length(path: "a.swift", text: String(repeating: "\n", count: 501)).map(\.line) == [501])
  }

  @Test("a script without mode or interpreter is found")
  func badScript() {
    #expect(TreeRule.script(path: "Scripts/x", text: "#!/bin/sh\n", isExecutable: true) == [])
    #expect(TreeRule.script(path: "Scripts/x", text: "#!/bin/sh\n", isExecutable: false).count == 1)
    #expect(TreeRule.script(path: "Scripts/x", text: "echo\n", isExecutable: true).count == 1)
  }

  @Test("a line missing from .gitignore is found")
  func badIgnore() {
    let found = TreeRule.ignored(path: ".gitignore", text: ".build/\nPackage.resolved.old\n.build-*\n")
    #expect(found.map(\.message).allSatisfy { $0.hasPrefix("'Package.resolved' must be ignored") })
    #expect(found.count == 1)
  }
}
