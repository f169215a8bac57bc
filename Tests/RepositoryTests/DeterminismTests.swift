import Testing

@Suite("Sources depend on nothing but their input")
struct DeterminismTests {
  @Test("no source uses time, chance or hash seeds")
  func words() throws {
    let files = try Repository.swiftFiles(under: "Sources")
    let violations = files.flatMap { ForbiddenWord.violations(path: $0.path, text: $0.text) }
    #expect(violations.isEmpty, "\(violations.report)")
  }

  @Test("the platform is asked for only in Adapters, Files and Terminal")
  func platform() throws {
    let files = try Repository.swiftFiles(under: "Sources")
    let violations = files.flatMap { PlatformCondition.violations(path: $0.path, text: $0.text) }
    #expect(violations.isEmpty, "\(violations.report)")
  }

  @Test("every exception is needed and gives its reason")
  func exceptions() {
    let violations = Exceptions.violations(Exceptions.rows) { try? Repository.text($0) }
    #expect(violations.isEmpty, "\(violations.report)")
  }

  @Test("every forbidden word is found", arguments: ForbiddenWord.all.map(\.word))
  func badWord(word: String) {
    let found = ForbiddenWord.violations(path: "Sources/Console/Bad.swift", text: "let a = 1\nlet b = \(word)\n")
    #expect(found.map(\.line) == [2])
    #expect(found.first?.message.hasPrefix("'\(word)' makes runs differ; ") == true)
  }

  @Test(
    "a longer name, a comment and a literal are not the word",
    arguments: [
      "let hashValues = 1", "MyUUID()", "// Date()", "\"Task.sleep\"", "Date(at: 1)", "shuffled(using: seed)",
    ])
  func goodWord(line: String) {
    #expect(ForbiddenWord.violations(path: "Sources/Console/Good.swift", text: line) == [])
  }

  @Test("a word inside an interpolation is found")
  func interpolated() {
    let found = ForbiddenWord.violations(path: "Sources/Console/Bad.swift", text: #"print("at \(Date())")"#)
    #expect(found.map(\.line) == [1])
  }

  @Test(
    "a platform condition is found, however it is spelt",
    arguments: ["#if os(Linux)", "  #if canImport(Glibc)", "#elseif !os(macOS)", "#if DEBUG && os ( Linux )"])
  func badCondition(line: String) {
    let text = "let a = 1\n\(line)\n#endif\n"
    #expect(PlatformCondition.violations(path: "Sources/Console/Bad.swift", text: text).map(\.line) == [2])
    #expect(PlatformCondition.violations(path: "Sources/Files/Good.swift", text: text) == [])
  }

  @Test("a condition on the configuration is allowed")
  func goodCondition() {
    #expect(PlatformCondition.violations(path: "Sources/Console/Good.swift", text: "#if DEBUG\n#endif\n") == [])
  }

  @Test("a stale exception and one without a reason are found")
  func badExceptions() {
    let rows = [
      Exceptions.Row(path: "a.swift", word: "Date()", reason: "a clock"),
      Exceptions.Row(path: "b.swift", word: "Date()", reason: "a clock"),
      Exceptions.Row(path: "c.swift", word: "Date()", reason: ""),
      Exceptions.Row(path: "gone.swift", word: "Date()", reason: "a clock"),
    ]
    let texts = ["a.swift": "Date()", "b.swift": "// Date()", "c.swift": "Date()"]
    let found = Exceptions.violations(rows) { texts[$0] }
    #expect(found.map(\.path) == ["b.swift", "c.swift", "gone.swift"])
  }
}
